# attention::attention: headers only, xtensor its only dependency. Installed for find_package(attention).
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

attention_find_xtensor()

add_library(attention INTERFACE)
add_library(attention::attention ALIAS attention)
target_compile_features(attention INTERFACE cxx_std_20)
target_include_directories(attention INTERFACE
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/chapters>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/attention>)
target_link_libraries(attention INTERFACE xtensor)

install(DIRECTORY src/base DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/attention FILES_MATCHING PATTERN "*.hpp")
foreach(chapter IN LISTS attention_chapters)
    install(DIRECTORY chapters/${chapter} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/attention FILES_MATCHING PATTERN "*.hpp")
endforeach()

set(attention_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/attention)
install(TARGETS attention EXPORT attention)
install(EXPORT attention NAMESPACE attention:: FILE attentionTargets.cmake DESTINATION ${attention_package_dir})
write_basic_package_version_file(attentionConfigVersion.cmake COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES cmake/attentionConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/attentionConfigVersion.cmake
    DESTINATION ${attention_package_dir})
