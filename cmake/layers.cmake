# fastka_layer(NAME DEPENDS layer... [EXCEPTIONS]): one folder of src as an object library. Its
# allowed includes are its DEPENDS and nothing else; tests/layering.cmake checks the #include lines
# against the same list. EXCEPTIONS: code through which an application's exception may pass
# (callback dispatch).
function(fastka_layer name)
  cmake_parse_arguments(ARG "EXCEPTIONS" "" "DEPENDS;LIBRARIES" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cc
       ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*/*.cc)
  list(FILTER sources EXCLUDE REGEX "_main\\.cc$")
  if(NOT sources)
    set(stub ${CMAKE_CURRENT_BINARY_DIR}/${name}_empty.cc)
    file(WRITE ${stub} "// ${name}: headers only\n")
    set(sources ${stub})
  endif()
  add_library(fastka_${name} OBJECT ${sources})
  target_include_directories(fastka_${name} PUBLIC ${CMAKE_SOURCE_DIR}/src)
  # System: rd_kafka_metadata is a struct and a function, which -Wshadow does not like in C++.
  target_include_directories(fastka_${name} SYSTEM PUBLIC ${CMAKE_SOURCE_DIR}/include)
  if(NOT ARG_EXCEPTIONS)
    target_compile_options(fastka_${name} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions>)
  endif()
  target_compile_options(fastka_${name} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti>)
  target_link_libraries(fastka_${name} PUBLIC ${ARG_LIBRARIES} Threads::Threads)
  set_property(GLOBAL APPEND PROPERTY FASTKA_LAYERS ${name})
  set_property(GLOBAL PROPERTY FASTKA_LAYER_DEPENDS_${name} "${ARG_DEPENDS}")
endfunction()

# fastka_closure(OUT layer...): the layers and everything that they stand on, as object files.
function(fastka_closure out)
  set(todo ${ARGN})
  set(done)
  while(todo)
    list(POP_FRONT todo one)
    if(NOT one IN_LIST done)
      list(APPEND done ${one})
      get_property(deps GLOBAL PROPERTY FASTKA_LAYER_DEPENDS_${one})
      list(APPEND todo ${deps})
    endif()
  endwhile()
  list(TRANSFORM done PREPEND fastka_)
  set(${out}
      ${done}
      PARENT_SCOPE)
endfunction()

# fastka_test(NAME SOURCES file... LAYERS layer... [LIBRARIES lib...]): one CMocka program, linked
# with exactly the layers named and what those stand on, registered with ctest under NAME.
function(fastka_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LAYERS;LIBRARIES;LABELS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  fastka_closure(objects ${ARG_LAYERS})
  target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR}/tests)
  # cmocka asserts through longjmp and prints through macros that convert freely
  target_compile_options(${name} PRIVATE -Wno-conversion)
  if(FASTKA_PROFILE MATCHES "asan|fuzz")
    # the core has no type information, so a test cannot check the types of its objects
    target_compile_options(${name} PRIVATE -fno-sanitize=vptr)
  endif()
  target_link_libraries(${name} PRIVATE ${objects} ${ARG_LIBRARIES} cmocka Threads::Threads)
  add_test(NAME ${name} COMMAND ${name})
  if(ARG_LABELS)
    set_tests_properties(${name} PROPERTIES LABELS "${ARG_LABELS}")
  endif()
endfunction()

# fastka_api_test(NAME SOURCES file... [LABELS label...]): one CMocka program that knows only
# rdkafka.h and links librdkafka.so, as an application does: tests/swap can replace single functions
# under it.
function(fastka_api_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LABELS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR}/tests)
  target_compile_options(${name} PRIVATE -Wno-conversion)
  if(FASTKA_PROFILE MATCHES "asan|fuzz")
    # the core has no type information, so a test cannot check the types of its objects
    target_compile_options(${name} PRIVATE -fno-sanitize=vptr)
  endif()
  target_link_libraries(${name} PRIVATE rdkafka cmocka Threads::Threads)
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES LABELS "api;${ARG_LABELS}")
endfunction()
