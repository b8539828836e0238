#!/usr/bin/env python3
"""Checks that no file includes what lies above it, and that third-party headers stay where they belong.

Usage: include_direction.py ROOT             checks the tree below ROOT
       include_direction.py ROOT --planted   proves that each kind of violation is found
"""
import pathlib
import re

import planted

# Layer -> layers it may include besides itself. The order is the one a reader should learn the project in.
MAY_INCLUDE = {
    "Source/Base": [],
    "Source/Math": ["Source/Base"],
    "Source/Material": ["Source/Base", "Source/Math"],
    "Source/Asset": ["Source/Base", "Source/Math", "Source/Material"],
    "Source/Runtime": ["Source/Base", "Source/Math", "Source/Material", "Source/Asset"],
    "Source/Api": ["Source/Base", "Source/Math", "Source/Material", "Source/Asset", "Source/Runtime"],
}
RUNTIME = [name for name in MAY_INCLUDE if name != "Source/Api"]
# Rooms of the offline library; each sees those before it. Rooms in one string do not see each other.
OFFLINE = ["", "/Geometry", "/Character", "/Volume", "/Full", "/Tets /Lattice", "/Poses", "/Reduction"]
for rooms in OFFLINE:
    lower = [name for name in MAY_INCLUDE if name.startswith("Source/Offline")]
    for room in rooms.split(" "):
        MAY_INCLUDE["Source/Offline" + room] = RUNTIME + lower
# Rooms within a room see what is around them, not each other; what is around goes through them.
WITHIN = {
    "Source/Offline/Character": ["Gltf", "Check", "Motion"],
    "Source/Offline/Tets": ["Mesh", "Linear"],
    "Source/Runtime": ["Surface"],
}
# What writes an asset is offline, though it stands beside the view that games link.
ASSET_WRITER = "Source/Asset/Writer"
MAY_INCLUDE[ASSET_WRITER] = RUNTIME + ["Source/Offline"]
MAY_INCLUDE["Source/Offline/Reduction"].append(ASSET_WRITER)
# The full solver's C door stands on the offline solvers; the game's door beside it does not.
FULL_DOOR = "Source/Api/sinew_full"
MAY_INCLUDE[FULL_DOOR] = [name for name in MAY_INCLUDE if name.startswith("Source/")]
for outer, inner in WITHIN.items():
    for room in inner:
        MAY_INCLUDE[f"{outer}/{room}"] = [outer, *MAY_INCLUDE[outer]]
for user, seen in MAY_INCLUDE.items():  # whoever sees a room sees the rooms within it, but for its own neighbours
    for outer, inner in WITHIN.items():
        if user == outer or (outer in seen and not user.startswith(outer + "/")):
            seen += [f"{outer}/{room}" for room in inner]
# What makes the sample characters is built beside the program and knows nothing of it.
SAMPLES = "Precompute/Samples"
MAY_INCLUDE[SAMPLES] = [name for name in MAY_INCLUDE if not name.startswith("Source/Api")]
MAY_INCLUDE["Precompute"] = list(MAY_INCLUDE)
MAY_INCLUDE["Tests"] = list(MAY_INCLUDE)
MAY_INCLUDE["Plugin"] = []  # but for the doors, below
# What stands in for the engine, and the specs that only it can run.
STAND_IN = "Tests/Unreal"
MAY_INCLUDE[STAND_IN] = ["Plugin"]
ENGINE = STAND_IN + "/Engine"
DOORS = ["Source/Api/sinew.h", "Source/Api/sinew_full.h"]
# The examples are built against the installed package, so they see nothing of the tree.
EXAMPLES = "Source/Api/Examples"
MAY_INCLUDE[EXAMPLES] = []
INSTALLED = ("sinew.h", "sinew_full.h", "pthread.h")

INCLUDE_ROOTS = ["Source", "Precompute", "Tests"]
FOLDERS = INCLUDE_ROOTS + ["Plugin"]
SUFFIXES = (".h", ".hpp", ".inl", ".inc", ".cpp", ".cc", ".c")
STANDARD = set("""
    algorithm any array atomic barrier bit bitset cassert cctype cerrno cfenv cfloat charconv chrono cinttypes climits
    clocale cmath codecvt compare complex concepts condition_variable coroutine csetjmp csignal cstdarg cstddef cstdint
    cstdio cstdlib cstring ctime cuchar cwchar cwctype deque exception execution filesystem format forward_list fstream
    functional future initializer_list iomanip ios iosfwd iostream istream iterator latch limits list locale map memory
    memory_resource mutex new numbers numeric optional ostream queue random ranges ratio regex scoped_allocator
    semaphore set shared_mutex source_location span sstream stack stdexcept stop_token streambuf string string_view
    syncstream system_error thread tuple type_traits typeindex typeinfo unordered_map unordered_set utility valarray
    variant vector version
    assert.h ctype.h errno.h fenv.h float.h inttypes.h limits.h locale.h math.h setjmp.h signal.h stdarg.h stdbool.h
    stddef.h stdint.h stdio.h stdlib.h string.h time.h
""".split())
# What runs in a game may include the standard headers and these, nothing else.
RUNTIME_THIRD_PARTY = ("hwy/", "xxhash.h")
THIRD_PARTY = re.compile(
    r"^(hwy/|xxhash|Eigen/|Spectra/|tbb/|oneapi/|tiny_gltf|nlohmann/|toml\+\+/|CLI/|spdlog/|fmt/|stb/|nanoflann|"
    r"gtest/|gmock/|benchmark/|httplib)")
PLATFORM = re.compile(r"^(sys/)?[a-z_]+\.h$")
# Packages that only some layers may see.
ONLY_IN = {
    "gtest/": ["Tests"], "benchmark/": ["Tests"], "CLI/": ["Precompute"], "spdlog/": ["Precompute"],
    "Eigen/": ["Source/Offline", "Tests"], "tbb/": ["Source/Offline"], "oneapi/": ["Source/Offline"],
    "Spectra/": ["Source/Offline", "Tests"], "tiny_gltf": ["Source/Offline/Character"],
    "stb/": ["Precompute", "Tests"], "httplib": ["Precompute"],
}
INCLUDE = re.compile(r'^\s*#\s*(?:include|include_next|import)\b\s*(.*)$', re.MULTILINE)
NAMED = re.compile(r'([<"])([^>"]+)[>"]')


def layer_of(path):
    """The longest layer name that is a folder of `path`, or begins its files' names."""
    fits = [name for name in MAY_INCLUDE if path.startswith((name + "/", name + "."))]
    return max(fits, key=len) if fits else None


def resolve(root, folders, name):
    """The project's own file that an include names, or None."""
    for folder in folders:
        path = (folder / name).resolve()
        if path.is_file() and path.is_relative_to(root.resolve()):
            return path.relative_to(root.resolve()).as_posix()
    return None


def own_file_problem(layer, target):
    if layer in ("Plugin", STAND_IN):
        ours = layer_of(target) in [layer] + MAY_INCLUDE[layer] or target.startswith(ENGINE + "/")
        return None if ours or target in DOORS else f"the plugin sees {' and '.join(DOORS)} only, not {target}"
    if layer_of(target) in [layer] + MAY_INCLUDE[layer]:
        return None
    return f"{layer} must not include {layer_of(target)} ({target})"


def system_problems(layer, name):
    """Of a header that is not ours."""
    if layer == "Plugin" or name in STANDARD:
        return
    if layer == EXAMPLES:
        if name not in INSTALLED:
            yield f"an example must not include <{name}>"
    elif layer in RUNTIME + ["Source/Api"]:
        if not name.startswith(RUNTIME_THIRD_PARTY):
            yield f"what games link must not include <{name}>"
    elif not THIRD_PARTY.match(name) and not PLATFORM.match(name):
        yield f"<{name}> is of no package in ThirdParty"
    for prefix, layers in ONLY_IN.items():
        allowed = any(layer == only or layer.startswith(only + "/") for only in layers)
        if name.startswith(prefix) and not allowed:
            yield f"<{name}> belongs in {', '.join(layers)} only"


def include_problems(root, path, layer, text):
    """Of what follows one #include."""
    named = NAMED.match(text)
    if not named:
        yield f"includes {text}: name the file, so that it can be checked"
        return
    bracket, name = named.groups()
    roots = [root] + [root / folder for folder in INCLUDE_ROOTS]
    if layer in ("Plugin", STAND_IN):
        roots = [root / ENGINE] + roots  # an engine has a Math/Quat.h of its own
    if layer == STAND_IN:
        roots += [root / STAND_IN, *sorted({header.parent for header in (root / "Plugin").rglob("*.h")})]
    target = resolve(root, ([path.parent] if bracket == '"' else []) + roots, name)
    if target is not None:
        problem = own_file_problem(layer, target)
        if problem:
            yield problem
        elif bracket == "<":
            yield f'<{name}> is ours: put it in ""'
    elif bracket == '"' and layer != "Plugin":  # the engine's own headers go in quotes
        yield f'includes "{name}", which is not in the tree (system headers go in <>)'
    else:
        yield from system_problems(layer, name)


def violations_of(root, path):
    relative = path.relative_to(root).as_posix()
    layer = layer_of(relative)
    if layer is None:
        yield f"{relative}: belongs to no layer of include_direction.py"
        return
    for text in INCLUDE.findall(path.read_text()):
        for problem in include_problems(root, path, layer, text):
            yield f"{relative}: {problem}"


def check(root):
    files = sorted(path for folder in FOLDERS for path in (root / folder).rglob("*") if path.suffix in SUFFIXES)
    if len(files) < 2:
        return ["the scan found no sources: wrong folder?"]
    return [violation for path in files for violation in violations_of(root, path)]


PLANTED = {
    "a lower layer includes a higher one": ("Source/Base/Bad.h", '#include "Math/Good.h"\n'),
    "the runtime names offline code": ("Source/Runtime/Bad.cpp", '#include "Offline/Good.h"\n'),
    "the same in angle brackets": ("Source/Runtime/Bad.cpp", "#include <Offline/Good.h>\n"),
    "the same by a relative path": ("Source/Math/Bad.h", '#include "../Offline/Good.h"\n'),
    "the same from the project's root": ("Source/Math/Bad.h", '#include "Source/Offline/Good.h"\n'),
    "the same in an .inl file": ("Source/Math/Bad.inl", '#include "Offline/Good.h"\n'),
    "the same in an .hpp file": ("Source/Math/Bad.hpp", '#include "Offline/Good.h"\n'),
    "the same in an .inc file": ("Source/Math/Bad.inc", '#include "Offline/Good.h"\n'),
    "the same with blanks": ("Source/Math/Bad.h", '  #  include   "Offline/Good.h"  // why not\n'),
    "the same through a macro": ("Source/Math/Bad.h", "#include BAD_HEADER\n"),
    "the game's door names offline code": ("Source/Api/sinew.cpp", '#include "Offline/Good.h"\n'),
    "an example includes what is not installed": ("Source/Api/Examples/bad.c", '#include "../Handles.h"\n'),
    "an example includes a package": ("Source/Api/Examples/bad.c", "#include <xxhash.h>\n"),
    "the library includes an example": ("Source/Api/sinew.cpp", '#include "Api/Examples/host.h"\n'),
    "the game's door includes Eigen": ("Source/Api/sinew.cpp", "#include <Eigen/Core>\n"),
    "the asset's view names offline code": ("Source/Asset/Bad.cpp", '#include "Offline/Good.h"\n'),
    "the asset's view names the writer": ("Source/Asset/Bad.cpp", '#include "Asset/Writer.h"\n'),
    "the runtime names the writer's content": ("Source/Runtime/Bad.cpp", '#include "Asset/Writer/Good.h"\n'),
    "the writer includes a stage": ("Source/Asset/Writer.cpp", '#include "Offline/Character/Good.h"\n'),
    "the writer includes Eigen": ("Source/Asset/Writer/Bad.cpp", "#include <Eigen/Core>\n"),
    "what the writer stands on includes it": ("Source/Offline/Bad.h", '#include "Asset/Writer.h"\n'),
    "our own header in angle brackets": ("Source/Offline/Bad.h", "#include <Math/Good.h>\n"),
    "an early stage includes a later one": ("Source/Offline/Geometry/Bad.h", '#include "Offline/Character/Good.h"\n'),
    "the lattice includes what stands on it": (
        "Source/Offline/Lattice/Bad.h", '#include "Offline/Reduction/Good.h"\n'),
    "the tetrahedra's solver includes the lattice": (
        "Source/Offline/Tets/Bad.h", '#include "Offline/Lattice/Good.h"\n'),
    "the lattice includes the tetrahedra's solver": (
        "Source/Offline/Lattice/Bad.h", '#include "Offline/Tets/Good.h"\n'),
    "what both solvers share includes one of them": (
        "Source/Offline/Full/Bad.h", '#include "Offline/Tets/Good.h"\n'),
    "a room includes its neighbour in the same room": (
        "Source/Offline/Character/Check/Bad.h", '#include "Offline/Character/Gltf/Good.h"\n'),
    "a lower room includes one within a higher one": (
        "Source/Offline/Geometry/Bad.h", '#include "Offline/Character/Gltf/Good.h"\n'),
    "a runtime file includes Eigen": ("Source/Math/Bad.h", "#include <Eigen/Core>\n"),
    "a runtime file includes Eigen in quotes": ("Source/Math/Bad.h", '#include "Eigen/Core"\n'),
    "a runtime file includes a package nobody knows": ("Source/Math/Bad.h", "#include <boost/array.hpp>\n"),
    "a runtime file includes the system": ("Source/Base/Bad.h", "#include <unistd.h>\n"),
    "an offline file includes a package nobody knows": ("Source/Offline/Bad.h", "#include <boost/array.hpp>\n"),
    "the library includes a test framework": ("Source/Offline/Bad.h", "#include <gtest/gtest.h>\n"),
    "the program includes TBB": ("Precompute/Bad.h", "#include <tbb/parallel_for.h>\n"),
    "a quoted include that does not exist": ("Source/Math/Bad.h", '#include "Math/Missing.h"\n'),
    "the library includes the program": ("Source/Offline/Bad.h", '#include "Console.h"\n'),
    "the samples include the program": ("Precompute/Samples/Bad.h", '#include "Console.h"\n'),
    "a folder without a layer": ("Source/Novelty/Bad.h", "#include <cstdint>\n"),
    "the plugin looks behind the door": ("Plugin/Sinew/Source/Bad.cpp", '#include "Base/Good.h"\n'),
    "the plugin looks behind the door by a path": (
        "Plugin/Sinew/Source/Bad.h", '#include "../../../Source/Base/Good.h"\n'),
    "the engine's stand-in looks behind the door": ("Tests/Unreal/StandIn/Bad.cpp", '#include "Base/Good.h"\n'),
    "the plugin includes specs of the stand-in": (
        "Plugin/Sinew/Source/Bad.cpp", '#include "../../../Tests/Unreal/Specs/Good.h"\n'),
    "the engine's stand-in includes what it does not have": ("Tests/Unreal/Engine/Bad.h", '#include "Misc/Missing.h"\n'),
    "the library includes the engine's stand-in": ("Source/Api/sinew.cpp", '#include "Unreal/Engine/CoreMinimal.h"\n'),
    "the library includes the plugin": ("Source/Api/sinew_full.cpp", '#include "../../Plugin/Sinew/Source/Good.h"\n'),
}
GOOD = {
    "Source/Math/Good.h": '#include "Base/Good.h"\n#include <hwy/highway.h>\n',
    "Source/Base/Good.h": "#include <cstdint>\n#include <math.h>\n#include <xxhash.h>\n",
    "Source/Api/sinew.h": "#include <stdint.h>\n",
    "Source/Api/sinew_full.h": '#include "sinew.h"\n',
    "Source/Api/Handles.h": '#include "Api/sinew.h"\n',
    "Source/Api/Examples/host.h": "#include <sinew.h>\n",
    "Source/Api/Examples/good.c": '#include "host.h"\n#include <pthread.h>\n',
    "Source/Api/sinew_full.cpp": '#include "Api/sinew_full.h"\n#include "Offline/Good.h"\n',
    "Source/Offline/Good.h": '#include "Math/Good.h"\n#include <Eigen/Core>\n#include <unistd.h>\n',
    "Source/Offline/Character/Good.h": '#include "Offline/Good.h"\n',
    "Source/Offline/Character/Gltf/Good.h": '#include "Offline/Character/Good.h"\n',
    "Source/Offline/Character/Good.cpp": '#include "Offline/Character/Gltf/Good.h"\n',
    "Source/Offline/Tets/Good.h": '#include "Offline/Character/Gltf/Good.h"\n',
    "Source/Offline/Lattice/Good.h": '#include "Offline/Good.h"\n',
    "Source/Asset/Writer.h": '#include "Asset/Writer/Good.h"\n#include "Offline/Good.h"\n',
    "Source/Asset/Writer/Good.h": '#include "Asset/Good.h"\n#include "Offline/Good.h"\n',
    "Source/Asset/Good.h": '#include "Math/Good.h"\n',
    "Source/Offline/Reduction/Good.h": '#include "Asset/Writer.h"\n#include "Offline/Lattice/Good.h"\n',
    "Precompute/Console.h": "#include <CLI/CLI.hpp>\n",
    "Plugin/Sinew/Source/Good.h": (
        '#include "Math/Good.h"\n#include "NotInTheStandIn.h"\n#include "Api/sinew.h"\n#include "Api/sinew_full.h"\n'),
    "Plugin/Sinew/Source/Private/Own.h": '#include "CoreMinimal.h"\n',
    "Tests/Unreal/Engine/CoreMinimal.h": '#include "Math/Good.h"\n',
    "Tests/Unreal/Engine/Math/Good.h": "#include <cmath>\n",
    "Tests/Unreal/Specs/Good.h": '#include "CoreMinimal.h"\n#include "Api/sinew.h"\n#include "Own.h"\n',
}


def check_planted():
    """Each planted violation must be reported, and the good tree must not be."""
    failures = []
    for reason, fault in [("", None), *PLANTED.items()]:
        found = planted.found_in(check, {**GOOD, **dict([fault] if fault else [])})
        if bool(found) != bool(fault):
            failures.append(f"planted: {reason or 'nothing'}; found: {found or 'nothing'}")
    return failures


if __name__ == "__main__":
    planted.run("include_direction", check, check_planted)
