# attention::attention: headers only, xtensor its only dependency. Installed for find_package(attention).
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)
include(cmake/XtensorFlags.cmake)

attention_find_xtensor()
attention_find_xtensor_flags(${PROJECT_SOURCE_DIR}/src)
if(attention_xtensor_flags STREQUAL NOTFOUND)
    message(FATAL_ERROR "This compiler (${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}) cannot take this xtensor "
        "(${attention_library_xtensor}): another version of one of them is needed. xtensor 0.27 wants clang 16 or later.")
endif()

add_library(attention INTERFACE)
add_library(attention::attention ALIAS attention)
target_compile_features(attention INTERFACE cxx_std_20)
target_include_directories(attention INTERFACE
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/chapters>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/attention>)
target_link_libraries(attention INTERFACE xtensor)
target_compile_options(attention INTERFACE "$<BUILD_INTERFACE:${attention_xtensor_flags}>")

install(DIRECTORY src/base DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/attention FILES_MATCHING PATTERN "*.hpp")
foreach(chapter IN LISTS attention_chapters)
    install(DIRECTORY chapters/${chapter} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/attention FILES_MATCHING PATTERN "*.hpp")
endforeach()

set(attention_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/attention)
install(TARGETS attention EXPORT attention)
install(EXPORT attention NAMESPACE attention:: FILE attentionTargets.cmake DESTINATION ${attention_package_dir})
configure_package_config_file(cmake/attentionConfig.cmake.in attentionConfig.cmake
    INSTALL_DESTINATION ${attention_package_dir} PATH_VARS CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(attentionConfigVersion.cmake COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES cmake/XtensorFlags.cmake ${CMAKE_CURRENT_BINARY_DIR}/attentionConfig.cmake
    ${CMAKE_CURRENT_BINARY_DIR}/attentionConfigVersion.cmake DESTINATION ${attention_package_dir})

# A machine where xtensor had to be downloaded has none to find later: the copy goes along.
foreach(library xtensor xtl)
    FetchContent_GetProperties(${library} SOURCE_DIR source_dir)
    if(source_dir)
        install(DIRECTORY ${source_dir}/include/${library} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/attention/downloaded)
        install(FILES ${source_dir}/LICENSE DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/attention/downloaded/${library})
    endif()
endforeach()
