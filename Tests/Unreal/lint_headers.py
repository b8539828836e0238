"""What the engine's header tool demands of reflected declarations: rules 1 to 14 of the list that the plugin is written by."""
import re

from reflection import blank_comments, closing, conditions, condition_at, declarations, line_at, parse_header, split_top

REFLECTED = re.compile(r"\b(UCLASS|USTRUCT|UENUM|UINTERFACE|UDELEGATE|DECLARE_DYNAMIC_\w*DELEGATE\w*)\s*\(")
MEMBER_MACROS = re.compile(r"\b(UPROPERTY|UFUNCTION|UCLASS|USTRUCT|UENUM|UINTERFACE)\s*\(")
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]+["<]([^">]+)[">]', re.MULTILINE)
NUMBERS = {"bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float", "double"}
NOT_FOR_BLUEPRINTS = {"int8", "int16", "uint16", "uint32", "uint64"}
VALUES = {"FString", "FName", "FText", "FVector", "FVector2D", "FVector3f", "FQuat", "FRotator", "FTransform", "FLinearColor", "FColor", "FGuid",
          "FBox", "FIntPoint", "FFilePath", "FDirectoryPath", "FSoftObjectPath", "FDateTime", "FTimespan", "FFieldPath",
          "FComponentReference"}
OBJECT_TEMPLATES = ("TObjectPtr", "TWeakObjectPtr", "TSoftObjectPtr", "TSoftClassPtr", "TSubclassOf", "TScriptInterface")
CONTAINERS = ("TArray", "TSet", "TMap")
COUNTS = ["", "OneParam", "TwoParams", "ThreeParams", "FourParams", "FiveParams", "SixParams", "SevenParams", "EightParams", "NineParams"]


def names(member):
    return {key for key, _ in member.specifiers}


def exposed(member):
    return names(member) & {"EditAnywhere", "EditDefaultsOnly", "EditInstanceOnly", "VisibleAnywhere", "VisibleDefaultsOnly",
                            "VisibleInstanceOnly", "BlueprintReadOnly", "BlueprintReadWrite", "BlueprintAssignable", "BlueprintCallable",
                            "BlueprintPure", "BlueprintNativeEvent", "BlueprintImplementableEvent", "CallInEditor"}


def rule_1(path, text, header):
    """X.generated.h: where there is something reflected, once, as the last include, by the file's own name."""
    uses = REFLECTED.search(text)
    includes = INCLUDE.findall(text)
    generated = [name for name in includes if name.endswith(".generated.h")]
    if not uses:
        if generated:
            yield 1, f"nothing is reflected here, so {generated[0]} is not made"
        return
    if generated != [f"{path.stem}.generated.h"]:
        yield line_at(text, uses.start()), f"must include {path.stem}.generated.h, once, and no other"
    elif includes[-1] != generated[0]:
        yield 1, f"{generated[0]} must be the last include"


def rule_2(path, text, header):
    for cls in header.classes:
        if cls.kind == "interface":
            continue
        if not cls.body.lstrip().startswith("GENERATED_BODY"):
            yield cls.macro_line, f"{cls.name} must begin with GENERATED_BODY()"
        # The body has a constructor of the header tool's own in it, for reload, which sets nothing.
        for match in re.finditer(r"\b(TSharedRef<[^;=()]*>|[\w:<>]+\s*&)\s*(\w+)\s*;", top_level(cls.body) if cls.kind == "class" else ""):
            yield cls.macro_line, f"{cls.name}::{match.group(2)}: {match.group(1)} must be set where it is declared"


def rule_3(path, text, header):
    """The letter before a name says what it is."""
    for cls in header.classes:
        wanted = "F" if cls.kind == "struct" else "I" if cls.kind == "interface" else "A" if cls.base[:1] == "A" else "U"
        if not re.match(rf"{wanted}[A-Z]", cls.name):
            yield cls.macro_line, f"{cls.name} must begin with {wanted}"
    for enum in header.enums:
        if not re.match(r"E[A-Z]", enum.name):
            yield enum.line, f"{enum.name} must begin with E"
    for match in re.finditer(r"^[ \t]*(template\s*<[^;{]*>\s*)?(?:class|struct)\s+(?:\w+_API\s+)?(\w+)\s*(?:final\s*)?(?::[^:;{][^;{]*)?\{", text, re.MULTILINE):
        wanted = "T" if match.group(1) else "[FUAISTC]"
        if not re.match(rf"{wanted}[A-Z]", match.group(2)):
            yield line_at(text, match.start(2)), f"{match.group(2)} must begin with {'T' if match.group(1) else 'F, or U, A, I, S'}"


def rule_4(path, text, header):
    for enum in header.enums:
        if not enum.is_class or enum.underlying != "uint8":
            yield enum.line, f"{enum.name} must be an enum class : uint8"


def depth_at(text, offset):
    return text.count("{", 0, offset) - text.count("}", 0, offset)


def rule_5(path, text, header):
    for cls in header.classes:
        if cls.kind != "struct":
            continue
        for function in cls.functions:
            yield function.line, f"{cls.name} is a USTRUCT and cannot have the UFUNCTION {function.name}"
        constructors = re.findall(rf"(?<![~\w]){cls.name}\s*\(([^)]*)\)", cls.body)
        if constructors and not any(not arguments.strip() or "=" in arguments for arguments in constructors):
            yield cls.macro_line, f"{cls.name} needs a constructor without arguments"
    for offset, _, _ in declarations(text, "USTRUCT"):
        if depth_at(text, offset) > 0 and not re.search(r"namespace[^{;]*\{[^}]*$", text[:offset]):
            yield line_at(text, offset), "a USTRUCT cannot be inside a class"


def split_type(kind):
    """TArray<TObjectPtr<UX>> → (TArray, [TObjectPtr<UX>])"""
    match = re.match(r"(\w+)\s*<(.*)>$", kind.strip())
    return (match.group(1), split_top(match.group(2))) if match else (kind.strip(), [])


def type_problem(kind, known, inside=False):
    outer, arguments = split_type(kind)
    if outer in CONTAINERS:
        if inside:
            return f"{kind} is a container in a container: put it in a USTRUCT"
        return next((problem for problem in (type_problem(each, known, True) for each in arguments) if problem), None)
    if outer in OBJECT_TEMPLATES or outer in NUMBERS or outer in VALUES or outer in known:
        return None
    if outer == "TEnumAsByte":
        return None
    return f"{kind} is no type that the header tool knows"


def rule_6(path, text, header, known=()):
    """`known`: reflected structs, enums and delegates of the whole plugin."""
    for cls in header.classes:
        for member in cls.properties:
            kind = re.sub(r"^const\s+", "", member.type)
            if re.search(r"\b[UA]\w+\s*\*$", kind):
                continue  # rule 12 says it
            problem = type_problem(kind, known)
            if problem:
                yield member.line, f"{cls.name}::{member.name}: {problem}"
            visible = names(member) & {"BlueprintReadOnly", "BlueprintReadWrite"}
            words = set(re.findall(r"\w+", kind))
            if visible and words & NOT_FOR_BLUEPRINTS:
                yield member.line, f"{cls.name}::{member.name}: Blueprints do not know {', '.join(sorted(words & NOT_FOR_BLUEPRINTS))}"


def rule_7(path, text, header):
    for cls in header.classes:
        for member in cls.properties:
            if re.match(r"const\b", member.type) or member.type.endswith(" const"):
                yield member.line, f"{cls.name}::{member.name}: a property cannot be const"


def rule_8(path, text, header):
    for cls in header.classes:
        for member in cls.properties + cls.functions:
            given = names(member)
            place = f"{cls.name}::{member.name}"
            if len(given & {"EditAnywhere", "EditDefaultsOnly", "EditInstanceOnly", "VisibleAnywhere", "VisibleDefaultsOnly", "VisibleInstanceOnly"}) > 1:
                yield member.line, f"{place}: only one of Edit… and Visible…"
            if {"BlueprintReadOnly", "BlueprintReadWrite"} <= given:
                yield member.line, f"{place}: BlueprintReadOnly or BlueprintReadWrite, not both"
            if given & {"BlueprintReadOnly", "BlueprintReadWrite"} and member.access == "private" and "AllowPrivateAccess" not in given:
                yield member.line, f"{place} is private: meta=(AllowPrivateAccess=\"true\")"
            if exposed(member) and "Category" not in given:
                yield member.line, f"{place}: designers see it, so it needs a Category"


def rule_9(path, text, header):
    """Only the editor's two conditions may surround what is reflected."""
    found = conditions(text)
    for match in MEMBER_MACROS.finditer(text):
        condition = condition_at(found, match.start())
        allowed = {None, "0", "WITH_EDITORONLY_DATA"} | ({"WITH_EDITOR"} if match.group(1) == "UFUNCTION" else set())
        if condition not in allowed:
            yield line_at(text, match.start()), f"{match.group(1)} under #if {condition}: the header tool skips it"


def rule_10(path, text, header):
    for macro in ("UCLASS", "UENUM", "UINTERFACE"):
        for offset, _, _ in declarations(text, macro):
            if depth_at(text, offset) > 0:
                yield line_at(text, offset), f"{macro} inside a namespace or a class"
    for offset, _, _ in declarations(text, "USTRUCT"):
        if depth_at(text, offset) > 0:
            yield line_at(text, offset), "USTRUCT inside a namespace or a class"
    for match in re.finditer(r"\btemplate\s*<[^;{}]*>\s*U(?:CLASS|STRUCT)\s*\(", text):
        yield line_at(text, match.start()), "a template cannot be reflected"
    for each in header.classes + header.enums:
        if not each.name[1:].startswith("Sinew"):
            yield getattr(each, "macro_line", None) or each.line, f"{each.name}: names are unique in an engine, so they begin with Sinew"


def rule_11(path, text, header):
    for cls in header.classes:
        seen = set()
        for function in cls.functions:
            place = f"{cls.name}::{function.name}"
            if function.name in seen:
                yield function.line, f"{place}: a UFUNCTION cannot be overloaded"
            seen.add(function.name)
            for argument in split_top(function.text) + [function.type]:
                if re.search(r"\bstd::", argument):
                    yield function.line, f"{place}: {argument}: std types cannot be reflected"
                pointer = re.search(r"(\w+)\s*(?:const\s*)?\*", argument)
                if pointer and not re.match(r"[UA][A-Z]", pointer.group(1)):
                    yield function.line, f"{place}: {argument}: only pointers to objects"
                if re.search(r"&\s*\w+$", argument) and "const" not in argument and "UPARAM(ref)" not in argument.replace(" ", "") \
                        and not re.search(r"&\s*b?Out[A-Z]\w*$", argument):
                    yield function.line, f"{place}: {argument}: UPARAM(ref), or a name that begins with Out"


def top_level(body):
    """A class's body without the bodies in it."""
    out, index = [], 0
    while index < len(body):
        if body[index] == "{":
            index = closing(body, index)
        out.append(body[index])
        index += 1
    return "".join(out)


def rule_12(path, text, header):
    """Objects are held by TObjectPtr in a UPROPERTY, or the collector takes them."""
    for cls in header.classes:
        if cls.kind == "interface":
            continue
        held = {member.name for member in cls.properties}
        for match in re.finditer(r"(?:^|[;}\n])\s*(?:mutable\s+)?(?:const\s+)?(?:class\s+)?([UA][A-Z]\w*)\s*\*\s*(?:const\s+)?(\w+)\s*(?:=[^;]*)?;", top_level(cls.body)):
            yield cls.macro_line, f"{cls.name}::{match.group(2)}: TObjectPtr<{match.group(1)}> with UPROPERTY, or TWeakObjectPtr"
        for match in re.finditer(r"\bTObjectPtr<[^;()]*>+\s+(\w+)\s*(?:=[^;]*)?;", top_level(cls.body)):
            if match.group(1) not in held:
                yield cls.macro_line, f"{cls.name}::{match.group(1)}: a TObjectPtr without UPROPERTY keeps nothing alive"


def rule_13(path, text, header):
    for match in re.finditer(r"\bDECLARE_DYNAMIC_(?:MULTICAST_)?DELEGATE(?:_RetVal)?(?:_(\w+))?\s*\(", text):
        inside = split_top(text[match.end():closing(text, match.end() - 1)])
        line, suffix = line_at(text, match.start()), match.group(1) or ""
        if suffix not in COUNTS:
            yield line, f"there is no _{suffix}: up to nine parameters"
        elif len(inside) != 1 + 2 * COUNTS.index(suffix):
            yield line, f"{len(inside)} arguments: the name, and for each parameter its type and its name"
        if inside and not re.match(r"F[A-Z]", inside[0]):
            yield line, f"{inside[0]} must begin with F"


def rule_14(path, text, header):
    """What other modules see is exported by this module's own macro."""
    module = next(part for before, part in zip(path.parts, path.parts[1:]) if before == "Source")
    macro = module.upper() + "_API"
    for match in re.finditer(r"\b([A-Z]\w*_API)\b", text):
        if match.group(1) != macro:
            yield line_at(text, match.start()), f"{match.group(1)} in {module}: {macro}"
    if "Public" not in path.parts:
        return
    for cls in header.classes:
        if cls.kind == "class" and cls.api != macro and "MinimalAPI" not in {key for key, _ in cls.specifiers}:
            yield cls.macro_line, f"{cls.name} is public: class {macro} {cls.name}"


RULES = {1: rule_1, 2: rule_2, 3: rule_3, 4: rule_4, 5: rule_5, 7: rule_7, 8: rule_8, 9: rule_9, 10: rule_10, 11: rule_11, 12: rule_12,
         13: rule_13, 14: rule_14}


def reflected_names(headers):
    """Of structs, enums and delegates of the plugin, which properties may have as their types."""
    found = set()
    for text, header in headers:
        found |= {cls.name for cls in header.classes if cls.kind == "struct"} | {enum.name for enum in header.enums}
        found |= set(re.findall(r"\bDECLARE_DYNAMIC_\w*DELEGATE\w*\s*\(\s*(\w+)", text))
    return found


def check_headers(root, paths):
    """(path, line, rule, words) of every fault."""
    read = []
    for path in paths:
        text = blank_comments(path.read_text())
        try:
            read.append((path, text, parse_header(text, path)))
        except (SystemExit, ValueError, AttributeError) as problem:
            yield path, 1, 2, f"cannot be read: {problem}"
    known = reflected_names([(text, header) for _, text, header in read])
    seen = {}
    for path, text, header in read:
        relative = path.relative_to(root)
        for number, rule in RULES.items():
            for line, words in rule(relative, text, header):
                yield path, line, number, words
        for line, words in rule_6(relative, text, header, known):
            yield path, line, 6, words
        for each in header.classes:  # enums keep their letter
            if each.name[1:] in seen and seen[each.name[1:]] != each.name and getattr(each, "kind", "") != "interface":
                yield path, each.line, 10, f"{each.name} and {seen[each.name[1:]]} differ in their letter only"
            seen.setdefault(each.name[1:], each.name)
