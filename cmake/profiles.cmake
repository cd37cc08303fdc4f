# Compiler flags by profile. CMAKE_BUILD_TYPE stays None: every flag stands here, in one place.
set(FASTKA_PROFILE
    "dev"
    CACHE STRING "dev, release, bench, asan, tsan, fuzz or planted")
set_property(
  CACHE FASTKA_PROFILE
  PROPERTY STRINGS
           dev
           release
           bench
           asan
           tsan
           fuzz
           planted)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)

add_compile_definitions(_GNU_SOURCE)
add_compile_options(
  -Wall
  -Wextra
  -Wshadow
  -Wconversion
  -Wno-sign-conversion
  -Werror
  -fno-semantic-interposition
  -fstack-protector-strong)

if(FASTKA_PROFILE STREQUAL "dev")
  add_compile_options(-O1 -g)
  add_compile_definitions(FASTKA_ASSERTS=1)
elseif(FASTKA_PROFILE STREQUAL "release")
  add_compile_options(-O2 -DNDEBUG)
  set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ON)
elseif(FASTKA_PROFILE STREQUAL "bench")
  add_compile_options(-O2 -g -DNDEBUG)
  set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ON)
elseif(FASTKA_PROFILE STREQUAL "asan")
  add_compile_options(-O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined
                      -fno-sanitize-recover=all)
  add_link_options(-fsanitize=address,undefined)
  add_compile_definitions(FASTKA_ASSERTS=1 FASTKA_SANITIZED=1)
elseif(FASTKA_PROFILE STREQUAL "tsan")
  add_compile_options(-O1 -g -fno-omit-frame-pointer -fsanitize=thread)
  add_link_options(-fsanitize=thread)
  add_compile_definitions(FASTKA_ASSERTS=1 FASTKA_SANITIZED=1)
elseif(FASTKA_PROFILE STREQUAL "fuzz")
  add_compile_options(-O1 -g -fno-omit-frame-pointer -fsanitize=fuzzer-no-link,address,undefined
                      -fno-sanitize-recover=all)
  add_link_options(-fsanitize=address,undefined)
  add_compile_definitions(FASTKA_ASSERTS=1 FASTKA_SANITIZED=1 FASTKA_FUZZ=1)
elseif(FASTKA_PROFILE STREQUAL "planted")
  # Without asserts: a planted bug has to be seen from outside. The dev profile's flags otherwise,
  # so that ccache knows most files already.
  add_compile_options(-O1 -g)
  add_compile_definitions(FASTKA_PLANTED_BUGS=1)
else()
  message(FATAL_ERROR "FASTKA_PROFILE=${FASTKA_PROFILE}: not one of dev, release, bench, asan, "
                      "tsan, fuzz, planted")
endif()
