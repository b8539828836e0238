"""usage: check_stage.py DIR PLATFORM CMAKE...: stages the plugin to DIR and says what of it is missing, and which links of its README lead
nowhere; a stage that lacks a file must be found out."""
import pathlib
import re
import shutil
import subprocess
import sys


def missing(plugin, platform):
    binaries = plugin / "Binaries/ThirdParty/SinewCore" / platform
    windows = platform == "Win64"
    libraries = [f"{name}.dll" if windows else f"lib{name}.so" for name in ("sinew_runtime", "sinew_full")]
    wanted = ["Sinew.uplugin", "LICENSE", "README.md", "Extras/make_sample.py", "Extras/Limb.glb", "Extras/reference.recipe.toml",
              "Extras/ENGINE.md", "Config/FilterPlugin.ini", "Config/DefaultSinew.ini", "Resources/Icon128.png",
              "Source/SinewRuntime/SinewRuntime.Build.cs", "Source/SinewRuntime/Public/SinewComponent.h",
              "Source/ThirdParty/SinewCore/SinewCore.Build.cs", "Source/ThirdParty/SinewCore/Include/sinew.h",
              "Source/ThirdParty/SinewCore/Include/sinew_full.h", "Source/SinewEditor/SinewEditor.Build.cs"]
    files = [plugin / name for name in wanted] + [binaries / name for name in [*libraries, "sinew.exe" if windows else "sinew"]]
    if windows:
        files += [plugin / "Source/ThirdParty/SinewCore/Lib/Win64" / f"{name}.lib" for name in ("sinew_runtime", "sinew_full")]
    return [str(file.relative_to(plugin)) for file in files if not file.is_file() or file.stat().st_size == 0]


def misnamed(libraries):
    """Linux libraries that a loader would look for under another name than their own, or that are links: packages hold none."""
    found = []
    for library in libraries:
        named = re.search(r"\(SONAME\).*\[(.*)\]", subprocess.run(["readelf", "-d", library], check=True, capture_output=True, text=True).stdout)
        if library.is_symlink() or not named or named[1] != library.name:
            found.append(f"{library.name} is a link, or is loaded as {named[1] if named else 'nothing'}")
    return found


def dead_links(plugin):
    """Of the README: to files that are not in the plugin, to headings that are not in it, and files that packages would lose."""
    readme = (plugin / "README.md").read_text(encoding="utf-8")
    headings = {re.sub(r"[^\w -]", "", line.lstrip("# ").lower()).replace(" ", "-") for line in readme.splitlines() if line.startswith("#")}
    kept = [line.strip().lstrip("/").removesuffix("...") for line in (plugin / "Config/FilterPlugin.ini").read_text().splitlines()]
    links = re.findall(r"\]\(([^)\s]+)\)", readme)
    local = [link for link in links if not re.match(r"\w+://", link)]
    dead = [link for link in local if link.startswith("#") and link[1:] not in headings]
    dead += [link for link in local if not link.startswith("#") and not (plugin / link).is_file()]
    dead += [link + " (not in FilterPlugin.ini)" for link in local if "/" in link and not any(part and link.startswith(part) for part in kept)]
    return dead if local else ["there is none at all, which cannot be"]


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
    binaries = plugin / "Binaries/ThirdParty/SinewCore" / platform
    problems = misnamed(sorted(binaries.glob("*.so*")))
    problems += missing(plugin, platform) + [f"dead link of the README: {link}" for link in dead_links(plugin)] + (["Gone.cpp is still there"] if stale.exists() else [])
    if problems:
        sys.exit("\n".join(problems))
    if platform != "Win64":
        other = shutil.copy(binaries / "libsinew_runtime.so", folder / "libother.so")
        if len(misnamed([pathlib.Path(other)])) != 1:
            sys.exit("a library with another name was not found out")
    (plugin / "Source/ThirdParty/SinewCore/Include/sinew.h").unlink()
    if missing(plugin, platform) != ["Source/ThirdParty/SinewCore/Include/sinew.h"]:
        sys.exit("a header that is missing was not found out")
    (plugin / "Extras/make_sample.py").unlink()
    if dead_links(plugin) != ["Extras/make_sample.py"]:
        sys.exit("a dead link was not found out")
    print("staged, nothing missing")


main()
