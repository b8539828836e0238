"""What the fake engine's programs do: write down how they were called, then act as the real ones are documented to.

FAKE_ENGINE_CALLS names the file of calls, a line of JSON each. FAKE_ENGINE_FAULTS has words, one per way to go wrong:
no-package, uat-fails, script-fails, script-raises, commandlet-fails, commandlet-silent, rebuilds-always, builds-nothing,
no-report, empty-report, test-fails, test-fails-quietly.
"""
import json
import os
import pathlib
import runpy
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
FAULTS = os.environ.get("FAKE_ENGINE_FAULTS", "").split()


def value(arguments, name):
    """Of -name=value, which the engine reads whatever its capitals."""
    start = f"-{name}=".lower()
    found = [argument[len(start):] for argument in arguments if argument.lower().startswith(start)]
    return found[0] if found else None


def record(program, arguments):
    with open(os.environ["FAKE_ENGINE_CALLS"], "a", encoding="utf-8") as file:
        seen = {name: os.environ.get(name) for name in ("SINEW_SAMPLE_CHARACTER", "SINEW_TEST_ASSETS")}
        file.write(json.dumps({"program": program, "arguments": arguments, "environment": seen}) + "\n")


def automation_tool(arguments):
    if arguments[0] != "BuildPlugin" or "uat-fails" in FAULTS:
        return 6
    package = pathlib.Path(value(arguments, "Package"))
    descriptor = pathlib.Path(value(arguments, "Plugin"))
    if "no-package" not in FAULTS:
        package.mkdir(parents=True)
        shutil.copy(descriptor, package)
    return 0


def run_script(script):
    if "script-fails" in FAULTS:
        return 0
    sys.path.insert(0, str(HERE / "python"))
    if "script-raises" in FAULTS:
        import unreal
        unreal.fail_next("create_asset")
    try:
        runpy.run_path(script, run_name="__main__")
    except Exception as error:  # the editor logs it and ends well
        print(f"LogPython: Error: {error}")
    return 0


def precompute(arguments, project):
    if "commandlet-fails" in FAULTS:
        return 3
    if "commandlet-silent" in FAULTS:
        return 0
    built = project.parent / "built"
    state = "current" if built.exists() and "rebuilds-always" not in FAULTS else "built"
    built.touch()
    lines = [{"progress": "poses", "done": 1, "total": 1}, {"asset": "/Game/Sinew/Limb_Sinew", "state": state}]
    text = "" if "builds-nothing" in FAULTS else "".join(json.dumps(line) + "\n" for line in lines)
    pathlib.Path(value(arguments, "JsonLog")).write_text(text)
    return 0


def automation(arguments):
    report = pathlib.Path(value(arguments, "ReportExportPath"))
    if "no-report" in FAULTS:
        return 0
    good = {"fullTestPath": "Sinew.Component.LifeCycle", "state": "Success"}
    bad = {"fullTestPath": "Sinew.Import.RefusesOldVersions", "state": "Fail"}
    fails = "test-fails" in FAULTS or "test-fails-quietly" in FAULTS
    tests = [] if "empty-report" in FAULTS else [good, bad] if fails else [good]
    report.mkdir(parents=True)
    # The engine begins its files with a byte order mark.
    (report / "index.json").write_text(json.dumps({"tests": tests}), encoding="utf-8-sig")
    return 255 if "test-fails" in FAULTS else 0


def editor(arguments):
    project = pathlib.Path(arguments[0])
    if not json.loads(project.read_text())["Plugins"] or not (project.parent / "Plugins/Sinew/Sinew.uplugin").is_file():
        return 1
    commandlet = value(arguments, "run")
    if commandlet == "pythonscript":
        return run_script(value(arguments, "script"))
    if commandlet == "SinewPrecompute":
        return precompute(arguments, project)
    if (value(arguments, "ExecCmds") or "").startswith("Automation RunTests Sinew"):
        return automation(arguments)
    print(f"nothing is known of {arguments}")
    return 1


if __name__ == "__main__":
    record(sys.argv[1], sys.argv[2:])
    sys.exit({"uat": automation_tool, "editor": editor}[sys.argv[1]](sys.argv[2:]))
