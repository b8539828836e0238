set(lint Python3::Interpreter -B ${here}/lint.py ${PROJECT_SOURCE_DIR})
add_test(NAME Unreal.Lint COMMAND ${lint})
add_test(NAME Unreal.LintFindsPlantedFaults COMMAND ${lint} --planted)
