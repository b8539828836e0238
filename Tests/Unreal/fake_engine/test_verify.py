"""verify-with-unreal against a fake engine that writes down its calls: what is asked of the engine, and that everything that
can go wrong is noticed.

usage: test_verify.py ROOT
"""
import importlib
import json
import os
import pathlib
import runpy
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = pathlib.Path(sys.argv[1]).resolve()


class Verify(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        # Of the tree only what the script needs, with libraries in place as stage_plugin would put them there.
        self.tree = self.folder / "tree"
        shutil.copytree(ROOT / "Content" / "Unreal", self.tree / "Content" / "Unreal")
        (self.tree / "Content" / "Limb.glb").touch()
        plugin = self.tree / "build" / "plugin" / "Sinew"
        binaries = plugin / "Binaries/ThirdParty/SinewCore/Linux"
        self.library, self.program = binaries / "libsinew_runtime.so", binaries / "sinew"
        for file in (plugin / "Source/ThirdParty/SinewCore/Include/sinew.h", self.library, self.program):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.touch()
        shutil.copy(ROOT / "Plugin" / "Sinew" / "Sinew.uplugin", plugin)
        self.assets = self.tree / "build" / "release" / "Plugin" / "TestAssets"
        self.assets.mkdir(parents=True)
        for name in ("Limb.sinew", "Limb.txt", "Limb.glb", "Old.sinew"):
            (self.assets / name).touch()
        (self.tree / "Plugin").mkdir()
        shutil.copy(ROOT / "Plugin" / "verify-with-unreal", self.tree / "Plugin")
        self.engine = self.folder / "engine"
        shutil.copytree(HERE, self.engine)

    def run_script(self, *faults, arguments=(), machine="x86_64"):
        self.output, calls = self.folder / "output", self.folder / "calls"
        # As platform.machine() would have it, whatever this one is.
        (self.folder / "sitecustomize.py").write_text(f"import platform\nplatform.machine = lambda: {machine!r}\n")
        environment = dict(os.environ, FAKE_ENGINE_CALLS=str(calls), FAKE_ENGINE_FAULTS=" ".join(faults), PYTHONPATH=str(self.folder))
        ended = subprocess.run(
            [sys.executable, "-B", self.tree / "Plugin" / "verify-with-unreal", self.engine, "--output", self.output,
             "--test-assets", self.assets, *arguments],
            env=environment, capture_output=True, text=True, check=False)
        self.calls = [json.loads(line) for line in calls.read_text().splitlines()] if calls.exists() else []
        self.said = ended.stdout + ended.stderr
        return ended.returncode

    def assert_fails_at(self, step, *faults):
        self.assertEqual(self.run_script(*faults), 1, self.said)
        steps = json.loads((self.output / "verify.json").read_text())["steps"]
        self.assertEqual(steps[-1]["step"], step)
        self.assertFalse(steps[-1]["good"])

    def test_asks_the_engine_for_all_of_it_in_order(self):
        self.assertEqual(self.run_script(), 0, self.said)
        self.assertEqual([call["program"] for call in self.calls], ["uat"] + 4 * ["editor"])
        build, sample, first, second, test = [call["arguments"] for call in self.calls]
        self.assertEqual(build[0], "BuildPlugin")
        self.assertIn(f"-Plugin={self.tree / 'build/plugin/Sinew/Sinew.uplugin'}", build)
        self.assertIn("-TargetPlatforms=Linux", build)
        project = str(self.output / "Project" / "SinewVerify.uproject")
        for arguments in (sample, first, second, test):
            self.assertEqual(arguments[0], project)
            for switch in ("-unattended", "-nullrhi", "-nosplash", "-nopause"):
                self.assertIn(switch, arguments)
        self.assertIn(f"-script={self.tree / 'Content/Unreal/make_sample.py'}", sample)
        self.assertIn("-run=SinewPrecompute", first)
        self.assertIn("-All", first)
        self.assertIn("-ExecCmds=Automation RunTests Sinew;quit", test)
        self.assertIn(f"-ReportExportPath={self.output / 'Report'}", test)
        environment = self.calls[-1]["environment"]
        self.assertEqual(environment["SINEW_TEST_ASSETS"], str(self.assets))
        self.assertTrue(environment["SINEW_SAMPLE_CHARACTER"].endswith("Limb.glb"))

    def test_enables_the_plugin_in_a_project_of_its_own(self):
        self.run_script()
        project = json.loads((self.output / "Project" / "SinewVerify.uproject").read_text())
        self.assertIn({"Name": "Sinew", "Enabled": True}, project["Plugins"])
        self.assertEqual(project["EngineAssociation"], "5.5")

    def test_notices_a_build_that_fails(self):
        self.assert_fails_at("build", "uat-fails")

    def test_notices_a_build_that_made_nothing(self):
        self.assert_fails_at("build", "no-package")

    def test_notices_a_sample_that_was_not_made(self):
        self.assert_fails_at("sample", "script-fails")

    def test_notices_a_sample_script_that_raised(self):
        self.assert_fails_at("sample", "script-raises")

    def test_notices_a_commandlet_that_fails(self):
        self.assert_fails_at("precompute", "commandlet-fails")
        self.assertIn("ended with 3", self.said)

    def test_notices_a_commandlet_that_says_nothing(self):
        self.assert_fails_at("precompute", "commandlet-silent")

    def test_notices_a_commandlet_that_found_no_asset(self):
        self.assert_fails_at("precompute", "builds-nothing")

    def test_notices_a_commandlet_that_builds_what_has_not_changed(self):
        self.assert_fails_at("precompute", "rebuilds-always")

    def test_notices_a_failed_test_whatever_the_exit_code(self):
        for fault in ("test-fails", "test-fails-quietly"):
            self.assert_fails_at("test", fault)
            self.assertIn("Sinew.Import.RefusesOldVersions: Fail", self.said)

    def test_notices_tests_that_did_not_run(self):
        self.assert_fails_at("test", "no-report")
        self.assert_fails_at("test", "empty-report")

    def test_goes_on_after_a_failure_where_asked(self):
        self.assertEqual(self.run_script("script-fails", arguments=["--keep-going"]), 1)
        steps = json.loads((self.output / "verify.json").read_text())["steps"]
        self.assertEqual([step["step"] for step in steps if not step["good"]], ["sample"])
        self.assertEqual(steps[-1]["step"], "test")

    def test_refuses_what_is_no_engine(self):
        (self.engine / "Engine/Build/BatchFiles/RunUAT.sh").unlink()
        self.assertEqual(self.run_script(), 3)
        self.assertIn("RunUAT", self.said)

    def test_refuses_engines_it_was_not_written_for(self):
        version = {"MajorVersion": 5, "MinorVersion": 2}
        (self.engine / "Engine/Build/Build.version").write_text(json.dumps(version))
        self.assertEqual(self.run_script(), 3)
        self.assertIn("5.2", self.said)
        self.assertEqual(self.calls, [])

    def test_refuses_a_plugin_without_libraries_or_program(self):
        for file in (self.library, self.program):
            file.unlink()
            self.assertEqual(self.run_script(), 3)
            self.assertIn("stage_plugin", self.said)
            file.touch()


    def test_refuses_where_the_tests_would_have_nothing_to_read(self):
        (self.assets / "Old.sinew").unlink()
        self.assertEqual(self.run_script(), 3)
        self.assertIn("Old.sinew", self.said)
        self.assertIn("plugin_test_assets", self.said)
        self.assertEqual(self.calls, [])

    def test_never_deletes_a_folder_that_is_not_its_own(self):
        mine = self.folder / "output" / "thesis.txt"
        mine.parent.mkdir()
        mine.write_text("years of work")
        self.assertEqual(self.run_script(), 2)
        self.assertIn("--output", self.said)
        self.assertEqual(mine.read_text(), "years of work")
        self.assertEqual(self.calls, [])
        mine.unlink()  # an empty folder is anybody's
        self.assertEqual(self.run_script(), 0, self.said)
        left = self.output / "left of the run before"
        left.touch()
        self.assertEqual(self.run_script(), 0, self.said)
        self.assertFalse(left.exists())
        (self.output / "verify.json").unlink()  # of a run that was stopped
        self.assertEqual(self.run_script(), 0, self.said)

    def test_refuses_to_write_over_a_file(self):
        (self.folder / "output").write_text("a file")
        self.assertEqual(self.run_script(), 2)
        self.assertEqual((self.folder / "output").read_text(), "a file")

    def test_tries_arm_engines_on_arm(self):
        folder = self.library.parent.with_name("LinuxArm64")
        self.library.parent.rename(folder)
        (self.engine / "Engine/Binaries/Linux").rename(self.engine / "Engine/Binaries/LinuxArm64")
        self.assertEqual(self.run_script(machine="aarch64"), 0, self.said)
        self.assertIn("-TargetPlatforms=LinuxArm64", self.calls[0]["arguments"])


class Sample(unittest.TestCase):
    SCRIPT, LEVEL = ROOT / "Content" / "Unreal" / "make_sample.py", "/Game/Sinew/SinewSample"

    def setUp(self):
        sys.path.insert(0, str(HERE / "python"))
        self.addCleanup(sys.path.remove, str(HERE / "python"))
        sys.modules.pop("unreal", None)  # an editor of its own for each test
        self.unreal = importlib.import_module("unreal")

    def run_script(self, script=None):
        runpy.run_path(str(script or self.SCRIPT))

    def kinds(self):
        return [actor.kind for actor in self.unreal.levels[self.LEVEL]]

    def test_makes_a_level_with_a_character_that_wears_its_asset(self):
        self.run_script()
        made = self.unreal.made
        mesh, asset = made["/Game/Sinew/Limb/Limb"], made["/Game/Sinew/Limb_Sinew"]
        self.assertIs(asset.get_editor_property("source_mesh"), mesh)
        blueprint = made["/Game/Sinew/BP_SinewSample"]
        body, flesh = blueprint.components
        self.assertIs(body.get_editor_property("skeletal_mesh_asset"), mesh)
        self.assertIs(flesh.get_editor_property("asset"), asset)
        self.assertIn(("class of", blueprint), self.kinds())

    def test_run_again_keeps_the_built_asset_and_replaces_only_its_own_actors(self):
        self.run_script()
        asset, count = self.unreal.made["/Game/Sinew/Limb_Sinew"], len(self.kinds())
        self.unreal.levels[self.LEVEL].append(self.unreal.Actor("somebody's own"))
        self.unreal.LevelEditorSubsystem.current = self.LEVEL
        self.run_script()
        self.assertIs(self.unreal.made["/Game/Sinew/Limb_Sinew"], asset)
        self.assertEqual(len(self.kinds()), count + 1)
        self.assertIn("somebody's own", self.kinds())
        self.assertIn(("class of", self.unreal.made["/Game/Sinew/BP_SinewSample"]), self.kinds())

    def test_refuses_while_something_is_not_saved_and_touches_nothing(self):
        for name in ("/Game/Maps/Mine", "/Game/Hero"):
            self.unreal.dirty[:] = [name]
            with self.assertRaisesRegex(RuntimeError, f"save your work first.*{name}"):
                self.run_script()
        self.assertEqual((self.unreal.made, self.unreal.levels), ({}, {}))

    def test_finds_its_character_beside_it_as_in_a_staged_plugin(self):
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(shutil.copy(self.SCRIPT, folder))
            with self.assertRaisesRegex(RuntimeError, "Limb.glb"):
                self.run_script(script)
            (script.parent / "Limb.glb").touch()
            self.run_script(script)
        self.assertIn("/Game/Sinew/Limb/Limb", self.unreal.made)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
