"""Reads reflected declarations out of a header: enough of C++ for headers that keep the lint's rules."""
import dataclasses
import re


@dataclasses.dataclass
class Member:
    name: str
    type: str
    specifiers: list
    line: int
    condition: str = None
    text: str = ""
    access: str = "public"
    callable_without_arguments: bool = False


@dataclasses.dataclass
class Class:
    name: str
    base: str
    bases: list
    kind: str  # class, struct or interface
    specifiers: list
    line: int  # of GENERATED_BODY
    api: str = ""
    properties: list = dataclasses.field(default_factory=list)
    functions: list = dataclasses.field(default_factory=list)
    takes_initializer: bool = False
    body: str = ""
    body_offset: int = 0
    macro_line: int = 0
    legacy: bool = False  # GENERATED_UCLASS_BODY


@dataclasses.dataclass
class Enum:
    name: str
    underlying: str
    specifiers: list
    values: list
    line: int
    is_class: bool = True


@dataclasses.dataclass
class Header:
    classes: list
    enums: list
    forward: list


def blank_comments(text):
    """Comments become blanks; strings stay; lines stay where they are."""
    def blank(match):
        found = match.group(0)
        return found if found[0] in "\"'" else re.sub(r"[^\n]", " ", found)
    return re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', blank, text, flags=re.DOTALL)


def line_at(text, offset):
    return text.count("\n", 0, offset) + 1


def closing(text, opening):
    """The offset of what closes the bracket at `opening`; strings are skipped."""
    pairs = {"(": ")", "{": "}", "[": "]"}
    depth, index, wanted = 0, opening, text[opening]
    while index < len(text):
        letter = text[index]
        if letter == '"':
            index += len(re.match(r'"(?:\\.|[^"\\\n])*"', text[index:]).group(0))
            continue
        if letter == wanted:
            depth += 1
        elif letter == pairs[wanted]:
            depth -= 1
            if depth == 0:
                return index
        index += 1
    raise ValueError(f"line {line_at(text, opening)}: {wanted} is never closed")


def split_top(text, angles=True):
    """By commas that are in no bracket and no string; where there are expressions, < and > are no brackets."""
    found, depth, start = [], 0, 0
    opening, ending = ("({[<", ")}]>") if angles else ("({[", ")}]")
    for match in re.finditer(r'"(?:\\.|[^"\\\n])*"|[(){}\[\]<>,]', text):
        letter = match.group(0)
        if letter in opening:
            depth += 1
        elif letter in ending:
            depth -= 1
        elif letter == "," and depth == 0:
            found.append(text[start:match.start()])
            start = match.end()
    return [part.strip() for part in found + [text[start:]] if part.strip()]


def unquote(value):
    joined = re.findall(r'"((?:\\.|[^"\\\n])*)"', value)
    return "".join(joined).replace('\\"', '"') if joined else value.strip()


def parse_specifiers(text):
    """[(name, value or None)]; meta=(…) is opened."""
    found = []
    for part in split_top(text):
        key, equals, value = part.partition("=")
        key = key.strip()
        if key.lower() == "meta":
            inner = value.strip()
            for name, worth in parse_specifiers(inner[1:-1] if inner.startswith("(") else inner):
                found.append((name, "" if worth is None else worth))
        else:
            found.append((key, unquote(value.strip().strip("()")) if equals else None))
    return found


def conditions(text):
    """[(offset, condition)]: what #if each stretch stands under; None outside of all."""
    stack, found = [], [(0, None)]
    for match in re.finditer(r"^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|else|endif)\b([^\n]*)", text, re.MULTILINE):
        word, rest = match.group(1), match.group(2).strip()
        if word in ("if", "ifdef", "ifndef"):
            stack.append(rest if word == "if" else f"{'!' if word == 'ifndef' else ''}defined({rest})")
        elif word in ("elif", "else") and stack:
            stack[-1] = f"!({stack[-1]})" + (f" && ({rest})" if rest else "")
        elif word == "endif" and stack:
            stack.pop()
        found.append((match.end(), " && ".join(f"({part})" for part in stack) if len(stack) > 1 else (stack[0] if stack else None)))
    return found


def condition_at(found, offset):
    return [condition for start, condition in found if start <= offset][-1]


def access_at(body, offset, default):
    named = re.findall(r"\b(public|protected|private)\s*:(?!:)", body[:offset])
    return named[-1] if named else default


def declarations(text, macro):
    """[(offset, inside the brackets, offset behind them)] of one macro."""
    for match in re.finditer(rf"\b{macro}\s*\(", text):
        end = closing(text, match.end() - 1)
        yield match.start(), text[match.end():end], end + 1


def parse_property(body, specifiers, offset, behind):
    end = body.index(";", behind)
    declared = body[behind:end]
    bare = re.split(r"=|\{", declared, 1)[0]
    bare = re.sub(r"\bUPROPERTY\b.*", "", bare).strip()
    bits = re.match(r"(.*?)\s*:\s*\d+\s*$", bare, re.DOTALL)
    bare = bits.group(1) if bits else bare
    match = re.match(r"(.*?)(\w+)\s*(\[[^\]]*\])?$", bare, re.DOTALL)
    kind = re.sub(r"\s+", " ", match.group(1)).strip()
    return Member(match.group(2), kind, parse_specifiers(specifiers), 0, text=declared.strip())


def parse_function(body, specifiers, behind):
    opening = body.index("(", behind)
    end = closing(body, opening)
    head, arguments = body[behind:opening].strip(), body[opening + 1:end].strip()
    result, name = re.match(r"(.*?)(\w+)$", head, re.DOTALL).groups()
    result = re.sub(r"\b(virtual|static|inline|FORCEINLINE|\w+_API)\b", "", result).strip()
    found = Member(name, re.sub(r"\s+", " ", result), parse_specifiers(specifiers), 0, text=arguments)
    static = re.search(r"\bstatic\b", head) is not None
    found.callable_without_arguments = arguments in ("", "void") and result == "void" and not static
    return found


def fill_members(cls, text, found):
    body, offset = cls.body, cls.body_offset
    default = "public" if cls.kind == "struct" else "private"
    for macro, members in (("UPROPERTY", cls.properties), ("UFUNCTION", cls.functions)):
        for start, specifiers, behind in declarations(body, macro):
            member = (parse_property(body, specifiers, start, behind) if macro == "UPROPERTY"
                      else parse_function(body, specifiers, behind))
            member.line = line_at(text, offset + start)
            member.condition = condition_at(found, offset + start)
            member.access = access_at(body, start, default)
            members.append(member)


CLASS = re.compile(r"\s*(?:class|struct)\s+(?:alignas\([^)]*\)\s*)?(?:(?P<api>\w+_API)\s+)?(?P<name>\w+)\s*(?:final\s*)?"
                   r"(?::(?P<bases>[^{;]*))?\{")


def parse_class(text, kind, specifiers, offset, behind, found):
    match = CLASS.match(text, behind)
    if not match:
        raise ValueError(f"line {line_at(text, offset)}: no class follows")
    opening = match.end() - 1
    body = text[opening + 1:closing(text, opening)]
    bases = [re.sub(r"\b(public|protected|private|virtual)\b", "", base).strip()
             for base in (match["bases"] or "").split(",") if base.strip()]
    mark = re.search(r"\bGENERATED_(?:UCLASS_|USTRUCT_|IINTERFACE_|UINTERFACE_)?BODY\s*\(", body)
    cls = Class(match["name"], bases[0] if bases else "", bases, kind, parse_specifiers(specifiers),
                line_at(text, opening + 1 + mark.start()) if mark else 0, match["api"] or "", body=body,
                body_offset=opening + 1, macro_line=line_at(text, offset))
    cls.takes_initializer = re.search(rf"\b{cls.name}\s*\(\s*(?:const\s+)?FObjectInitializer\b", body) is not None
    cls.legacy = bool(mark) and "UCLASS_BODY" in mark.group(0)
    fill_members(cls, text, found)
    return cls


def parse_enum(text, specifiers, offset, behind):
    match = re.match(r"\s*enum\s+(class\s+)?(\w+)\s*(?::\s*(\w+))?\s*\{", text[behind:])
    if not match:
        raise ValueError(f"line {line_at(text, offset)}: no enum follows")
    opening = behind + match.end() - 1
    inside = re.sub(r"\bUMETA\s*\((?:[^()\"]|\"[^\"]*\"|\([^()]*\))*\)", "", text[opening + 1:closing(text, opening)])
    values = [re.split(r"[\s=]", part, 1)[0] for part in split_top(inside)]
    enum = Enum(match.group(2), match.group(3) or "", parse_specifiers(specifiers), values, line_at(text, offset))
    enum.is_class = match.group(1) is not None
    return enum


def parse_header(text, path=None):
    text = blank_comments(text)
    found = conditions(text)
    classes = []
    try:
        for macro, kind in (("UCLASS", "class"), ("USTRUCT", "struct"), ("UINTERFACE", "class")):
            for offset, specifiers, behind in declarations(text, macro):
                classes.append(parse_class(text, kind, specifiers, offset, behind, found))
        for match in re.finditer(r"\bclass\s+(?:\w+_API\s+)?(I[A-Z]\w*)\s*\{\s*GENERATED_BODY", text):
            classes.append(Class(match.group(1), "", [], "interface", [], line_at(text, match.end() - 1)))
        enums = [parse_enum(text, specifiers, offset, behind)
                 for offset, specifiers, behind in declarations(text, "UENUM")]
    except ValueError as problem:
        raise SystemExit(f"{path}: {problem}")
    return Header(classes, enums, [])
