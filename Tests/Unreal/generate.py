#!/usr/bin/env python3
"""Writes X.generated.h for every header with reflected types, as the engine's header tool would: what GENERATED_BODY
stands for, and what tests may ask of classes, properties, functions and enums.

Usage: generate.py MODULES OUT [--list]
    MODULES is the folder with a folder per module; OUT/<Module>/X.generated.h are written where they changed.
    --list prints what is, or would be, written, one path per line.
"""
import pathlib
import re
import sys

from reflection import parse_header

INDENT = "    "


def text(value):
    return 'TEXT("' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ") + '")'


def told(specifiers):
    """As an initializer list: a specifier has no value."""
    pairs = [f"{{{text(key)}, {'nullptr' if value is None else text(value)}}}" for key, value in specifiers]
    return "{" + ", ".join(pairs) + "}"


def macro(name, lines):
    body = " \\\n".join(INDENT + line for line in lines) if lines else ""
    return f"#define {name}" + (f" \\\n{body}" if body else "") + "\n"


def under(condition, name, lines):
    """A macro that is empty where the condition does not hold: a macro cannot contain an #if."""
    if condition is None:
        return macro(name, lines)
    return f"#if {condition}\n{macro(name, lines)}#else\n{macro(name, [])}#endif\n"


def grouped(members):
    """Members by the condition that they stand under, in the order of the first of each."""
    groups = {}
    for member in members:
        groups.setdefault(member.condition, []).append(member)
    return groups.items()


def parts(prefix, kind, members, line_of):
    """Helper macros for one kind of line, and the calls of them."""
    text_out, calls = "", []
    for number, (condition, group) in enumerate(grouped(members)):
        name = f"{prefix}_{kind}{number}"
        text_out += under(condition, name, [line_of(member) for member in group])
        calls.append(name)
    return text_out, calls


def property_bits(member):
    names = {key for key, _ in member.specifiers}
    bits = 1 if names & {"Transient", "DuplicateTransient", "SkipSerialization"} else 0
    return bits | (2 if member.condition and "EDITORONLY" in member.condition else 0)


def visit_line(member):
    return f"SinewFakeVisitor({text(member.name)}, this->{member.name}, {property_bits(member)}u);"


def tell_line(member):
    return f"SinewFake::Tell(SinewFakeTold, {text(member.type)}, {text(member.name)}, {told(member.specifiers)});"


def function_line(owner):
    def line(function):
        call = "nullptr"
        if function.callable_without_arguments:
            call = f"[](UObject* SinewFakeObject) {{ static_cast<{owner}*>(SinewFakeObject)->{function.name}(); }}"
        return f"SinewFake::TellFunction(SinewFakeTold, {text(function.name)}, {call}, {told(function.specifiers)});"
    return line


def constructor(cls):
    if any(key == "Abstract" for key, _ in cls.specifiers):
        return ["static constexpr void (*SinewFakeConstruct)(const FObjectInitializer&) = nullptr;"]
    argument = "SinewFakeInitializer" if cls.takes_initializer else ""
    return ["static void SinewFakeConstruct(const FObjectInitializer& SinewFakeInitializer) {",
            f"{INDENT}::new (SinewFake::MemoryOf(SinewFakeInitializer)) {cls.name}({argument});", "}"]


def visitor(calls):
    """Of structs and classes alike; an empty one must not warn of what it does not use."""
    return (["template <class SinewFakeVisitorType>",
             "void SinewFakeVisit(SinewFakeVisitorType&& SinewFakeVisitor) {",
             INDENT + "(void)SinewFakeVisitor;"] + [INDENT + call for call in calls] + ["}"])


def class_body(cls, prefix, module):
    visit_macros, visits = parts(prefix, "VISIT", cls.properties, visit_line)
    tell_macros, tells = parts(prefix, "TELL", cls.properties, tell_line)
    function_macros, functions = parts(prefix, "FUNCTION", cls.functions, function_line(cls.name))
    static = "&" if not any(key == "Abstract" for key, _ in cls.specifiers) else ""
    lines = ["public:"] + constructor(cls)
    lines += ["static void SinewFakeDescribe(UClass& SinewFakeTold) {",
              f"{INDENT}SinewFake::TellStruct(SinewFakeTold, {told(cls.specifiers)});"]
    lines += [INDENT + call for call in tells + functions] + ["}"]
    lines += visitor(visits)
    lines += [f"SINEW_FAKE_CLASS_COMMON({cls.name}, {cls.base}, \"{module}\", {static}{cls.name}::SinewFakeConstruct)",
              "void SinewFakeReferences(FReferenceCollector& SinewFakeCollector) override {",
              INDENT + "Super::SinewFakeReferences(SinewFakeCollector);",
              INDENT + "SinewFakeVisit([&](const TCHAR*, auto& SinewFakeMember, uint32) {",
              INDENT * 2 + "SinewFake::VisitReferences(SinewFakeMember, SinewFakeCollector);",
              INDENT + "});", "}",
              "void SinewFakeProperties(SinewFake::FPropertyArchive& SinewFakeArchive) override {",
              INDENT + "Super::SinewFakeProperties(SinewFakeArchive);",
              INDENT + "SinewFakeVisit([&](const TCHAR* SinewFakeName, auto& SinewFakeMember, uint32 SinewFakeBits) {",
              INDENT * 2 + "SinewFakeArchive.Visit(SinewFakeName, SinewFakeMember, SinewFakeBits);",
              INDENT + "});", "}", "private:"]
    return visit_macros + tell_macros + function_macros + macro(f"{prefix}_GENERATED_BODY", lines)


def struct_body(struct, prefix):
    visit_macros, visits = parts(prefix, "VISIT", struct.properties, visit_line)
    tell_macros, tells = parts(prefix, "TELL", struct.properties, tell_line)
    lines = visitor(visits)
    lines += ["static UScriptStruct* StaticStruct() {",
              INDENT + "static UScriptStruct* const SinewFakeMade = [] {",
              f"{INDENT * 2}UScriptStruct* SinewFakeNew = new UScriptStruct(\"{struct.name}\");",
              INDENT * 2 + "UScriptStruct& SinewFakeTold = *SinewFakeNew;",
              f"{INDENT * 2}SinewFake::TellStruct(SinewFakeTold, {told(struct.specifiers)});"]
    lines += [INDENT * 2 + call for call in tells]
    lines += [INDENT * 2 + "return SinewFakeNew;", INDENT + "}();", INDENT + "return SinewFakeMade;", "}"]
    if struct.base:
        lines.insert(0, f"using Super = {struct.base};")
    return visit_macros + tell_macros + macro(f"{prefix}_GENERATED_BODY", lines)


def enum_text(enum):
    values = ", ".join(f'{{{text(name)}, static_cast<int64>({enum.name}::{name})}}' for name in enum.values)
    # The enum's values are not known yet where this stands, so they are asked for when the first caller is compiled.
    return (f"enum class {enum.name} : {enum.underlying};\n"
            f"template <class T>\n    requires std::is_same_v<T, {enum.name}>\nUEnum* SinewFakeEnumOf(T*) {{\n"
            f"    static UEnum Made = [] {{\n        UEnum Filled;\n        Filled.Name = {text(enum.name)};\n"
            f"        Filled.Names = {{{values.replace(enum.name + '::', 'T::')}}};\n        return Filled;\n    }}();\n    return &Made;\n}}\n")


def generated(header, module, path):
    file_id = "SINEW_FAKE_" + re.sub(r"\W", "_", f"{module}_{path.stem}")
    out = ["#pragma once\n// Written by generate.py.\n#include \"UObject/UObjectGlobals.h\"\n#include \"UObject/Interface.h\"\n\n"]
    for name in header.forward:
        out.append(f"class {name};\n")
    for enum in header.enums:
        out.append(enum_text(enum))
    for cls in header.classes:
        prefix = f"{file_id}_{cls.line}"
        if cls.kind == "interface":
            out.append(macro(f"{prefix}_GENERATED_BODY", ["public:", f"using UClassType = U{cls.name[1:]};"]))
        else:
            out.append(class_body(cls, prefix, module) if cls.kind == "class" else struct_body(cls, prefix))
    out.append(f"#undef CURRENT_FILE_ID\n#define CURRENT_FILE_ID {file_id}\n")
    return "\n".join(out)


def write(path, content):
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text() != content:
        path.write_text(content)


def main(modules, out, *options):
    modules, out = pathlib.Path(modules), pathlib.Path(out)
    for path in sorted(modules.glob("*/**/*.h")):
        content = path.read_text()
        if f'"{path.stem}.generated.h"' not in content:
            continue
        module = path.relative_to(modules).parts[0]
        target = out / module / f"{path.stem}.generated.h"
        print(target)
        if "--list" not in options:
            write(target, generated(parse_header(content, path), module, path))


if __name__ == "__main__":
    main(*sys.argv[1:])
