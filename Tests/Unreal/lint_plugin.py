"""The plugin as a whole: its descriptor, its build rules, and the table of what it uses of the engine (rules 17, 18 and 19)."""
import json
import re

from reflection import blank_comments, closing, line_at

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]+"([^"]+)"', re.MULTILINE)
EDITOR_MODULES = {"UnrealEd", "PropertyEditor", "AssetTools", "AssetDefinition", "EditorFramework", "EditorSubsystem", "LevelEditor", "ContentBrowser",
                  "AnimationBlueprintLibrary", "SourceControl", "EditorStyle", "ToolMenus", "WorkspaceMenuStructure"}
PLATFORMS = {"Win64", "Linux", "LinuxArm64", "Mac", "Android", "IOS", "TVOS", "VisionOS"}
HOST_TYPES = {"Runtime", "RuntimeNoCommandlet", "RuntimeAndProgram", "CookedOnly", "UncookedOnly", "DeveloperTool", "Editor", "EditorNoCommandlet",
              "EditorAndProgram", "Program", "ServerOnly", "ClientOnly", "ClientOnlyNoCommandlet"}
PHASES = {"EarliestPossible", "PostConfigInit", "PostSplashScreen", "PreEarlyLoadingScreen", "PreLoadingScreen", "PreDefault", "Default", "PostDefault",
          "PostEngineInit", "None"}
FIELDS = {"FileVersion": int, "Version": int, "VersionName": str, "FriendlyName": str, "Description": str, "Category": str, "CreatedBy": str,
          "Modules": list}
ROW = re.compile(r"^\|\s*([\w/.]+\.h)\s*\|\s*(\w+)\s*\|\s*(.*?)\s*\|\s*(.*?)\s*\|\s*$", re.MULTILINE)


def rule_19(descriptor, modules):
    """The .uplugin; returns its module entries by name."""
    for field, kind in FIELDS.items():
        if not isinstance(descriptor.get(field), kind):
            yield f"{field} is missing, or is no {kind.__name__}"
    if descriptor.get("FileVersion") != 3:
        yield "FileVersion must be 3"
    if "EngineVersion" in descriptor:
        yield "EngineVersion is put in when a package is made for one engine, not here"
    seen = set()
    for entry in descriptor.get("Modules") or []:
        name = entry.get("Name", "")
        if name in seen:
            yield f"{name} is listed twice"
        seen.add(name)
        if entry.get("Type") not in HOST_TYPES:
            yield f"{name}: there is no type {entry.get('Type')}"
        if entry.get("LoadingPhase") not in PHASES:
            yield f"{name}: there is no loading phase {entry.get('LoadingPhase')}"
        if not set(entry.get("PlatformAllowList") or ["none"]) <= PLATFORMS:
            yield f"{name}: PlatformAllowList must name platforms"
        if name.endswith("Editor") and entry.get("Type") != "Editor":
            yield f"{name}: type Editor, or its commandlet is not there"
        if name not in modules:
            yield f"{name} has no Source/{name}/{name}.Build.cs"
    for name, text in modules.items():
        if "ModuleType.External" not in text and name not in seen:
            yield f"{name} has a Build.cs and is not listed"


def rule_18(path, text, listed):
    """Build.cs: file, class, constructor and folder have one name."""
    name = path.name.removesuffix(".Build.cs")
    bare = re.sub(r"//[^\n]*", "", text)
    if not re.search(rf"\bclass\s+{name}\s*:\s*ModuleRules\b", bare) or not re.search(rf"\bpublic\s+{name}\s*\(\s*ReadOnlyTargetRules\s+Target\s*\)", bare):
        yield f"the class and its constructor must be named {name}"
    if path.parent.name != name:
        yield f"the folder must be named {name}"
    if any(bare.count(a) != bare.count(b) for a, b in ("{}", "()", "[]")):
        yield "brackets do not match"
    if "ModuleType.External" in bare and name in listed:
        yield f"{name} is external and has no binary: not in the .uplugin"


def dependencies(text):
    """(always, only in editor builds)"""
    bare = re.sub(r"//[^\n]*", "", text)
    guarded = ""
    for match in re.finditer(r"if\s*\(\s*Target\.bBuildEditor\s*\)\s*\{", bare):
        end = closing(bare, match.end() - 1)
        guarded += bare[match.end():end]
    always = bare
    for match in re.finditer(r"if\s*\(\s*Target\.bBuildEditor\s*\)\s*\{[^}]*\}", bare):
        always = always.replace(match.group(0), "")

    def listed(part):
        return {name for block in re.findall(r"DependencyModuleNames\.Add(?:Range)?\s*\(([^;]*);", part) for name in re.findall(r'"(\w+)"', block)}
    return listed(always), listed(guarded)


def rule_17(name, text):
    always, _ = dependencies(text)
    if not name.endswith("Editor"):
        for module in sorted(always & EDITOR_MODULES):
            yield f"{module} is the editor's: a game does not have it"


def table(root):
    """{header: (module, used, known)} of Plugin/ENGINE.md."""
    path = root / "Plugin/ENGINE.md"
    return {header: (module, used, known) for header, module, used, known in ROW.findall(path.read_text())} if path.exists() else {}


def engine_includes(root, paths):
    """(path, line, header) of every include that is not the plugin's own."""
    own = {path.name for path in paths} | {"sinew.h", "sinew_full.h"}
    for path in paths:
        text = blank_comments(path.read_text())
        for match in INCLUDE.finditer(text):
            name = match.group(1)
            if name.split("/")[-1] not in own and not name.endswith(".generated.h"):
                yield path, line_at(text, match.start()), name


def evidence_problems(root, paths, modules, stand_in):
    """Everything that is used of the engine stands in the table, with a tag; and what stands there is used."""
    rows = table(root)
    if not rows:
        yield root / "Plugin/ENGINE.md", 1, "evidence", "there is no table of what is used of the engine"
        return
    used = set()
    for path, line, name in engine_includes(root, paths):
        used.add(name)
        module = path.relative_to(root / "Plugin/Sinew/Source").parts[0]
        if name not in rows:
            yield path, line, "evidence", f"{name} is not in Plugin/ENGINE.md"
            continue
        needed = rows[name][0]
        always, guarded = dependencies(modules.get(module, ""))
        if needed not in always | guarded:
            yield path, line, 18, f"{name} is of {needed}, which {module}.Build.cs does not depend on"
        if needed in EDITOR_MODULES and not module.endswith("Editor"):
            yield path, line, 17, f"{name} is of the editor's module {needed}"
        if stand_in and not (stand_in / name).exists():
            yield path, line, "evidence", f"{name} is not in the stand-in"
    for name, (_, what, known) in rows.items():
        if name not in used:
            yield root / "Plugin/ENGINE.md", 1, "evidence", f"{name} is in the table, and nothing includes it"
        if not what or not re.match(r"(D|R|U)\b", known):
            yield root / "Plugin/ENGINE.md", 1, "evidence", f"{name}: say what is used, and how well that is known (D, R or U)"


def class_problems(root, paths, stand_in):
    """Engine classes that the plugin names are in the table, by themselves or by their header."""
    rows = table(root)
    told = " ".join(f"{header} {used}" for header, (_, used, _) in rows.items())
    homes = {}
    for header in sorted(stand_in.rglob("*.h")):
        for name in re.findall(r"^(?:class|struct)\s+([UAFIS][A-Z]\w+)\s*(?:final\s*)?(?::[^;{]*)?\{", header.read_text(), re.MULTILINE):
            homes.setdefault(name, header.relative_to(stand_in).as_posix())
    core = core_headers(stand_in)
    for path in paths:
        words = set(re.findall(r"\b[UAFIS][A-Z]\w+\b", blank_comments(path.read_text())))
        for name in sorted(words & set(homes)):
            if homes[name] not in core and homes[name] not in rows and not re.search(rf"\b{name}\b", told):
                yield path, 1, "evidence", f"{name} ({homes[name]}) is not in Plugin/ENGINE.md"


def core_headers(stand_in):
    """What CoreMinimal.h brings along."""
    found, waiting = set(), ["CoreMinimal.h"]
    while waiting:
        name = waiting.pop()
        if name in found or not (stand_in / name).exists():
            continue
        found.add(name)
        waiting += INCLUDE.findall((stand_in / name).read_text())
    return found


def check_plugin(root, paths, stand_in):
    source = root / "Plugin/Sinew/Source"
    rules = sorted(source.rglob("*.Build.cs"))
    modules = {path.name.removesuffix(".Build.cs"): path.read_text() for path in rules}
    descriptor_path = root / "Plugin/Sinew/Sinew.uplugin"
    try:
        descriptor = json.loads(descriptor_path.read_text())
    except (OSError, ValueError) as problem:
        yield descriptor_path, 1, 19, f"cannot be read: {problem}"
        return
    for words in rule_19(descriptor, modules):
        yield descriptor_path, 1, 19, words
    listed = {entry.get("Name") for entry in descriptor.get("Modules") or []}
    for path in rules:
        for words in rule_18(path, path.read_text(), listed):
            yield path, 1, 18, words
        for words in rule_17(path.name.removesuffix(".Build.cs"), path.read_text()):
            yield path, 1, 17, words
    yield from evidence_problems(root, paths, modules, stand_in)
    if stand_in:
        yield from class_problems(root, paths, stand_in)
