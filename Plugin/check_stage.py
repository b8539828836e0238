"""usage: check_stage.py DIR PLATFORM CMAKE...: stages the plugin to DIR and says what of it is missing; a stage that lacks a file must be found out."""
import pathlib
import shutil
import subprocess
import sys


def missing(plugin, platform):
    binaries = plugin / "Binaries/ThirdParty/SinewCore" / platform
    windows = platform == "Win64"
    libraries = [f"{name}.dll" if windows else f"lib{name}.so" for name in ("sinew_runtime", "sinew_full")]
    wanted = ["Sinew.uplugin", "LICENSE", "Config/FilterPlugin.ini", "Resources/Icon128.png",
              "Source/SinewRuntime/SinewRuntime.Build.cs", "Source/SinewRuntime/Public/SinewComponent.h",
              "Source/ThirdParty/SinewCore/SinewCore.Build.cs", "Source/ThirdParty/SinewCore/Include/sinew.h",
              "Source/ThirdParty/SinewCore/Include/sinew_full.h", "Source/SinewEditor/SinewEditor.Build.cs"]
    files = [plugin / name for name in wanted] + [binaries / name for name in [*libraries, "sinew.exe" if windows else "sinew"]]
    if windows:
        files += [plugin / "Source/ThirdParty/SinewCore/Lib/Win64" / f"{name}.lib" for name in ("sinew_runtime", "sinew_full")]
    return [str(file.relative_to(plugin)) for file in files if not file.is_file() or file.stat().st_size == 0]


def main():
    folder, platform, command = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3:]
    shutil.rmtree(folder, ignore_errors=True)
    plugin = folder / "Sinew"
    command = [f"TARGET={plugin}" if word.startswith("TARGET=") else word for word in command]
    # A file of before that the plugin no longer has must go.
    stale = plugin / "Source/SinewRuntime/Private/Gone.cpp"
    stale.parent.mkdir(parents=True)
    stale.write_text("int Gone;\n")
    subprocess.run(command, check=True)
    problems = missing(plugin, platform) + (["Gone.cpp is still there"] if stale.exists() else [])
    if problems:
        sys.exit("\n".join(problems))
    (plugin / "Source/ThirdParty/SinewCore/Include/sinew.h").unlink()
    if missing(plugin, platform) != ["Source/ThirdParty/SinewCore/Include/sinew.h"]:
        sys.exit("a header that is missing was not found out")
    print("staged, nothing missing")


main()
