# SPDX-License-Identifier: GPL-3.0-or-later
# A room is one library target per top folder. Its headers are reached as "room/part/file.h" through a folder
# that holds nothing but a link to the room, so that a room sees only the rooms that it links.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "" FORCE)
endif()

find_program(KERASCOPE_CCACHE ccache)
if(KERASCOPE_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${KERASCOPE_CCACHE})
endif()
find_program(KERASCOPE_LLD ld.lld)
if(KERASCOPE_LLD)
  add_link_options(-fuse-ld=lld)
endif()

add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wold-style-cast -Woverloaded-virtual)
if(KERASCOPE_WERROR)
  add_compile_options(-Werror)
endif()
if(KERASCOPE_SANITIZE)
  add_compile_options(-fsanitize=${KERASCOPE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${KERASCOPE_SANITIZE})
endif()
# The same code on every machine: AVX kernels of our own are chosen at run time, never by -march.

# With KERASCOPE_BATCHES, sources of a folder are compiled together, a few at a time: headers are read and templates
# made once for all of them. Other configurations compile each by itself, so that a forgotten #include is found there.
# So the names in unnamed namespaces must differ within a folder.
function(kerascope_in_batches target)
  if(NOT KERASCOPE_BATCHES)
    return()
  endif()
  set(sources ${ARGN})
  list(FILTER sources INCLUDE REGEX "[.]cpp$")
  foreach(source ${sources})
    file(RELATIVE_PATH folder ${CMAKE_SOURCE_DIR} ${source})
    get_filename_component(folder ${folder} DIRECTORY)
    string(MAKE_C_IDENTIFIER ${folder} key)
    math(EXPR batch "0${count_${key}} / 10")
    math(EXPR count_${key} "0${count_${key}} + 1")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${key}_${batch})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  target_compile_options(${target} PRIVATE -Wno-shadow) # by a neighbour's names
endfunction()

# kerascope_room(<room> [PRECOMPILE <header>…]): the headers that nearly all of its sources read.
function(kerascope_room room)
  cmake_parse_arguments(arg "" "" "PRECOMPILE" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp ${CMAKE_CURRENT_SOURCE_DIR}/*.h)
  add_library(kerascope_${room} STATIC ${sources})
  set(view ${CMAKE_BINARY_DIR}/rooms/${room})
  file(MAKE_DIRECTORY ${view})
  file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR} ${view}/${room} SYMBOLIC)
  target_include_directories(kerascope_${room} PUBLIC ${view})
  if(arg_PRECOMPILE)
    target_precompile_headers(kerascope_${room} PRIVATE ${arg_PRECOMPILE})
  endif()
  kerascope_in_batches(kerascope_${room} ${sources})
endfunction()

# kerascope_part(<room> <part> <source>… [PRECOMPILE <header>…]): takes sources out of a room into a library that
# can be linked without the rest of it.
function(kerascope_part room part)
  cmake_parse_arguments(arg "" "" "PRECOMPILE" ${ARGN})
  set(target kerascope_${room}_${part})
  get_target_property(rest kerascope_${room} SOURCES)
  list(REMOVE_ITEM rest ${arg_UNPARSED_ARGUMENTS})
  set_property(TARGET kerascope_${room} PROPERTY SOURCES ${rest})
  add_library(${target} STATIC ${arg_UNPARSED_ARGUMENTS})
  set_target_properties(${target} PROPERTIES AUTOMOC ON LINKER_LANGUAGE CXX)
  target_include_directories(${target} PUBLIC ${CMAKE_BINARY_DIR}/rooms/${room})
  if(arg_PRECOMPILE)
    target_precompile_headers(${target} PRIVATE ${arg_PRECOMPILE})
  endif()
  kerascope_in_batches(${target} ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(kerascope_${room} PUBLIC ${target})
endfunction()
