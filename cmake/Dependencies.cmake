# Every library comes from the system when the system has it, else from its public repository, pinned to a commit:
# the versions of Debian 12. Three functions, so that who only uses attention::attention pays for xtensor alone.

include(FetchContent)

# attention_dependency(<package> <version> <repository> <commit> [SOURCE_SUBDIR <folder>])
# Where the surrounding project has already declared <package>, its choice comes first.
macro(attention_dependency package version repository commit)
    FetchContent_Declare(${package}
        GIT_REPOSITORY https://github.com/${repository}.git
        GIT_TAG ${commit}
        GIT_SUBMODULES ""
        GIT_PROGRESS ON
        SYSTEM
        ${ARGN}
        FIND_PACKAGE_ARGS)
    FetchContent_MakeAvailable(${package})
    FetchContent_GetProperties(${package} SOURCE_DIR source_dir) # empty when it was found
    string(TOUPPER FETCHCONTENT_SOURCE_DIR_${package} attention_own_source)
    if(${attention_own_source})
        set(attention_library_${package} "? ${source_dir}" CACHE INTERNAL "For ./learn doctor")
    elseif(source_dir)
        set(attention_library_${package} "${version} ${source_dir}" CACHE INTERNAL "For ./learn doctor")
    else()
        set(attention_library_${package} "${${package}_VERSION} ${${package}_DIR}" CACHE INTERNAL "For ./learn doctor")
    endif()
endmacro()

# attention_headers(<target> <package> <version> <repository> <commit>)
# A library of headers only. A downloaded copy becomes an imported target: its own build never runs, its warnings are
# not ours, and install(EXPORT) refers to it by name, as it does to the system's.
function(attention_headers target)
    if(NOT TARGET ${target})
        attention_dependency(${ARGN} SOURCE_SUBDIR headers-only)
    endif()
    if(NOT TARGET ${target})
        add_library(${target} INTERFACE IMPORTED GLOBAL)
        target_include_directories(${target} INTERFACE ${source_dir}/include)
    endif()
endfunction()

# attention_compiled(<target> <package> <version> <repository> <commit>)
# A library with a build of its own, which our strictness and unity batches leave alone.
function(attention_compiled target)
    if(NOT TARGET ${target})
        set(CMAKE_COMPILE_WARNING_AS_ERROR OFF)
        set(CMAKE_CXX_CLANG_TIDY "")
        set(CMAKE_UNITY_BUILD OFF)
        set(CMAKE_POLICY_DEFAULT_CMP0077 NEW) # its options listen to our variables
        attention_dependency(${ARGN})
    endif()
endfunction()

# xtensor, all that attention::attention needs. A found one brings its xtl.
function(attention_find_xtensor)
    attention_headers(xtensor
        xtensor 0.24.3 xtensor-stack/xtensor 9e8662ddad7fcd1a96969b96bf8955e59cf44978)
    if(NOT TARGET xtl)
        attention_headers(xtl
            xtl 0.7.2 xtensor-stack/xtl e0f00666d90086bb245ae73abb6123d0e2c1b30b)
        target_link_libraries(xtensor INTERFACE xtl)
    endif()
endfunction()

# What the program adds.
function(attention_find_program_libraries)
    attention_compiled(fmt::fmt
        fmt 9.1.0 fmtlib/fmt a33701196adfad74917046096bf5a2aa0ab0bb50)
    attention_headers(nlohmann_json::nlohmann_json
        nlohmann_json 3.11.2 nlohmann/json bc889afb4c5bf1c0d8ee29ef35eaaf4c8bef8a5d)
    attention_headers(CLI11::CLI11
        CLI11 2.1.2 CLIUtils/CLI11 70f8072f9dd2292fd0b9f9e5f58e279f60483ed3)
endfunction()

# What the tests add: Catch2, version 2.13.10 or any 3, with catch_discover_tests.
function(attention_find_test_libraries)
    set(CATCH_BUILD_STATIC_LIBRARY ON) # version 2 has Catch2WithMain only when asked
    attention_compiled(Catch2::Catch2WithMain
        Catch2 2.13.10 catchorg/Catch2 182c910b4b63ff587a3440e08f84f70497e49a81)
    FetchContent_GetProperties(Catch2 SOURCE_DIR source_dir)
    list(APPEND CMAKE_MODULE_PATH ${Catch2_DIR} ${source_dir}/contrib ${source_dir}/extras) # where Catch.cmake is
    include(Catch)
endfunction()
