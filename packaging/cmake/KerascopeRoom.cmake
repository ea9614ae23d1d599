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
endfunction()
