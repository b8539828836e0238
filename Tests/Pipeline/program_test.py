#!/usr/bin/env python3
"""Uses the program as a pipeline does: exit codes, what goes to stdout and what to stderr, nothing half-written."""
import json
import os
import pathlib
import pty
import re
import signal
import subprocess
import sys
import tempfile
import unittest

SINEW, ROOT = sys.argv[1], pathlib.Path(sys.argv[2])
MANNEQUIN = ROOT / "Content" / "Mannequin.glb"
LIMB = ROOT / "Content" / "Limb.glb"
WAVE = ROOT / "Tests" / "Data" / "wave.bvh"
WINDOWS = "SINEW_TEST_WINDOWS" in os.environ  # its program, under wine


def sinew(*arguments, **environment):
    return subprocess.run([SINEW, *map(str, arguments)], capture_output=True, text=True, errors="replace",
                          stdin=subprocess.DEVNULL, env={**os.environ, **environment})


class Program(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def test_wrong_usage_exits_with_2_and_says_how(self):
        for arguments in [[], ["no-such-command"], ["check"], ["check", MANNEQUIN, "--unit", "furlong"],
                          ["render", MANNEQUIN, "--size", "big", "-o", self.folder / "a.png"],
                          ["render", MANNEQUIN, "--views", "below", "-o", self.folder / "a.png"]]:
            done = sinew(*arguments)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertEqual(done.stdout, "")
            self.assertNotEqual(done.stderr, "")
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_options_that_mean_nothing_are_refused_before_anything_is_drawn(self):
        walk = ["--clip", "walk"]
        for arguments, named in [(["--time", 1], "--clip"), (["--frames", 2], "--clip"), ([*walk, "--time", 99], "1.10"),
                                 ([*walk, "--time", "nan"], "--time"), ([*walk, "--time", -1], "--time"),
                                 (["--columns", -1], "--columns"), (["--map", "cmu-to-mixamo"], "--motion"),
                                 ([*walk, "--in-place"], "--motion"), (["--clip", ""], "--clip"),
                                 ([*walk, "--pose", "bind"], "--pose"), (["-o", ""], "--output"),
                                 (["--views", "frnt"], "front")]:
            done = sinew("render", MANNEQUIN, *([] if "-o" in arguments else ["-o", self.folder / "a.png"]), *arguments)
            self.assertEqual(done.returncode, 2, (arguments, done.stderr))
            self.assertIn(named, done.stderr)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_volume_tells_what_came_of_it_and_draws_it(self):
        picture = self.folder / "volume.png"
        limb = ROOT / "Content" / "Limb.glb"
        done = sinew("volume", limb, "--tets", 3000, "--json", "--image", picture)
        self.assertEqual(done.returncode, 0, done.stderr)
        report = json.loads(done.stdout)
        self.assertAlmostEqual(report["tets"], 3000, delta=150)
        self.assertEqual([part["role"] for part in report["parts"]], ["flesh"])
        self.assertTrue(all(joint["nodes"] > 0 for joint in report["joints"]), report["joints"])
        self.assertEqual(picture.read_bytes()[1:4], b"PNG")
        words = sinew("volume", limb, "--edge-length", 0.03)
        self.assertIn("dihedral angles", words.stdout)
        self.assertEqual(sinew("volume", limb, "--edge-length", 9).returncode, 1)
        self.assertEqual(sinew("volume", limb, "--edge-length", 1e-5).returncode, 4)
        self.assertEqual(sinew("volume", limb, "--edge-length", 1, "--tets", 1000).returncode, 2)

    def test_volume_takes_a_recipe_and_the_command_line_wins_over_it(self):
        recipe = self.write("mine.toml", "[volume]\nedge = 0.05\n")
        ofRecipe = json.loads(sinew("volume", LIMB, "--recipe", recipe, "--json").stdout)
        self.assertAlmostEqual(ofRecipe["edgeLength"], 0.05)
        given = json.loads(sinew("volume", LIMB, "--recipe", recipe, "--edge", 0.04, "--json").stdout)
        self.assertAlmostEqual(given["edgeLength"], 0.04)
        counted = json.loads(sinew("volume", LIMB, "--recipe", recipe, "--tets", 3000, "--json").stdout)
        self.assertAlmostEqual(counted["tets"], 3000, delta=150)
        done = sinew("volume", LIMB, "--recipe", self.write("parts.toml", '[parts]\n7 = "rigid"\n'))
        self.assertEqual(done.returncode, 3)
        self.assertIn("part 7", done.stderr)

    def test_volume_tells_and_draws_what_flesh_is_made_of(self):
        recipe = self.write("mine.toml", "[material]\nlayers = { core = 0.5 }\n")
        plain, soft = self.folder / "plain.png", self.folder / "soft.png"
        report = json.loads(sinew("volume", LIMB, "--tets", 3000, "--recipe", recipe, "--colour", "stiffness", "--image", soft,
                                  "--json").stdout)
        layers = report["tissue"]["layers"]
        self.assertAlmostEqual(layers["coreLitres"] + layers["fatLitres"], report["litres"], delta=1e-3 * report["litres"])
        self.assertNotIn("skin", report["tissue"])
        told = sinew("volume", LIMB, "--tets", 3000, "--flesh", "human", "--colour", "stiffness", "--image", plain).stdout
        self.assertIn("skin of 2 mm", told)
        self.assertNotEqual(plain.read_bytes(), soft.read_bytes())
        self.assertEqual(sinew("volume", LIMB, "--flesh", "fish").returncode, 2)

    def test_the_picture_of_a_volume_never_replaces_what_it_is_drawn_from(self):
        character = self.write("limb.glb", LIMB.read_bytes())
        hidden = self.folder / "limb.png"
        hidden.hardlink_to(character)
        for image in [character, hidden]:
            done = sinew("volume", character, "--tets", 1000, "--image", image)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn("--image", done.stderr)
        self.assertEqual(character.read_bytes(), LIMB.read_bytes())

    def test_what_is_not_a_number_is_refused_and_the_option_named(self):
        for command, arguments in [("volume", []), ("solve", ["--clip", "bend"])]:
            for option in ["--tets", "--edge", *(["--young", "--poisson", "--density", "--gravity"] if arguments else [])]:
                for value in ["nan", "inf", "many"]:
                    done = sinew(command, LIMB, *arguments, option, value, "--json")
                    self.assertEqual(done.returncode, 2, (option, value, done.stderr))
                    self.assertIn(option, json.loads(done.stdout)["error"]["text"])

    def test_wrong_usage_is_told_in_one_style_with_the_help_to_read(self):
        for arguments, said in [(["chek", MANNEQUIN], ["did you mean check?", "sinew --help"]),
                                (["check", MANNEQUIN, "--josn"], ["did you mean --json?", "sinew check --help"]),
                                (["render"], ["sinew render --help"]), ([], ["samples", "sinew --help"])]:
            done = sinew(*arguments)
            self.assertTrue(done.stderr.startswith("sinew: error: "), done.stderr)
            for words in said:
                self.assertIn(words, done.stderr)

    def test_a_sheet_too_large_exits_with_4_and_names_the_largest_size_that_fits(self):
        draw = ["render", MANNEQUIN, "-o", self.folder / "a.png", "--size"]
        done = sinew(*draw, "8192x4096")
        self.assertEqual(done.returncode, 4, done.stderr)
        width, height = map(int, re.search(r"--size (\d+)x(\d+)", done.stderr).groups())
        self.assertAlmostEqual(width / height, 2, delta=0.01)
        self.assertEqual(sinew(*draw, f"{width * 21 // 20}x{height * 21 // 20}").returncode, 4)
        many = sinew("render", MANNEQUIN, "--clip", "all", "--frames", 10000, "-o", self.folder / "b.png")
        self.assertEqual(many.returncode, 4, many.stderr)
        self.assertIn("--frames", many.stderr)

    def test_what_cannot_be_written_is_noticed_before_reading_and_drawing(self):
        blocked = self.write("file", "") / "a.png"
        done = sinew("render", self.folder / "no-such-character.glb", "-o", blocked)
        self.assertEqual(done.returncode, 5)
        self.assertIn(str(blocked), done.stderr)

    def test_a_character_without_clips_says_so(self):
        cube = self.write("cube.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
        done = sinew("render", cube, "--clip", "all", "-o", self.folder / "a.png")
        self.assertEqual(done.returncode, 3)
        self.assertIn("no skeleton", done.stderr)

    def test_an_error_is_json_too_where_json_was_asked_for(self):
        broken = self.write("broken.glb", b"glTF\x02\0\0\0")
        asked = [("check", [broken], 3), ("inspect", [broken], 3), ("check", [self.folder / "nobody.glb"], 5), ("check", [], 2)]
        if not WINDOWS:  # whose names are of letters
            asked.append(("check", [self.write(b"\xff.glb".decode(errors="surrogateescape"), "")], 3))
        for command, arguments, code in asked:
            done = sinew(command, *arguments, "--json")
            self.assertEqual(done.returncode, code, done.stderr)
            error = json.loads(done.stdout)["error"]
            self.assertEqual(error["exitCode"], code)
            self.assertTrue(error["text"] and error["remedy"], error)

    def test_every_command_helps_with_an_example_and_its_defaults(self):
        for command in ["check", "inspect", "render", "samples", "solve", "volume"]:
            done = sinew(command, "--help")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertRegex(done.stdout, rf"Examples?:\n  sinew {command} ")
            self.assertIn(f"Usage: sinew {command}", done.stdout)
        self.assertIn(".bvh", sinew("inspect", "--help").stdout)
        for shown in ["=auto", "=480x640", "=plain", "=lbs", "=rest", "default 8"]:
            self.assertIn(shown, sinew("render", "--help").stdout)

    def test_the_readme_lists_every_exit_code(self):
        section = (ROOT / "Precompute" / "README.md").read_text().split("\n## In a pipeline\n")[1].split("\n## ")[0]
        rows = re.findall(r"^\| ([\d, ]+) \|", section, re.MULTILINE)
        self.assertEqual(", ".join(rows), "0, 1, 2, 3, 4, 5, 130, 143")

    def test_being_stopped_says_one_line_and_leaves_nothing(self):
        signals = [(signal.SIGINT, 130)]
        if not WINDOWS:  # which has Ctrl-C alone
            signals.append((signal.SIGTERM, 143))
        for number, code in signals:
            with subprocess.Popen([SINEW, "render", MANNEQUIN, "--clip", "walk", "--frames", "1000", "--size", "128x128",
                                   "-o", self.folder / "a.png"], stderr=subprocess.PIPE, text=True) as running:
                self.assertIn('"progress"', running.stderr.readline())
                running.send_signal(number)
                self.assertIn("sinew: stopped", running.stderr.read())
                self.assertEqual(running.wait(), code)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_names_may_be_of_any_letters(self):
        folder = self.folder / "Käfer 猫 und Söhne"
        folder.mkdir()
        named = folder / "Glied č.glb"
        named.write_bytes(LIMB.read_bytes())
        done = sinew("check", named, "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        drawn = sinew("render", named, "--size", "32x32", "-o", folder / "画.png")
        self.assertEqual((drawn.returncode, drawn.stdout), (0, f"{folder / '画.png'}\n"), drawn.stderr)
        self.assertEqual(sorted(path.name for path in folder.iterdir()), ["Glied č.glb", "画.png"])
        self.assertIn("Nobody ž", sinew("check", folder / "Nobody ž.glb").stderr)

    def test_messages_go_to_stdout_where_asked_for_and_lines_stay_whole(self):
        nobody = sinew("check", self.folder / "nobody.glb", "--messages", "stdout")
        self.assertEqual((nobody.returncode, nobody.stderr), (5, ""))
        self.assertTrue(nobody.stdout.startswith("sinew: error: "), nobody.stdout)
        wrong = sinew("--messages=stdout", "check", MANNEQUIN, "--josn")
        self.assertEqual((wrong.returncode, wrong.stderr), (2, ""))
        self.assertIn("did you mean --json?", wrong.stdout)
        refused = sinew("--messages", "nowhere", "check", MANNEQUIN)
        self.assertEqual((refused.returncode, refused.stdout), (2, ""), refused.stderr)
        # Larger than any buffer, so that a message could land within a line of it.
        plain, both = sinew("inspect", MANNEQUIN, "--json"), sinew("inspect", MANNEQUIN, "--json", "--messages", "stdout")
        self.assertGreater(len(plain.stdout), 4096)
        self.assertEqual((both.stdout, both.stderr), (plain.stdout + plain.stderr, ""))

    @unittest.skipIf(WINDOWS, "signals")
    def test_progress_and_the_end_of_a_stopped_build_go_to_stdout_where_asked_for(self):
        with subprocess.Popen([SINEW, "build", LIMB, "-o", self.folder / "a.sinew", "--tets", "20000", "--messages", "stdout"],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
            self.assertIn('"progress"', running.stdout.readline())
            running.send_signal(signal.SIGTERM)
            said, complained = running.communicate()
        self.assertEqual((running.returncode, complained), (143, ""))
        self.assertIn("sinew: stopped", said)

    @unittest.skipIf(WINDOWS, "wine's terminal is not Windows'")
    def test_the_bar_on_a_terminal_is_gone_in_the_end(self):
        ours, theirs = pty.openpty()
        done = subprocess.run([SINEW, "render", MANNEQUIN, "--clip", "walk", "--frames", "40", "--size", "128x128", "-o",
                               self.folder / "a.png"], stdout=subprocess.PIPE, stderr=theirs, check=False)
        os.close(theirs)
        shown = os.read(ours, 1 << 20).decode()
        os.close(ours)
        self.assertEqual(done.returncode, 0)
        self.assertIn("/40", shown)
        self.assertTrue(shown.endswith("\r\x1b[K"), shown[-80:])

    def test_a_missing_file_exits_with_5_and_is_named(self):
        done = sinew("check", self.folder / "nobody.glb")
        self.assertEqual(done.returncode, 5)
        self.assertIn("nobody.glb", done.stderr)

    def test_bad_content_exits_with_3_and_names_the_remedy(self):
        for name, content in [("broken.glb", b"glTF\x02\0\0\0"), ("text.glb", "hello"), ("a.fbx", "Kaydara FBX Binary"),
                              ("a.xyz", "?"), ("empty.obj", ""), ("empty.glb", ""), ("bad.gltf", "{}"),
                              ("a.BVH", "HIERARCHY"), ("picture.glb", b"\x89PNG\r\n\x1a\n"), ("bad.gltf", "{\n,")]:
            done = sinew("check", self.write(name, content))
            self.assertEqual(done.returncode, 3, name + done.stderr)
            self.assertNotIn("exception", done.stderr)
            self.assertGreater(len(done.stderr.strip().splitlines()), 1, f"{name}: no remedy: {done.stderr}")
            self.assertEqual(done.stdout, "")

    def test_a_missing_map_exits_with_5_and_a_wrong_name_in_one_is_told_by_line(self):
        draw = ["render", MANNEQUIN, "--motion", WAVE, "--time", 0, "--size", "32x32", "-o", self.folder / "a.png", "--map"]
        self.assertEqual(sinew(*draw, self.folder / "mine.toml").returncode, 5)
        names = json.loads(sinew("inspect", WAVE, "--json").stdout)["joints"]
        mine = self.write("mine.toml", f"[joints]\n{names[0]['name']} = 'hipz'\n")
        done = sinew(*draw, mine)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn("the motion has no joints for hips", done.stderr)
        self.assertIn("line 2: hipz", done.stderr)
        self.assertIn("did you mean hips?", done.stderr)

    def test_solve_writes_shapes_figures_and_pictures(self):
        shapes, report, pictures = self.folder / "out" / "bend.glb", self.folder / "bend.json", self.folder / "pictures"
        done = sinew("solve", LIMB, "--clip", "bend", "--frames", 2, "--tets", 1500, "-o", shapes, "--report", report,
                     "--images", pictures, "--views", "left", "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        figures = json.loads(report.read_text())
        self.assertEqual(figures, json.loads(done.stdout))
        self.assertAlmostEqual(figures["tets"], 1500, delta=150)
        bent = figures["poses"][1]
        self.assertTrue(bent["converged"], bent)
        self.assertLessEqual(bent["residual"]["force"], bent["residual"]["allowed"])
        self.assertGreater(bent["skin"]["solved"]["volumeRatio"], bent["skin"]["linearBlend"]["volumeRatio"])
        self.assertEqual([part["joint"] for part in bent["parts"]], ["upper", "lower"])
        self.assertEqual([path.name for path in sorted(pictures.iterdir())], ["pose_000.png", "pose_001.png"])
        again = sinew("check", shapes, "--json")
        self.assertIn("morph-targets-ignored", again.stdout)

    def test_solved_shapes_have_the_same_bytes_for_any_thread_count(self):
        made = []
        for threads in [1, 2]:
            made.append(self.folder / f"{threads}.glb")
            done = sinew("--threads", threads, "solve", LIMB, "--clip", "bend", "--time", 1, "--tets", 1500, "-o", made[-1])
            self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(made[0].read_bytes(), made[1].read_bytes())

    def test_a_pose_that_does_not_converge_exits_with_1_is_named_and_not_written(self):
        recipe = self.write("hasty.toml", "[volume]\ntets = 1500\n[solve]\nmax_iterations = 1\n")
        shapes, report = self.folder / "a.glb", self.folder / "a.json"
        done = sinew("solve", LIMB, "--clip", "bend", "--time", 1, "--recipe", recipe, "-o", shapes, "--report", report)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("bend  1.00 s", done.stderr)
        self.assertIn("NOT CONVERGED", done.stdout)
        self.assertFalse(shapes.exists())
        figures = json.loads(report.read_text())
        self.assertEqual(figures["notConverged"], ["bend  1.00 s"])
        self.assertNotIn("solved", figures["poses"][0]["skin"])

    def test_the_command_line_wins_over_the_recipe(self):
        recipe = self.write("mine.toml", "[volume]\nedge = 9\n[material]\nyoung = 5e3\npoisson = 0.3\n")
        done = sinew("solve", LIMB, "--pose", "bind", "--tets", 1500, "--recipe", recipe, "--young", 7000, "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        settings = json.loads(done.stdout)["settings"]
        self.assertEqual((settings["young"], settings["poisson"]), (7000, 0.3))
        wrong = self.write("wrong.toml", "[material]\nyoungs = 5e3\n")
        done = sinew("solve", LIMB, "--pose", "bind", "--recipe", wrong)
        self.assertEqual(done.returncode, 3)
        self.assertIn("wrong.toml, line 2", done.stderr)
        self.assertIn("did you mean young?", done.stderr)

    def test_flesh_of_a_human_is_solved_on_both(self):
        for solver in [["--tets", 1500], ["--solver", "lattice", "--cells", 1500]]:
            done = sinew("solve", LIMB, "--clip", "bend", "--time", 1, "--flesh", "human", "--json", *solver)
            self.assertEqual(done.returncode, 0, done.stderr)
            figures = json.loads(done.stdout)
            self.assertTrue(figures["poses"][0]["converged"])
            self.assertGreater(figures["settings"]["tissue"]["skin"]["area"], 0)
            self.assertGreater(figures["settings"]["tissue"]["layers"]["coreLitres"], 0)
        wrong = self.write("wrong.toml", '[[material.fibres]]\njoint = "uper"\n')
        done = sinew("solve", LIMB, "--clip", "bend", "--time", 1, "--recipe", wrong)
        self.assertEqual(done.returncode, 3)
        self.assertIn("upper", done.stderr)

    def test_solves_on_a_lattice_where_asked_to(self):
        shapes = self.folder / "bend.glb"
        done = sinew("solve", LIMB, "--clip", "bend", "--frames", 2, "--solver", "lattice", "--cells", 3000, "-o", shapes,
                     "--images", self.folder / "pictures", "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        figures = json.loads(done.stdout)
        self.assertEqual((figures["solver"], figures["settings"]["selfContact"]), ("lattice", True))
        self.assertAlmostEqual(figures["cells"], 3000, delta=150)
        self.assertTrue(all(pose["converged"] for pose in figures["poses"]))
        self.assertTrue(shapes.exists())
        self.assertTrue((self.folder / "pictures" / "pose_001.png").exists())

    def test_the_report_names_the_method_that_was_asked_for(self):
        for method, heading in [("newton", "Newton"), ("nonlinear-cycle", "cycles")]:
            report = self.folder / "method.json"
            done = sinew("solve", LIMB, "--clip", "bend", "--time", 1, "--solver", "lattice", "--cells", 1500, "--method", method,
                         "--report", report)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(heading, done.stdout)
            self.assertEqual(json.loads(report.read_text())["settings"]["method"], method)

    def test_solve_refuses_what_it_cannot_do_before_it_begins(self):
        still = self.write("cube.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
        bend = ["--clip", "bend"]
        for arguments, code, named in [
                ([LIMB], 2, "--clip, --motion or --pose"), ([LIMB, *bend, "-o", self.folder / "a.fbx"], 2, ".glb"),
                ([LIMB, *bend, "--poisson", 0.5], 2, "--poisson"), ([LIMB, "--pose", "sitting"], 2, "sitting"),
                ([LIMB, *bend, "--solver", "tets"], 2, "--solver"),
                ([LIMB, *bend, "--cells", 9000], 2, "--solver lattice"),
                ([LIMB, *bend, "--method", "nonlinear-cycle"], 2, "--solver lattice"),
                ([LIMB, *bend, "--solver", "lattice", "--tets", 9000], 2, "--cells"),
                ([LIMB, *bend, "--tets", 99, "--edge", 1], 2, "--"),
                ([LIMB, *bend, "-o", LIMB], 2, "replace the input"), ([still, "--pose", "rest"], 3, "no skeleton"),
                ([LIMB, *bend, "--recipe", self.folder / "none.toml"], 5, "none.toml"),
                ([MANNEQUIN, *bend[:1], "walk", "--frames", 10000, "-o", self.folder / "a.glb"], 4, "--frames")]:
            done = sinew("solve", *arguments)
            self.assertEqual(done.returncode, code, (arguments, done.stderr))
            self.assertIn(named, done.stderr)
            self.assertEqual(done.stdout, "")
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["cube.obj"])

    def test_a_stopped_solve_says_how_far_it_came_within_a_second_or_so(self):
        shapes, report = self.folder / "a.glb", self.folder / "a.json"
        with subprocess.Popen([SINEW, "solve", LIMB, "--clip", "bend", "--frames", "1000", "--tets", "3000", "-o", shapes,
                               "--report", report], stderr=subprocess.PIPE, text=True) as running:
            while '"solve"' not in running.stderr.readline():
                self.assertIsNone(running.poll())
            running.send_signal(signal.SIGINT)
            self.assertRegex(running.stderr.read(), r"stopped after \d+ of 1000 poses; .*a.glb was not written")
            self.assertEqual(running.wait(), 130)
        figures = json.loads(report.read_text())
        self.assertTrue(figures["stopped"])
        self.assertLess(len(figures["poses"]), 1000)
        self.assertEqual([path.name for path in self.folder.iterdir()], ["a.json"])

    def test_a_solve_that_is_stopped_while_it_draws_has_written_its_shapes_and_says_so(self):
        shapes = self.folder / "a.glb"
        with subprocess.Popen([SINEW, "solve", LIMB, "--clip", "bend", "--frames", "12", "--tets", "300", "-o", shapes,
                               "--images", self.folder / "pictures"], stderr=subprocess.PIPE, text=True) as running:
            while '"draw"' not in running.stderr.readline():
                self.assertIsNone(running.poll())
            running.send_signal(signal.SIGINT)
            self.assertNotIn("not written", running.stderr.read())
            self.assertEqual(running.wait(), 130)
        self.assertTrue(shapes.exists())

    def test_joints_that_the_tetrahedra_are_too_coarse_to_bend_are_named(self):
        done = sinew("solve", MANNEQUIN, "--clip", "squat", "--time", 0, "--tets", 8000)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stderr, r"joints do not bend.*: mitt_l")

    def test_a_toe_too_thin_for_the_tetrahedra_does_not_stiffen_the_knee(self):
        joints = json.loads(sinew("volume", MANNEQUIN, "--tets", 8000, "--json").stdout)["joints"]
        held = {joint["joint"]: joint for joint in joints}
        self.assertEqual(held["toe_l"]["heldBy"], "foot_l")
        for name in ["shin_l", "shin_r", "foot_l", "foot_r", "forearm_l", "forearm_r"]:
            self.assertEqual(held[name]["heldBy"], name)
            self.assertGreater(held[name]["nodes"], 0, name)

    def test_a_pose_is_the_first_frame_of_a_motion(self):
        pictures = []
        for name, pose in [("a", ["--pose", WAVE]), ("b", ["--motion", WAVE, "--time", 0])]:
            pictures.append(self.folder / f"{name}.png")
            done = sinew("render", MANNEQUIN, *pose, "--size", "64x64", "-o", pictures[-1])
            self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(pictures[0].read_bytes(), pictures[1].read_bytes())

    def test_the_verdict_comes_first_and_lines_are_of_readable_length(self):
        lines = sinew("check", MANNEQUIN).stdout.splitlines()
        self.assertEqual(lines[0], "Mannequin: ready")
        self.assertLess(len(lines), len(sinew("check", MANNEQUIN, "-v").stdout.splitlines()) + 2)
        self.assertLessEqual(max(map(len, lines)), 100)
        lying = sinew("check", MANNEQUIN, "--up", "z")
        self.assertIn("--up y", lying.stdout)

    def test_a_motion_is_inspected_whatever_the_case_of_its_name(self):
        shouting = self.write("WAVE.BVH", WAVE.read_bytes())
        self.assertEqual(json.loads(sinew("inspect", shouting, "--json").stdout)["kind"], "motion")
        done = sinew("check", shouting)
        self.assertEqual(done.returncode, 3)
        self.assertIn("--motion WAVE.BVH", done.stderr)

    def test_check_of_the_sample_is_ready(self):
        done = sinew("check", MANNEQUIN, "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        report = json.loads(done.stdout)
        self.assertEqual(report["verdict"], "ready", report)

    def test_inspect_tells_the_same_in_words_and_in_json(self):
        report = json.loads(sinew("inspect", MANNEQUIN, "--json").stdout)
        words = sinew("inspect", MANNEQUIN).stdout
        self.assertIn(str(report["triangles"]), words)
        for joint in report["joints"]:
            self.assertIn(joint["name"], words)
        self.assertEqual({clip["name"] for clip in report["clips"]}, {"idle", "walk", "squat", "jumping_jack", "twist"})

    def test_render_writes_one_picture_and_prints_its_name(self):
        picture = self.folder / "made" / "walk.png"
        done = sinew("render", MANNEQUIN, "--clip", "walk", "--frames", 2, "--views", "front,left", "--size", "64x96",
                     "-o", picture)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.strip(), str(picture))
        self.assertEqual(picture.read_bytes()[:8], b"\x89PNG\r\n\x1a\n")
        self.assertEqual([path.name for path in picture.parent.iterdir()], ["walk.png"])

    def test_an_unknown_clip_lists_those_there_are(self):
        done = sinew("render", MANNEQUIN, "--clip", "moonwalk", "-o", self.folder / "a.png")
        self.assertEqual(done.returncode, 3)
        self.assertIn("jumping_jack", done.stderr)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_writing_where_a_folder_is_exits_with_5_and_leaves_nothing(self):
        (self.folder / "taken.png").mkdir()
        done = sinew("render", MANNEQUIN, "--size", "32x32", "-o", self.folder / "taken.png")
        self.assertEqual(done.returncode, 5)
        self.assertEqual([path.name for path in self.folder.iterdir()], ["taken.png"])

    def test_no_colour_codes_outside_a_terminal(self):
        done = sinew("check", MANNEQUIN)
        self.assertNotIn("\x1b", done.stdout + done.stderr)

    def test_the_same_picture_for_any_thread_count(self):
        pictures = []
        for threads in [1, 2, 8]:
            picture = self.folder / f"{threads}.png"
            sinew("--threads", threads, "render", MANNEQUIN, "--size", "96x96", "-o", picture)
            pictures.append(picture.read_bytes())
        self.assertEqual(len(set(pictures)), 1)

    def test_samples_are_the_committed_files(self):
        done = sinew("samples", "-o", self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        for name in ["Limb.glb", "Mannequin.glb"]:
            self.assertEqual((self.folder / name).read_bytes(), (ROOT / "Content" / name).read_bytes(), name)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v"])
