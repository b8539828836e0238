"""usage: planted_faults.py BUILD SOURCES TARGET SCRATCH: plants one fault after the other in a copy of a source of the plugin, and says
which of them the plugin's specs do not notice.

TARGET is the runner of the specs; how it is compiled and linked is what BUILD's ninja says.
"""
import pathlib
import shlex
import shutil
import subprocess
import sys

# Source that is compiled (of SinewRuntime, unless another module is named), what is in it (or in a header of that name), what is there instead, specs
# that must notice.
FAULTS = [
    ("SinewDynamicMesh.cpp", "Component.FastNotifyPositionsUpdated(true, false, false);", "Component.NotifyMeshUpdated();", "Sinew.Output"),
    ("SinewDynamicMesh.cpp", "ToEngine(&Surface.Positions[3 * From]), false)", "ToEngine(&Surface.Previous[3 * From]), false)", "Sinew.Output"),
    ("SinewDynamicMesh.cpp", "* FSinewAxes::BitangentSide(CoreSide)", "* CoreSide", "Sinew.Output"),
    ("SinewTextureOut.cpp", "Copy[At + 1] = static_cast<float>(Place.Y);", "Copy[At + 1] = static_cast<float>(Place.Z);", "Sinew.Output"),
    ("SinewComponent.cpp", "	AddTickPrerequisiteComponent(Mesh);\n", "", "Sinew.Component"),
    ("SinewComponentTick.cpp", "Frame.bTeleport = bTeleportNext || bFar;", "Frame.bTeleport = false;", "Sinew.Component"),
    ("SinewComponentTick.cpp", "Frame.bReset = bResetNext;", "Frame.bReset = false;", "Sinew.Component"),
    ("SinewComponentTick.cpp", "LimitTo(LowDistance, ESinewQuality::Low);", "", "Sinew.Component"),
    ("SinewComponentShow.cpp", "			Mesh->ShowAllMaterialSections(Lod);\n", "", "Sinew.Component"),
    ("SinewComponentShow.cpp", "bShow && IsValid(Mesh) && Mesh->GetVisibleFlag()", "bShow", "Sinew.Component"),
    ("SinewComponent.cpp", "	bSourceHidden = false;\n", "", "Sinew.Component"),
    ("SinewComponent.cpp", "RenderDataOf(FoundAsset) != StartedRenderData", "false", "Sinew.Component"),
    ("SinewBones.cpp", "Moved.Init(Required.Num() == 0, Count);", "Moved.Init(true, Count);", "Sinew.Component"),
    ("SinewTextureOut.cpp", "PF_A32B32G32R32F, Own)", "PF_A32B32G32R32F, FName(Name))", "Sinew.Output"),
    ("SinewComponentTick.cpp", "	ClearTexture();\n", "", "Sinew.Output"),
    ("SinewBones.cpp", "if (!(Distance <= Tolerance))", "if (false)", "Sinew.Component"),
    ("SinewBones.cpp", "InBone[Joint].IsSet() ? InBone[Joint].GetValue() * Posed : Posed", "Posed", "Sinew.Component"),
    ("SinewDebugDraw.cpp", "Posed = FSinewBones::Convert(Bones[Joint]) * ToWorld;", "Posed = FSinewBones::Convert(Bones[Joint]);", "Sinew.Console"),
    ("SinewCharacter.cpp", "if (!(Distance <= Tolerance))", "if (false)", "Sinew.Component"),
    ("SinewBones.cpp", "return Mesh.LeaderPoseComponent.IsValid() ?", "return false ?", "Sinew.Component"),
    ("SinewMemory.cpp", "TotalBytes -= static_cast<int64>(Size);", "", "Sinew.Component"),
    ("SinewSessionAsset.cpp", "ImpulseToCore(Impulse.Impulse,", "ImpulseToCore(-Impulse.Impulse,", "Sinew.Component"),
    ("SinewSessionAsset.cpp", "if (!Touching.ContainsByPredicate", "if (true || !Touching.ContainsByPredicate", "Sinew.Contact"),
    ("SinewSessionAsset.cpp", "(Scale > 1.0e-4 ? Scale : 1.0)", "(Scale > 1.0e-4 ? 1.0 : 1.0)", "Sinew.Contact"),
    ("SinewColliders.cpp", "Edges * 0.5", "Edges", "Sinew.Contact"),
    ("SinewColliders.cpp", "== ECR_Block", "!= ECR_Ignore", "Sinew.Contact"),
    ("SinewAsset.cpp", "if (Version < FSinewCustomVersion::PayloadBytes || Version > FSinewCustomVersion::LatestVersion)", "if (Version < -1)", "Sinew.Asset"),
    ("SinewAsset.cpp", "|| Size > Left", "|| Left < 0", "Sinew.Asset"),
    ("SinewBudget.cpp", "A.Significance > B.Significance", "A.Significance < B.Significance", "Sinew.Console"),
    ("SinewNative.cpp", "FSinewConsole::AreWorkersLent() ? &RunInParallel : nullptr", "FSinewConsole::AreWorkersLent() ? nullptr : &RunInParallel", "Sinew.Console"),
    ("SinewComponent.cpp", "bInEditor && bSolveInEditor", "bSolveInEditor", "Sinew.Fallback"),
    ("SinewEditorSolver.cpp", "OutSerial != 0 && WaitingSolvers.load() > 0", "false", "Sinew.Fallback"),
    ("SinewEditorSolver.cpp", "	bCancelled = true;\n	if (bCreated)", "	if (bCreated)", "Sinew.Fallback"),
    ("SinewEditor/SinewSource.cpp", "	Hasher.AddArray(Character.Colors);\n", "", "Sinew.Editor.Source"),
    ("SinewEditor/SinewSource.cpp", "Rotation.W < 0.0f ? -1.0f : 1.0f", "1.0f", "Sinew.Editor.Source"),
    ("SinewEditor/SinewPrecompute.cpp", "if (!Over.IsEmpty())", "if (false)", "Sinew.Editor.Precompute"),
    ("SinewEditor/SinewFactories.cpp", "FindObject<USinewAsset>(InParent, *InName.ToString())", "nullptr", "Sinew.Editor.Import"),
    ("SinewEditor/SinewProgram.cpp", "Arguments + TEXT(\" --messages stdout\")", "Arguments", "Sinew.Editor.Program"),
    ("SinewEditor/SinewProgram.cpp", "Process.IsValid() && !bCancelled", "Process.IsValid()", "Sinew.Editor.Program"),
    ("SinewEditor/SinewImport.cpp", "if (FPlatformTime::Seconds() > End)", "if (FPlatformTime::Seconds() > End + 20.0)", "Sinew.Editor.Program"),
    ("SinewEditor/SinewDetails.cpp", "Object.IsValid() ? AssetOf(*Object.Get()) : nullptr", "nullptr", "Sinew.Editor.Details"),
    ("SinewEditor/SinewGltfWriter.cpp", "{Color.R, Color.G, Color.B, Color.A}", "{Color.B, Color.G, Color.R, Color.A}", "Sinew.Editor.Gltf"),
    ("SinewEditor/SinewExport.cpp", "	Out.Colors = Mesh.Colors;\n", "", "Sinew.Editor.Export"),
    ("Tests/SinewAxes.spec.cpp", "OutXYZW[1] = static_cast<float>(-Rotation.Z);", "OutXYZW[1] = static_cast<float>(Rotation.Z);", "Sinew.Axes"),
    ("Tests/SinewAxes.spec.cpp", "return -ToEngine(NewtonMetreSeconds,", "return ToEngine(NewtonMetreSeconds,", "Sinew.Axes"),
    ("Tests/SinewAxes.spec.cpp", "return -Side;", "return Side;", "Sinew.Axes"),
]
HEADERS = {"Tests/SinewAxes.spec.cpp": "Public/SinewAxes.h"}


class Runner:
    def __init__(self, build, sources, target, scratch):
        self.build, self.modules, self.scratch = build, sources / "Plugin/Sinew/Source", scratch
        lines = subprocess.run(["ninja", "-C", build, "-t", "commands", target], check=True, capture_output=True, text=True).stdout
        self.commands = [line for line in lines.splitlines() if line.strip()]

    def path(self, source):
        module, name = source.split("/", 1) if source.startswith("SinewEditor/") else ("SinewRuntime", source)
        found = list((self.modules / module / "Private").rglob(pathlib.Path(name).name))
        if len(found) != 1:
            sys.exit(f"{source}: there are {len(found)} files of this name")
        return found[0]

    def original(self, source):
        header = HEADERS.get(source)
        return (self.modules / "SinewRuntime" / header if header else self.path(source)).read_text()

    def compiled_with(self, path):
        """The compiler's line for a source, and the file that it compiles: the source, or the unity source that includes it."""
        include = f'#include "{path}"'
        for line in self.commands:
            unit = pathlib.Path(self.build, line.split()[-1])
            if unit == path or (unit.suffix == ".cxx" and unit.is_file() and include in unit.read_text()):
                return shlex.split(line), unit
        sys.exit(f"{path}: nothing compiles it")

    def compile(self, source, planted):
        """The compiler's own line, with the planted text in the place of what it was: the source itself, or a header before all others."""
        path = self.path(source)
        words, unit = self.compiled_with(path)
        header = HEADERS.get(source)
        # A header of the fault before would be found first.
        shutil.rmtree(self.scratch, ignore_errors=True)
        self.scratch.mkdir(parents=True)
        copy = self.scratch / pathlib.Path(header or source).name
        copy.write_text(planted)
        was, self.object = words[words.index("-o") + 1], str(self.scratch / "planted.o")
        words[words.index("-o") + 1] = self.object
        words[words.index("-MF") + 1] = self.object + ".d"
        if header:
            words[-1] = str(unit)
        elif unit == path:
            words[-1] = str(copy)
        else:
            around = self.scratch / unit.name
            around.write_text(unit.read_text().replace(str(path), str(copy)))
            words[-1] = str(around)
        if header:
            first = next(i for i, word in enumerate(words) if word.startswith(("-D", "-I")))
            words.insert(first, f"-I{self.scratch}")
        # A fault may leave a variable unused; that is not what is looked for.
        words.insert(-2, "-w")
        subprocess.run(words, cwd=self.build, check=True)
        return was

    def link(self, was):
        line = next(line for line in reversed(self.commands) if f" {was} " in line and " -o " in line and " -c " not in line)
        line = line.replace(f" {was} ", " ", 1)
        words = line.split(" ")
        words[words.index("-o") + 1] = str(self.scratch / "runner")
        # First, so that its inline functions are the ones that are used.
        words.insert(words.index("-o"), self.object)
        subprocess.run(" ".join(words), cwd=self.build, shell=True, check=True)

    def notices(self, fault):
        source, what, instead, specs = fault
        original = self.original(source)
        if original.count(what) != 1:
            sys.exit(f"{source}: the place for a fault is there {original.count(what)} times: {what.strip()}")
        self.link(self.compile(source, original.replace(what, instead)))
        return not self.passes(specs)

    def passes(self, specs):
        return subprocess.run([self.scratch / "runner", specs], cwd=self.scratch, capture_output=True, check=False).returncode == 0

    def check_without_fault(self):
        """Specs that fail anyway would notice everything."""
        for source in (FAULTS[0][0], FAULTS[-1][0]):
            self.link(self.compile(source, self.original(source)))
            for specs in sorted({fault[3] for fault in FAULTS}):
                if not self.passes(specs):
                    sys.exit(f"{specs} fails without a fault")


def main():
    build, sources, target, scratch = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3], pathlib.Path(sys.argv[4])
    runner = Runner(build, sources, target, scratch)
    runner.check_without_fault()
    missed = [fault for fault in FAULTS if not runner.notices(fault)]
    for source, what, _, specs in missed:
        print(f"{specs} did not notice in {source}: {what.strip()}")
    print(f"{len(FAULTS) - len(missed)} of {len(FAULTS)} planted faults were noticed")
    sys.exit(1 if missed else 0)


main()
