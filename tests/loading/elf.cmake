# Goal: the library is what the loader and the packages expect: librdkafka's soname, names without
# versions (librdkafka has none; a program linked to it asks for none), bound at load time, and no
# C++ runtime that could meet another one in the process; but for the unwinder, of which a process
# must have only one (tests/api/exceptions_test.cc). Method: readelf's dynamic section and symbol
# table.
execute_process(COMMAND ${READELF} -dW ${LIBRARY} OUTPUT_VARIABLE dynamic COMMAND_ERROR_IS_FATAL
                                                                  ANY)
execute_process(COMMAND ${READELF} -VW ${LIBRARY} OUTPUT_VARIABLE versions COMMAND_ERROR_IS_FATAL
                                                                  ANY)
string(FIND "${dynamic}" "soname: [librdkafka.so.1]" soname)
if(soname EQUAL -1)
  message(SEND_ERROR "the soname is not librdkafka.so.1\n${dynamic}")
endif()
# libsnappy.so is C++ and brings one along.
if(dynamic MATCHES "libstdc\\+\\+|libsnappy" AND NOT PROFILE MATCHES "asan|tsan|fuzz")
  message(SEND_ERROR "a C++ runtime is needed from outside\n${dynamic}")
endif()
if(NOT dynamic MATCHES "BIND_NOW|FLAGS_1[^\n]*NOW")
  message(SEND_ERROR "not bound at load time\n${dynamic}")
endif()
if(dynamic MATCHES "TEXTREL|RPATH|RUNPATH" AND NOT PROFILE MATCHES "asan|tsan|fuzz|dev")
  message(SEND_ERROR "text relocations or a search path\n${dynamic}")
endif()
if(versions MATCHES "Version definition")
  message(SEND_ERROR "the symbols have versions\n${versions}")
endif()
