# The rooms behind the program, from the ground up: text, judge, the chapters' walkthroughs, app.
attention_find_program_libraries()

# How our own programs are compiled; whoever uses attention::attention does not inherit it.
add_library(attention_strict INTERFACE)
target_compile_options(attention_strict INTERFACE
    $<$<CXX_COMPILER_ID:GNU,Clang,AppleClang>:-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror=return-type>
    # g++ 12 takes "text" + std::string for an overlapping copy (GCC bug 105329)
    $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>)
if(ATTENTION_SANITIZE)
    target_compile_options(attention_strict INTERFACE -fsanitize=${ATTENTION_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(attention_strict INTERFACE -fsanitize=${ATTENTION_SANITIZE})
endif()
set(CMAKE_COMPILE_WARNING_AS_ERROR ${ATTENTION_WERROR})

# What is no hot path is optimised less: -O1 halves the time to build, and nobody sees the difference.
add_library(attention_built_quickly INTERFACE)
target_compile_options(attention_built_quickly INTERFACE $<$<AND:$<CONFIG:Release>,$<CXX_COMPILER_ID:GNU,Clang,AppleClang>>:-O1>)

# attention_room(<name> <sources>...) adds a library attention_<name>, compiled in one batch.
function(attention_room name)
    add_library(attention_${name} STATIC ${ARGN})
    target_link_libraries(attention_${name} PUBLIC attention PRIVATE attention_strict)
    set_target_properties(attention_${name} PROPERTIES UNITY_BUILD_BATCH_SIZE 0)
endfunction()

file(GLOB attention_text_sources CONFIGURE_DEPENDS src/text/*.cpp)
attention_room(text ${attention_text_sources})
target_link_libraries(attention_text PUBLIC nlohmann_json::nlohmann_json fmt::fmt PRIVATE attention_built_quickly)

file(GLOB attention_judge_sources CONFIGURE_DEPENDS src/judge/*.cpp)
attention_room(judge ${attention_judge_sources})
target_link_libraries(attention_judge PUBLIC attention_text PRIVATE attention_built_quickly)

list(TRANSFORM attention_chapters PREPEND ${PROJECT_SOURCE_DIR}/chapters/ OUTPUT_VARIABLE attention_walkthroughs)
list(TRANSFORM attention_walkthroughs APPEND /walkthrough.cpp)
attention_room(chapters ${attention_walkthroughs})
set_target_properties(attention_chapters PROPERTIES UNITY_BUILD OFF) # each has a walk() of its own

# The chapters' problems become part of the program: problem.json, then every problem_NAME.json.
foreach(chapter IN LISTS attention_chapters)
    set(folder ${PROJECT_SOURCE_DIR}/chapters/${chapter})
    file(GLOB further CONFIGURE_DEPENDS ${folder}/problem_*.json)
    string(APPEND examples "        {\"${chapter}\",\n         {")
    foreach(problem IN ITEMS ${folder}/problem.json LISTS further)
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${problem})
        file(READ ${problem} text)
        string(REGEX REPLACE ".*/problem_?(.*)[.]json" "\\1" name ${problem})
        string(APPEND examples "{\"${name}\", R\"json(${text})json\"},\n          ")
    endforeach()
    string(APPEND examples "}},\n")
endforeach()
configure_file(src/app/examples.cpp.in examples.cpp @ONLY)

# So do the cases.
file(GLOB case_files CONFIGURE_DEPENDS tests/cases/*.json)
foreach(file IN LISTS case_files)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    file(READ ${file} text)
    string(APPEND cases "        R\"json(${text})json\",\n")
endforeach()
configure_file(src/app/cases.cpp.in cases.cpp @ONLY)

file(GLOB attention_app_sources CONFIGURE_DEPENDS src/app/*.cpp)
list(REMOVE_ITEM attention_app_sources ${PROJECT_SOURCE_DIR}/src/app/main.cpp)
attention_room(app ${attention_app_sources} ${CMAKE_CURRENT_BINARY_DIR}/examples.cpp ${CMAKE_CURRENT_BINARY_DIR}/cases.cpp)
target_link_libraries(attention_app PUBLIC attention_judge attention_chapters PRIVATE CLI11::CLI11 attention_built_quickly)
target_compile_definitions(attention_app PRIVATE ATTENTION_VERSION="${PROJECT_VERSION}")

add_executable(attention_program src/app/main.cpp)
target_link_libraries(attention_program PRIVATE attention_app attention_strict)
set_target_properties(attention_program PROPERTIES OUTPUT_NAME attention)
install(TARGETS attention_program)
