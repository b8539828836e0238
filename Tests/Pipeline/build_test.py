#!/usr/bin/env python3
"""Builds a small asset as a build machine does: again, after changes, after being killed, in shards."""
import json
import os
import pathlib
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest

SINEW, ROOT = sys.argv[1], pathlib.Path(sys.argv[2])
LIMB = ROOT / "Content" / "Limb.glb"
LATTICE = "[poses]\ncount = 8\nheld_out = 2\nsolver = \"lattice\"\n[lattice]\ncells = 800\n[bases]\nrank = 6\n"
RECIPE = "[volume]\ntets = 1500\n[poses]\ncount = 8\nheld_out = 2\n[bases]\nrank = 6\n"


def without_clips(glb):
    """The same character, with its JSON chunk rewritten."""
    size = struct.unpack_from("<I", glb, 12)[0]
    model = json.loads(glb[20:20 + size])
    del model["animations"]
    text = json.dumps(model).encode()
    text += b" " * (-len(text) % 4)
    rest = glb[20 + size:]
    return struct.pack("<4sIIII", b"glTF", 2, 20 + len(text) + len(rest), len(text), 0x4E4F534A) + text + rest


class Build(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.recipe(RECIPE)

    def recipe(self, text):
        (self.folder / "limb.toml").write_text(text)

    def command(self, name, *more):
        return [SINEW, "build", str(LIMB), "-o", str(self.folder / name), "--recipe", str(self.folder / "limb.toml"),
                "--json", *map(str, more)]

    def build(self, name="a.sinew", *more, code=0):
        done = subprocess.run(self.command(name, *more), capture_output=True, text=True, stdin=subprocess.DEVNULL)
        self.assertEqual(done.returncode, code, done.stderr)
        return json.loads(done.stdout)

    def bytes(self, name):
        return (self.folder / name).read_bytes()

    def worked(self, summary):
        return [stage["stage"] for stage in summary["stages"] if not stage["cached"]]

    def test_learns_on_the_cells_of_a_lattice_too(self):
        self.recipe(LATTICE)
        on_cells = self.build()
        self.assertAlmostEqual(on_cells["cells"], 800, delta=80)
        self.assertNotIn("tets", on_cells)
        self.assertEqual(on_cells["droppedPoses"], [])
        self.assertLess(on_cells["reducedOfLinearBlend"], 0.5)
        learnt = self.bytes("a.sinew")
        self.assertGreater(self.inspect("a.sinew")["bytesOf"]["stabilisation"], 0)
        self.assertEqual(self.worked(self.build()), [])
        told = self.said().stdout
        self.assertIn(f"{on_cells['cells']} cells, 2 domains", told)
        self.assertNotIn("tets", told)
        self.recipe(RECIPE)
        on_tets = self.build()
        self.assertIn("poses", self.worked(on_tets))
        self.assertNotIn("cells", on_tets)
        self.assertNotEqual(self.bytes("a.sinew"), learnt)
        self.assertEqual(self.inspect("a.sinew")["bytesOf"]["stabilisation"], 0)

    def test_learns_on_quadratic_tetrahedra_too(self):
        self.recipe(RECIPE.replace("tets = 1500", "tets = 300\norder = \"quadratic\""))
        summary = self.build()
        self.assertAlmostEqual(summary["tets"], 300, delta=60)  # not their points, which are four times as many
        self.assertEqual(summary["droppedPoses"], [])
        self.assertLess(summary["reducedOfLinearBlend"], 0.5)

    def test_a_build_on_cells_is_resumed_and_its_stages_are_kept(self):
        self.recipe(LATTICE)
        self.build("whole.sinew")
        subprocess.run([SINEW, "--threads", "1", *self.command("one.sinew")[1:]], check=True, capture_output=True)
        self.assertEqual(self.bytes("one.sinew"), self.bytes("whole.sinew"))
        cache = self.folder / "shared"
        for shard in ["2/2", "1/2"]:
            self.build("parts.sinew", "--cache", cache, "--shard", shard)
        self.build("parts.sinew", "--cache", cache, "--from", "bases")
        self.assertEqual(self.bytes("parts.sinew"), self.bytes("whole.sinew"))
        summary = self.build("whole.sinew", "--from", "cubature")
        self.assertEqual([s for s in self.worked(summary) if s in ["poses", "bases", "cubature"]], ["cubature"])
        self.assertEqual(self.bytes("one.sinew"), self.bytes("whole.sinew"))
        self.recipe("[volume]\ntets = 7000\n" + LATTICE)  # of no concern to cells
        self.assertEqual([s for s in self.worked(self.build("whole.sinew")) if s in ["poses", "bases", "cubature"]], [])
        self.recipe(LATTICE.replace("cells = 800", "cells = 700"))
        self.assertIn("poses", self.worked(self.build("whole.sinew")))

    def test_the_command_line_chooses_the_solver(self):
        self.recipe(RECIPE)
        summary = self.build("a.sinew", "--solver", "lattice", "--cells", 700, "--to", "domains")
        self.assertAlmostEqual(summary["cells"], 700, delta=70)
        self.assertIn("--cells", json.dumps(self.build("a.sinew", "--solver", "lattice", "--tets", 700, code=2)["error"]))
        self.assertIn("--tets", json.dumps(self.build("a.sinew", "--cells", 700, code=2)["error"]))
        self.recipe(RECIPE + "[solve]\nhold = \"sliding\"\n")
        self.assertIn("--solver lattice", self.build("a.sinew", code=3)["error"]["remedy"])
        self.build("a.sinew", "--solver", "lattice", "--cells", 700, "--to", "domains")

    def test_tells_what_came_of_it(self):
        self.recipe(RECIPE.replace("count = 8", "count = 30").replace("rank = 6", "rank = 15"))
        summary = self.build()
        self.assertEqual([d["domain"] for d in summary["domains"]], ["upper", "lower"])
        self.assertTrue(all(d["forceError"] <= 0.06 for d in summary["domains"]))
        self.assertEqual(sum(d["modes"] for d in summary["domains"]), 2 * 15)
        self.assertGreater(min(d["vibrationsCaptured"] for d in summary["domains"]), 0.7)
        self.assertEqual(summary["droppedPoses"], [])
        self.assertEqual(len(summary["errors"]), 2)
        self.assertLess(summary["projectionOfLinearBlend"], summary["reducedOfLinearBlend"])
        self.assertLess(summary["reducedOfLinearBlend"], 0.5)
        self.assertEqual(summary["assetBytes"], len(self.bytes("a.sinew")))
        self.assertLess(summary["reduced"]["meanOfLimb"], summary["linearBlend"]["meanOfLimb"])
        self.assertLess(summary["reduced"]["mean"], summary["reduced"]["percentile95"])
        self.assertIn(summary["worst"]["domain"], ["upper", "lower"])
        self.assertIn(summary["worst"]["pose"], [e["pose"] for e in summary["errors"]])
        again = self.build()
        changes = ("nothingToDo", "stages", "solvedPoses")
        self.assertEqual([again[k] for k in changes], [True, [], 0])
        self.assertEqual(*({k: v for k, v in s.items() if k not in changes} for s in (again, summary)))

    def test_an_asset_over_its_budget_is_not_written_and_the_one_before_stays(self):
        self.build()
        first = self.bytes("a.sinew")
        size, ms = len(first) / 1e6, self.inspect("a.sinew")["predictedTickMs"]
        for budget, value in (("--budget-mb", size / 2), ("--budget-ms", ms / 2)):
            error = self.build("a.sinew", budget, value, "--report", self.folder / "over.json", code=4)["error"]
            self.assertIn("reducedOfLinearBlend", json.loads((self.folder / "over.json").read_text()))
            self.assertIn(budget, error["text"])
            self.assertIn("rank", error["remedy"])
            self.assertEqual(self.bytes("a.sinew"), first)
        self.build("b.sinew", "--budget-mb", size / 2, code=4)
        self.assertFalse((self.folder / "b.sinew").exists())
        self.assertIn("--budget-error", self.build("b.sinew", "--budget-error", 1e-3, code=1)["error"]["text"])
        self.assertFalse((self.folder / "b.sinew").exists())
        self.build("b.sinew", "--budget-mb", size * 1.01, "--budget-ms", 1e3, "--budget-error", 1e5)

    def said(self, *more, code=0):
        command = [arg for arg in self.command("a.sinew", *more) if arg != "--json"]
        done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        self.assertEqual(done.returncode, code, done.stderr)
        return done

    def test_a_second_run_tells_the_summary_again(self):
        first = self.said().stdout
        self.assertIn("linear blend skinning", first)
        second = self.said().stdout
        self.assertIn("up to date", second)
        self.assertIn(first.strip(), second)

    def test_what_a_designer_should_know_is_warned_of(self):
        self.recipe(RECIPE.replace("count = 8", "count = 2").replace("held_out = 2", "held_out = 1"))
        self.assertIn("hardly better than linear blend skinning", self.said().stderr)
        self.recipe(RECIPE + "[solve]\nmax_iterations = 1\n")
        self.assertIn("did not converge", self.said().stderr)

    def test_nothing_to_learn_from_is_refused(self):
        self.recipe(RECIPE.replace("held_out = 2", "held_out = 2\nanatomy = false"))
        still = self.folder / "still.glb"
        still.write_bytes(without_clips(LIMB.read_bytes()))
        command = [str(still) if arg == str(LIMB) else arg for arg in self.command("a.sinew")]
        done = subprocess.run(command, capture_output=True, text=True)
        self.assertEqual(done.returncode, 3, done.stderr)
        error = json.loads(done.stdout)["error"]
        self.assertIn("no joint is known to move", error["text"])
        self.assertIn("[[poses.joint]]", error["remedy"])

    def test_joints_that_cannot_be_merged_are_named(self):
        self.recipe(RECIPE + "[domains]\nmerge = [\"lower\"]\n")
        self.assertEqual([d["domain"] for d in self.build()["domains"]], ["upper"])
        for names in ("merge = [\"upper\"]", "merge = [\"lowr\"]", "merge = [\"lower\"]\nkeep = [\"lower\"]"):
            self.recipe(RECIPE + f"[domains]\n{names}\n")
            self.assertIn(names.split("\"")[1], self.build(code=3)["error"]["text"])

    def test_stiff_flesh_and_weight_are_learnt_too(self):
        trained = RECIPE.replace("count = 8", "count = 20").replace("rank = 6", "rank = 12")
        self.recipe(trained + "[[material.distance]]\nmetres = 0\nfactor = 30\n"
                    "[[material.distance]]\nmetres = 0.02\nfactor = 1\n")
        self.assertLess(self.build("stiff.sinew")["reducedOfLinearBlend"], 0.25)
        self.recipe(trained + "[solve]\ngravity = 9.81\n")
        self.assertLess(self.build("heavy.sinew")["reducedOfLinearBlend"], 0.12)

    def test_options_that_contradict_each_other_are_refused(self):
        self.build("a.sinew", "--from", "bases", "--to", "poses", code=2)
        self.build("a.sinew", "--shard", "1/2", "--to", "bases", code=2)
        self.build("a.sinew", "--shard", "1/2", "--from", "bases", code=2)
        self.build("a.sinew", "--map", "cmu-to-mannequin", code=2)

    def inspect(self, name):
        done = subprocess.run([SINEW, "inspect", str(self.folder / name), "--json"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def test_an_asset_tells_what_is_in_it(self):
        summary = self.build()
        asset = self.inspect("a.sinew")
        self.assertEqual(asset["bytes"], summary["assetBytes"])
        self.assertEqual(asset["modes"], sum(d["modes"] for d in summary["domains"]))
        self.assertEqual([d["joint"] for d in asset["domains"]], ["upper", "lower"])
        self.assertEqual(asset["interfaces"], summary["interfaces"])
        self.assertIn("\ngaps = true\n", asset["recipe"])  # what nobody said is there too
        self.assertEqual(asset["predictedTickMs"], summary["predictedTickMs"])
        self.assertNotIn("0000000000000000", (asset["meshHash"], asset["skeletonHash"], asset["recipeHash"]))
        (self.folder / "a.sinew").write_bytes(self.bytes("a.sinew")[:-1])
        done = subprocess.run([SINEW, "inspect", str(self.folder / "a.sinew")], capture_output=True, text=True)
        self.assertEqual(done.returncode, 3)
        self.assertIn("sinew build", done.stderr)

    def test_pictures_are_drawn_even_where_nothing_else_is_to_do(self):
        self.build()
        made = (self.folder / "a.sinew").stat().st_mtime_ns
        summary = self.build("a.sinew", "--images", self.folder / "pictures")
        self.assertEqual((self.folder / "a.sinew").stat().st_mtime_ns, made)
        for name in ("domains.png", "worst.png"):
            self.assertIn(str(self.folder / "pictures" / name), summary["pictures"])
            self.assertEqual((self.folder / "pictures" / name).read_bytes()[:4], b"\x89PNG")

    def test_again_does_nothing_and_a_lost_asset_is_made_from_what_is_there(self):
        self.build()
        first = self.bytes("a.sinew")
        self.assertTrue(self.build()["nothingToDo"])
        (self.folder / "a.sinew").unlink()
        again = self.build()
        self.assertFalse(again["nothingToDo"])
        self.assertNotIn("poses", self.worked(again))
        self.assertNotIn("bases", self.worked(again))
        self.assertEqual(self.bytes("a.sinew"), first)

    def test_a_change_redoes_only_what_depends_on_it(self):
        self.build()
        first = self.bytes("a.sinew")
        self.recipe(RECIPE + "[cubature]\ntolerance = 0.02\n")
        summary = self.build()
        self.assertNotIn("bases", self.worked(summary))
        self.assertIn("cubature", self.worked(summary))
        self.assertNotEqual(self.bytes("a.sinew"), first)
        self.recipe(RECIPE.replace("rank = 6", "rank = 5"))
        summary = self.build()
        self.assertNotIn("poses", self.worked(summary))
        self.assertIn("bases", self.worked(summary))

    def test_the_same_bits_for_any_number_of_threads_and_any_sharding(self):
        self.build("whole.sinew")
        subprocess.run([SINEW, "--threads", "1", *self.command("one.sinew")[1:]], check=True, capture_output=True)
        cache = self.folder / "shared"
        for shard in ["2/3", "3/3", "1/3"]:
            self.build("parts.sinew", "--cache", cache, "--shard", shard)
            self.assertFalse((self.folder / "parts.sinew").exists())
        self.build("parts.sinew", "--cache", cache, "--from", "bases")
        self.assertEqual(self.bytes("one.sinew"), self.bytes("whole.sinew"))
        self.assertEqual(self.bytes("parts.sinew"), self.bytes("whole.sinew"))

    def test_from_does_a_stage_again_and_to_stops_after_one(self):
        for stage in ["poses", "bases", "cubature", "tensors"]:
            summary = self.build("a.sinew", "--to", stage)
            self.assertEqual(summary["stages"][-1]["stage"], stage)
            self.assertFalse((self.folder / "a.sinew").exists())
        self.build()
        first = self.bytes("a.sinew")
        for stage, done in [("volume", ["poses", "bases", "cubature"]), ("poses", ["poses", "bases", "cubature"]),
                            ("cubature", ["cubature"])]:
            worked = self.worked(self.build("a.sinew", "--from", stage))
            self.assertEqual([s for s in worked if s in ["poses", "bases", "cubature"]], done)
            self.assertEqual(self.bytes("a.sinew"), first)

    def test_joints_that_hardly_turn_share_a_domain(self):
        self.recipe(RECIPE + "[domains]\nmin_turn = 3.1\n")
        self.assertEqual([d["domain"] for d in self.build()["domains"]], ["upper"])

    def test_poses_that_fail_are_named_and_not_trained_on(self):
        self.recipe(RECIPE.replace("count = 8", "count = 20").replace("held_out = 2", "held_out = 4")
                    + "[solve]\nmax_iterations = 2\n")
        summary = self.build()
        dropped = summary["droppedPoses"]
        self.assertGreater(len(dropped), 0)
        self.assertEqual(summary["trainingPoses"] + summary["heldOutPoses"] + len(dropped), 24)
        self.assertFalse(set(dropped) & {error["pose"] for error in summary["errors"]})
        subprocess.run([SINEW, "--threads", "1", *self.command("one.sinew")[1:]], check=True, capture_output=True)
        self.assertEqual(self.bytes("one.sinew"), self.bytes("a.sinew"))

    def test_flesh_that_is_not_at_rest_in_the_bind_pose_is_refused(self):
        self.recipe(RECIPE + "[solve]\ngravity = 1000\nmax_iterations = 2\n[material]\nyoung = 100\n")
        for _ in range(2):
            self.assertIn("bind pose", self.build(code=1)["error"]["text"])
            self.assertFalse((self.folder / "a.sinew").exists())

    def test_what_is_stiffer_in_full_is_so_in_the_asset(self):
        self.recipe(RECIPE.replace("count = 8", "count = 20").replace("held_out = 2", "held_out = 4")
                    .replace("rank = 6", "rank = 12") + '[[material.joint]]\nname = "lower"\nfactor = 30\n')
        self.assertLess(self.build()["reducedOfLinearBlend"], 0.13)  # 0.16 with the same flesh everywhere

    def test_the_command_line_wins_over_the_recipe(self):
        self.recipe(RECIPE.replace("tets = 1500", "edge = 0.05"))
        summary = self.build("a.sinew", "--tets", 1500, "--to", "domains")
        self.assertAlmostEqual(summary["tets"], 1500, delta=150)

    def test_an_asset_carries_a_recipe_that_builds_it_again(self):
        self.recipe(RECIPE.replace("tets = 1500", "edge = 0.05") + '[[material.joint]]\nname = "lower"\nfactor = 2\n')
        self.build("a.sinew", "--tets", 1500)
        self.recipe(self.inspect("a.sinew")["recipe"])
        self.assertTrue(self.build()["nothingToDo"])
        self.assertIn("tets = 1500\n", self.inspect("a.sinew")["recipe"])
        self.assertNotIn("edge", self.inspect("a.sinew")["recipe"])

    def test_a_comment_or_another_order_in_the_recipe_causes_no_work(self):
        self.build()
        self.recipe("# mine\n[bases]\nrank = 6 # few\n[poses]\nheld_out = 2\ncount = 8\n[volume]\ntets = 1500\n")
        self.assertTrue(self.build()["nothingToDo"])

    def test_missing_shards_are_named(self):
        cache = self.folder / "shared"
        self.build("a.sinew", "--cache", cache, "--shard", "1/3")
        error = self.build("a.sinew", "--cache", cache, "--from", "bases", code=3)["error"]
        self.assertIn("poses are not in", json.dumps(error))
        self.assertFalse((self.folder / "a.sinew").exists())

    def test_killed_at_any_moment_the_next_run_ends_in_the_same_bits(self):
        self.build("whole.sinew")
        for delay in [0.05, 0.2, 0.5, 0.9]:
            process = subprocess.Popen(self.command("b.sinew"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(delay)
            process.send_signal(signal.SIGKILL)
            process.wait()
        self.build("b.sinew")
        self.assertEqual(self.bytes("b.sinew"), self.bytes("whole.sinew"))

    def test_stops_when_asked_and_keeps_finished_work(self):
        self.recipe(RECIPE.replace("count = 8", "count = 60"))
        process = subprocess.Popen(self.command("c.sinew"), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        cache = self.folder / "c.sinew.cache"
        while not (cache.exists() and len(list(cache.glob("pose-*.bin"))) > 3) and process.poll() is None:
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=20)
        self.assertEqual(process.returncode, 130, said)
        self.assertIn("kept", said)
        self.assertFalse((self.folder / "c.sinew").exists())
        self.assertFalse(any(".part" in name or "tmp" in name for name in os.listdir(cache)), os.listdir(cache))

    def test_damaged_files_in_the_cache_are_made_again(self):
        self.build()
        first = self.bytes("a.sinew")
        for file in (self.folder / "a.sinew.cache").iterdir():
            content = bytearray(file.read_bytes())
            content[len(content) // 2] ^= 1
            file.write_bytes(content)
        (self.folder / "a.sinew").unlink()
        self.build()
        self.assertEqual(self.bytes("a.sinew"), first)

    def test_refuses_what_makes_no_sense(self):
        for more, code in [(["--shard", "4/3"], 2), (["--shard", "x"], 2), (["--from", "lunch"], 2)]:
            self.build("a.sinew", *more, code=code)
        self.build("a.glb", code=2)
        self.recipe('[domains]\nkeep = ["uper"]\n')
        self.assertIn("upper", json.dumps(self.build(code=3)))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]])
