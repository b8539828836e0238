# One test of ctest per suite of a GoogleTest program, so that what a suite's tests share (a solved character, a trained limb) is made once
# and not once per test. Tests whose names end in Long are too slow for `make test`: one each, labelled.
#
#   cmake -DPROGRAM=<tests> -DOUT=<file that ctest includes> -P Suites.cmake
execute_process(COMMAND ${PROGRAM} --gtest_list_tests OUTPUT_VARIABLE listed COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE " *#[^\n]*" "" listed "${listed}")
string(REPLACE "\n" ";" listed "${listed}")
set(suites "")
set(long "")
foreach(line ${listed})
    if(line MATCHES "^([^ ].*)\\.$")
        set(suite ${CMAKE_MATCH_1})
    elseif(line MATCHES "^  (.*Long)$")
        list(APPEND long "${suite}.${CMAKE_MATCH_1}")
    elseif(line MATCHES "^  ")
        list(APPEND suites "${suite}")
    endif()
endforeach()
list(REMOVE_DUPLICATES suites)
set(text "")
foreach(suite ${suites})
    string(APPEND text "add_test([[${suite}]] [[${PROGRAM}]] --gtest_brief=1 [[--gtest_filter=${suite}.*:-*Long]])\n")
endforeach()
foreach(test ${long})
    string(APPEND text "add_test([[${test}]] [[${PROGRAM}]] [[--gtest_filter=${test}]])\n"
                       "set_tests_properties([[${test}]] PROPERTIES LABELS long)\n")
endforeach()
file(WRITE ${OUT} "${text}")
