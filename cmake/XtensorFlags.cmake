# Also a part of the installed package, for its users have compilers of their own.
cmake_policy(VERSION 3.25)
include(CheckCXXSourceCompiles)

# attention_find_xtensor_flags(<include folders>...) sets attention_xtensor_flags to what this compiler needs to take
# this xtensor, tried out on base/tensor.hpp, which is in one of the folders; to NOTFOUND when nothing helps.
# clang 19 (Apple's 17) takes more templates for a match than xtensor before 0.26 can bear; clang 22 minds no more.
function(attention_find_xtensor_flags)
    set(attention_xtensor_flags "" PARENT_SCOPE)
    if(NOT CMAKE_CXX_COMPILER_ID MATCHES Clang)
        return() # gcc needs nothing
    endif()

    foreach(library xtensor xtl)
        if(TARGET ${library})
            get_target_property(folder ${library} INTERFACE_INCLUDE_DIRECTORIES)
            string(REGEX REPLACE "\\$<BUILD_INTERFACE:([^>]*)>" "\\1" folder "${folder}")
            string(GENEX_STRIP "${folder}" folder)
            list(APPEND CMAKE_REQUIRED_INCLUDES ${folder})
        endif()
    endforeach()
    list(APPEND CMAKE_REQUIRED_INCLUDES ${ARGN})
    set(CMAKE_REQUIRED_QUIET ON)
    set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY) # nothing to link
    set(source "#include <base/tensor.hpp>\nattention::Tensor twice(const attention::Tensor& a) { return a + a; }")
    set(flags -fno-relaxed-template-template-args -Wno-deprecated-no-relaxed-template-template-args)

    set(CMAKE_REQUIRED_FLAGS "-w ${CMAKE_CXX20_STANDARD_COMPILE_OPTION}")
    check_cxx_source_compiles("${source}" attention_xtensor_compiles)
    if(attention_xtensor_compiles)
        return()
    endif()
    list(JOIN flags " " words)
    string(APPEND CMAKE_REQUIRED_FLAGS " ${words}")
    check_cxx_source_compiles("${source}" attention_xtensor_compiles_with_flags)
    if(attention_xtensor_compiles_with_flags)
        set(attention_xtensor_flags ${flags} PARENT_SCOPE)
    else()
        set(attention_xtensor_flags NOTFOUND PARENT_SCOPE)
        unset(attention_xtensor_compiles CACHE) # tried again when something has changed
        unset(attention_xtensor_compiles_with_flags CACHE)
    endif()
endfunction()
