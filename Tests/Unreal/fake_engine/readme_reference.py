"""Holds Plugin/README.md against the plugin: every property that designers see, every Blueprint function and event, console
variable and argument of the commandlet is in it.

usage: readme_reference.py ROOT [--planted]
"""
import pathlib
import re
import sys

SOURCE = "Plugin/Sinew/Source"
REFLECTED = re.compile(r"(UPROPERTY|UFUNCTION)\((.*)\)\n\s*([^;{]+?)(?:;|\s*\{)")


def shown(name):
    """As the editor writes it: bDrawDomains is Draw Domains."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", re.sub(r"^b(?=[A-Z])", "", name))


def reflected(text):
    """(property, function or event; name) of everything that somebody sees in the editor or in a Blueprint."""
    for macro, specifiers, declared in REFLECTED.findall(text):
        if macro == "UFUNCTION":
            yield "function", re.search(r"(\w+)\(", declared)[1]
            continue
        name = re.search(r"(\w+)\s*(?:=.*)?$", declared.strip(), re.S)[1]
        if "BlueprintAssignable" in specifiers:
            yield "event", name
        elif "EditAnywhere" in specifiers:
            yield "property", name


def wanted(root):
    """What the README has to have, and what it is."""
    component = (root / SOURCE / "SinewRuntime/Public/SinewComponent.h").read_text()
    for kind, name in reflected(component):
        yield (f"| {shown(name)}", f", {shown(name)}") if kind == "property" else (f"`{name}`",), f"{kind} {name}"
    asset = (root / SOURCE / "SinewRuntime/Public/SinewAsset.h").read_text()
    for kind, name in reflected(asset):
        if kind == "property":
            yield (f"**{shown(name)}**",), f"asset's property {name}"
    for name in re.findall(r'TEXT\("(sinew\.\w+)"\)', (root / SOURCE / "SinewRuntime/Private/SinewConsole.cpp").read_text()):
        yield (f"| `{name}`",), f"console variable {name}"
    commandlet = (root / SOURCE / "SinewEditor/Private/Build/SinewPrecompute.cpp").read_text()
    for name in re.findall(r'(?:Switches\.Contains|Values\.Find)\(TEXT\("(\w+)"\)', commandlet):
        yield (f"| `-{name}",), f"argument -{name} of the commandlet"


def check(root, readme):
    all_wanted = list(wanted(root))
    kinds = {what.split()[0] for _, what in all_wanted}
    problems = [f"nothing was found of this kind: {kind}" for kind in
                {"property", "function", "event", "asset's", "console", "argument"} - kinds]
    return problems + [f"not in the README: {what}" for texts, what in all_wanted if not any(text in readme for text in texts)]


def planted(root, readme):
    """What is taken out of the README has to be missed."""
    faults = {"| Mesh Tolerance": "MeshTolerance", "`AddImpulse`": "AddImpulse", "`OnFallback`": "OnFallback",
              "| `sinew.BudgetMs`": "sinew.BudgetMs", "| `-Check`": "-Check", "**Source Tets**": "SourceTets"}
    return [name for text, name in faults.items()
            if text not in readme or not any(name in problem for problem in check(root, readme.replace(text, "")))]


def main(root, *options):
    root = pathlib.Path(root)
    readme = (root / "Plugin/README.md").read_text()
    problems = [f"this fault was not found: {name}" for name in planted(root, readme)] if options else check(root, readme)
    print("\n".join(problems) or ("every planted fault is found" if options else "the README has it all"))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
