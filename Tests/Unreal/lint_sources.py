"""What compilers and the engine's conventions demand of the plugin's files: rules 15, 16, 17, 20 and 21, and the house's own."""
import re

from reflection import blank_comments, closing, condition_at, conditions, line_at, split_top

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]+["<]([^">]+)[">]', re.MULTILINE)
MONOLITHS = {"Engine.h", "UnrealEd.h", "Core.h", "CoreUObject.h", "EngineMinimal.h", "EditorMinimal.h"}
FORMATS = re.compile(r"\b(UE_LOG|UE_CLOG|FString::Printf|Appendf|Logf|ensureMsgf|checkf|verifyf)\s*\(")
WIDE_ARGUMENT = re.compile(r"\b(FName|FText::FromString|FindObject<[^>]*>|LoadObject<[^>]*>|LoadModuleChecked<[^>]*>|GetModuleChecked<[^>]*>|"
                           r"IsModuleLoaded|FindConsoleVariable|GetEnvironmentVariable|SCOPED_NAMED_EVENT)\s*\(")
SPEC = re.compile(r"\b(?:BEGIN_)?DEFINE_SPEC\s*\(|\bIMPLEMENT_(?:SIMPLE|COMPLEX)_AUTOMATION_TEST\s*\(")
COPYRIGHT = "// Copyright the Sinew project. See LICENSE."
VERSION_WORDS = re.compile(r"\b(ENGINE_MAJOR_VERSION|ENGINE_MINOR_VERSION|UE_VERSION_\w+|UE_5_\d+_OR_LATER)\b")
VERSION_HEADER = "SinewEngineVersion.h"


def rule_15(path, text, stems):
    for match in re.finditer(r"\bUE_INLINE_GENERATED_CPP_BY_NAME\s*\(\s*(\w+)\s*\)", text):
        if path.suffix != ".cpp" or match.group(1) != path.stem or path.stem not in stems["generated"]:
            yield line_at(text, match.start()), f"UE_INLINE_GENERATED_CPP_BY_NAME({match.group(1)}): only in {match.group(1)}.cpp, for a header that has one"


def rule_16(path, text, stems):
    includes = INCLUDE.findall(text)
    if path.suffix == ".h" and "#pragma once" not in text:
        yield 1, "a header has #pragma once"
    if path.suffix == ".cpp" and path.name.split(".")[0] in stems["headers"] and (not includes or includes[0].split("/")[-1] != path.name.split(".")[0] + ".h") \
            and not path.name.endswith(".spec.cpp"):
        yield 1, f"{path.name.split('.')[0]}.h must be the first include"
    for name in includes:
        if name in MONOLITHS or "PCH" in name:
            yield 1, f"{name}: include what is used"


def rule_20(path, text, stems):
    """Literals for the engine are wide, and formats get what they ask for."""
    for match in FORMATS.finditer(text):
        inside = split_top(text[match.end():closing(text, match.end() - 1)], angles=False)
        if text[match.start() - 1] == "#" or "define" in text[text.rfind("\n", 0, match.start()) + 1:match.start()]:
            continue
        at = {"UE_LOG": 2, "UE_CLOG": 3, "FString::Printf": 0, "Appendf": 0, "Logf": 0}.get(match.group(1), 1)
        line = line_at(text, match.start())
        if match.group(1) == "Logf" and inside and inside[0].startswith("ELogVerbosity"):
            at = 1
        if len(inside) <= at:
            continue
        if not re.match(r"(TEXT\s*\(|[A-Za-z_]\w*$)", inside[at]):
            yield line, f"{match.group(1)}: the format must be in TEXT()"
            continue
        yield from format_problems(line, match.group(1), inside[at], inside[at + 1:], text)
    for match in WIDE_ARGUMENT.finditer(text):
        if re.match(r"\s*(?:nullptr\s*,\s*)?\"", text[match.end():]):
            yield line_at(text, match.start()), f"{match.group(1)}: the literal must be in TEXT()"


def format_problems(line, name, text, arguments, whole):
    if not text.startswith("TEXT"):
        return
    asked = re.findall(r"%(?!%)[-+ #0]*(\*|\d+)?(?:\.(\*|\d+))?(hs|ls|s|lld|llu|llx|d|i|u|x|X|f|g|e|c|p|zu)", re.sub(r"%%", "", text))
    stars = sum((width == "*") + (precision == "*") for width, precision, _ in asked)
    if len(asked) + stars != len(arguments):
        yield line, f"{name}: {len(asked)} places and {len(arguments)} arguments in {text}"
        return
    if stars:
        return
    for (_, _, letter), argument in zip(asked, arguments):
        wide = re.match(r"\*|\(?TEXT\s*\(|UTF8_TO_TCHAR|ANSI_TO_TCHAR", argument) or "TEXT(" in argument or argument.endswith((".Get()", "GetData()"))
        called = re.match(r"(\w+)\(", argument)
        wide = wide or (called and re.search(rf"const TCHAR\s*\*\s*(?:const\s+)?{called.group(1)}\s*\(", whole))
        if letter == "s" and not wide and not re.match(r"[A-Z]\w*$", argument):
            yield line, f"{name}: %s needs TCHAR*, so *{argument}; a narrow one needs %hs"


def rule_21(path, text, stems):
    for match in re.finditer(r"\bclass\s+(?:\w+_API\s+)?(\w+)\s*(?:final\s*)?:\s*public\s+UCommandlet\b", text):
        if not match.group(1).endswith("Commandlet"):
            yield line_at(text, match.start()), f"{match.group(1)} must end in Commandlet"
    for match in SPEC.finditer(text):
        line = line_at(text, match.start())
        inside = split_top(text[match.end():closing(text, match.end() - 1)])
        if not path.name.endswith(".spec.cpp"):
            yield line, "tests are in files named X.spec.cpp"
        if len(inside) != 3:
            continue
        if "Test" in inside[1]:
            yield line, f"{inside[1]}: no 'Test' in a test's name"
        if not inside[1].strip('"').startswith("Sinew."):
            yield line, f"{inside[1]}: tests are named Sinew.…"
        if "EAutomationTestFlags" in inside[2]:
            yield from filter_problems(line, inside[2])
        elif inside[2] != "SINEW_TEST_FLAGS":
            yield line, f"{inside[2]}: SINEW_TEST_FLAGS, which are right in every version"
    for match in re.finditer(r"#\s*define\s+SINEW_TEST_FLAGS\b((?:[^\n]*\\\n)*[^\n]*)", text):
        yield from filter_problems(line_at(text, match.start()), match.group(1))


def filter_problems(line, flags):
    if len(re.findall(r"\b\w+Filter\b", flags)) != 1 or not re.search(r"\b\w+Context(?:Mask)?\b", flags):
        yield line, "test flags have exactly one Filter and at least one Context"


def house_rules(path, raw, text):
    if raw.split("\n", 1)[0] != COPYRIGHT:
        yield 1, f"the first line must be {COPYRIGHT}"
    if path.name != VERSION_HEADER:
        for match in VERSION_WORDS.finditer(text):
            yield line_at(text, match.start()), f"{match.group(1)}: conditions on the engine's version are in {VERSION_HEADER} only"
    found = conditions(text)
    for match in re.finditer(r"\bSinewFake\w*|\bbSinewFake\w*", text):
        condition = condition_at(found, match.start()) or ""
        if "SINEW_FAKE_UE_MINOR" not in condition or condition.startswith("!"):
            yield line_at(text, match.start()), f"{match.group(0)} is of the stand-in alone: #if defined(SINEW_FAKE_UE_MINOR)"
    if raw.count("\n") >= 500:
        yield 500, "500 lines or more"


RULES = {15: rule_15, 16: rule_16, 20: rule_20, 21: rule_21}


def check_sources(root, paths):
    by_module = {}
    for path in paths:
        module = path.relative_to(root / "Plugin/Sinew/Source").parts[0]
        stems = by_module.setdefault(module, {"headers": set(), "generated": set()})
        if path.suffix == ".h":
            stems["headers"].add(path.stem)
            if f"{path.stem}.generated.h" in path.read_text():
                stems["generated"].add(path.stem)
    for path in paths:
        raw = path.read_text()
        text = blank_comments(raw)
        stems = by_module[path.relative_to(root / "Plugin/Sinew/Source").parts[0]]
        for number, rule in RULES.items():
            for line, words in rule(path, text, stems):
                yield path, line, number, words
        for line, words in house_rules(path, raw, text):
            yield path, line, "house", words
