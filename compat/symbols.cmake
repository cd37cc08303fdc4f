# cmake -DTABLE=symbols.def -DMODE=exports|markdown|compare|names -DOUT=file -P symbols.cmake
#
# exports: the linker's version script: exactly the table's names and fastka_version, all without a
# version, as librdkafka has none. markdown: SYMBOLS.md. compare: fails when OUT differs from it.
# names: one name a line, sorted.
cmake_minimum_required(VERSION 3.25)

file(STRINGS ${TABLE} rows REGEX "^(SUPPORTED|CONTAINER|UNSUPPORTED)\\(")
file(STRINGS ${TABLE} lines REGEX "^(// [a-z]|SUPPORTED|CONTAINER|UNSUPPORTED)")

set(names)
foreach(row IN LISTS rows)
  string(REGEX MATCH "(rd_kafka_[A-Za-z0-9_]+)(, \"|, \\()" _ "${row}")
  list(APPEND names ${CMAKE_MATCH_1})
endforeach()
list(SORT names)

# Words for people, one for each style.
set(style_RESP_ERR "returns `_NOT_IMPLEMENTED`")
set(style_ERROR_OBJ "returns an error object")
set(style_CONF_RES "returns `CONF_INVALID` and a text")
set(style_CONF_CALLBACK "returns `CONF_INVALID`; NULL is accepted")
set(style_POISON "`rd_kafka_new` (`topic_new`) refuses the conf; NULL or 0 is accepted")
set(style_NULL_LASTERR "returns NULL, last error set")
set(style_NULL_ERRSTR "returns NULL and a text")
set(style_NULL_TRUTHFUL "returns NULL: there is none")
set(style_ADMIN_EVENT "puts a result event with the error on the queue")
set(style_EVENT_CAST "returns the event if it is of that type")
set(style_EMPTY_RESULT "returns no elements")
set(style_UNREACHABLE "nothing makes such an object")
set(style_LOG "writes a line to stderr")
set(style_INT_FAILCOUNT "returns 1, a failure")
set(style_SUBSCRIBE "returns `_UNKNOWN_GROUP` without a group, else `_NOT_IMPLEMENTED`")

if(MODE STREQUAL "exports")
  list(JOIN names ";\n    " text)
  file(WRITE ${OUT} "{\n  global:\n    fastka_version;\n    ${text};\n  local:\n    *;\n};\n")
  return()
elseif(MODE STREQUAL "names")
  list(JOIN names "\n" text)
  file(WRITE ${OUT} "${text}\n")
  return()
endif()

set(supported 0)
set(containers 0)
set(unsupported 0)
set(body)
foreach(line IN LISTS lines)
  if(line MATCHES "^// ([a-z-]+)$")
    string(APPEND body
           "\n## ${CMAKE_MATCH_1}\n\n| function | answer | test or reason |\n|---|---|---|\n")
  elseif(line MATCHES "^SUPPORTED\\(([A-Za-z0-9_]+), \"(.*)\"\\)$")
    string(APPEND body "| `${CMAKE_MATCH_1}` | works | ${CMAKE_MATCH_2} |\n")
    math(EXPR supported "${supported} + 1")
  elseif(line MATCHES "^CONTAINER\\(([A-Za-z0-9_]+), \"(.*)\"\\)$")
    string(APPEND body "| `${CMAKE_MATCH_1}` | works, as an object | ${CMAKE_MATCH_2} |\n")
    math(EXPR containers "${containers} + 1")
  elseif(line MATCHES "^UNSUPPORTED\\(([A-Z_]+), ([^,]*), ([A-Za-z0-9_]+), .*, \"(.*)\"\\)$")
    string(APPEND body "| `${CMAKE_MATCH_3}` | ${style_${CMAKE_MATCH_1}} | ${CMAKE_MATCH_4} |\n")
    math(EXPR unsupported "${unsupported} + 1")
  elseif(line MATCHES "^[SCU]")
    message(FATAL_ERROR "not a row: ${line}")
  endif()
endforeach()
math(EXPR total "${supported} + ${containers} + ${unsupported}")
string(
  CONCAT
    text
    "# Functions\n\nGenerated from `symbols.def` (`ninja symbols_md`); do not edit.\n\n"
    "All ${total} functions of librdkafka 2.16.0's C API are exported. ${supported} work, "
    "${containers} more are plain objects and name\ntables that work while the call that would use "
    "them on a broker refuses, ${unsupported} answer unsupported.\nOur own `fastka_version` is "
    "exported beside them. The last column names the test that fails when a\nworking function is "
    "replaced by its refusal (`tests/swap`).\n")
string(APPEND text "${body}")

if(MODE STREQUAL "markdown")
  file(WRITE ${OUT} "${text}")
elseif(MODE STREQUAL "compare")
  file(READ ${OUT} committed)
  if(NOT committed STREQUAL text)
    message(FATAL_ERROR "${OUT} differs from ${TABLE}: run `ninja symbols_md` and commit it")
  endif()
else()
  message(FATAL_ERROR "MODE=${MODE}")
endif()
