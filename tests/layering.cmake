# Goal: an #include "x/y.h" in src points only to a layer that its own layer stands on. Method: the
# #include lines against the DEPENDS of src/CMakeLists.txt, which tests/style's CMakeLists.txt
# writes to a file of lines "layer:depends,...". cmake -DSOURCE=src -DLAYERS=file -P layering.cmake
# Files above the layers (src/<layer>/*_main.cc) are programs and looked at like the rest of their
# folder. Every folder must be a layer, and every layer must have a file: a rename cannot silence
# it.
cmake_minimum_required(VERSION 3.25)

file(STRINGS ${LAYERS} lines)
set(wrong)
set(seen_total 0)
foreach(line ${lines})
  string(REGEX MATCH "^([a-z]+):(.*)$" ok "${line}")
  set(layer ${CMAKE_MATCH_1})
  string(REPLACE "," ";" allowed "${CMAKE_MATCH_2}")
  list(APPEND allowed ${layer})
  list(APPEND known ${layer})
  file(GLOB_RECURSE files ${SOURCE}/${layer}/*.cc ${SOURCE}/${layer}/*.h)
  if(NOT files)
    list(APPEND wrong "${layer}: a layer without a file")
  endif()
  foreach(file ${files})
    file(STRINGS ${file} includes REGEX "^[ \t]*#[ \t]*include[ \t]*\"[a-z_0-9]+/")
    foreach(include ${includes})
      string(REGEX MATCH "\"([a-z_0-9]+)/" ok "${include}")
      math(EXPR seen_total "${seen_total} + 1")
      if(NOT CMAKE_MATCH_1 IN_LIST allowed)
        file(RELATIVE_PATH shown ${SOURCE} ${file})
        list(APPEND wrong "src/${shown}: ${layer} must not include ${CMAKE_MATCH_1}: ${include}")
      endif()
    endforeach()
  endforeach()
endforeach()
file(
  GLOB folders
  LIST_DIRECTORIES true
  RELATIVE ${SOURCE}
  ${SOURCE}/*)
foreach(folder ${folders})
  if(IS_DIRECTORY ${SOURCE}/${folder} AND NOT folder IN_LIST known)
    list(APPEND wrong "src/${folder}: a folder that is no layer")
  endif()
endforeach()
if(seen_total EQUAL 0)
  list(APPEND wrong "no #include was seen at all")
endif()
if(wrong)
  list(JOIN wrong "\n" text)
  message(FATAL_ERROR "${text}")
endif()
message(STATUS "${seen_total} includes, all of them point down")
