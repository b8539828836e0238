#!/usr/bin/env python3
"""Plays an asset as a game would: figures, animations, pictures, and what is refused."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SINEW, ROOT = sys.argv[1], pathlib.Path(sys.argv[2])
LIMB, MANNEQUIN = ROOT / "Content" / "Limb.glb", ROOT / "Content" / "Mannequin.glb"
RECIPE = "[poses]\ncount = 12\nheld_out = 2\n[bases]\nrank = 8\n"
BENDING = """HIERARCHY
ROOT upper
{
  OFFSET 0 0 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT lower
  {
    OFFSET 30 0 0
    CHANNELS 3 Zrotation Xrotation Yrotation
    End Site
    {
      OFFSET 30 0 0
    }
  }
}
MOTION
Frames: 20
Frame Time: 0.0333333
""" + "".join(f"0 0 0 0 0 0 {3 * i} 0 0\n" for i in range(20))


def sinew(*arguments):
    return subprocess.run([SINEW, *map(str, arguments)], capture_output=True, text=True, stdin=subprocess.DEVNULL)


class Play(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.holder = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.holder.name)
        (cls.folder / "quick.toml").write_text(RECIPE)
        (cls.folder / "bending.bvh").write_text(BENDING)
        cls.asset = cls.folder / "Limb.sinew"
        done = sinew("build", LIMB, "-o", cls.asset, "--tets", 1200, "--recipe", cls.folder / "quick.toml")
        assert done.returncode == 0, done.stderr

    @classmethod
    def tearDownClass(cls):
        cls.holder.cleanup()

    def play(self, *arguments):
        done = sinew("play", self.asset, "--json", *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def test_a_clip_is_played_measured_drawn_and_kept(self):
        report, out, pictures = self.folder / "bend.json", self.folder / "bend.glb", self.folder / "pictures"
        told = self.play("--character", LIMB, "--clip", "bend", "-o", out, "--images", pictures, "--report", report)
        clip = told["clips"][0]
        self.assertEqual((clip["clip"], clip["ticks"], clip["notConverged"]), ("bend", 121, 0))
        self.assertLess(clip["worstResidual"], 1e-3)
        self.assertGreater(clip["tickMs"]["median"], 0)
        self.assertEqual(json.loads(report.read_text())["stateHash"], told["stateHash"])
        self.assertEqual(out.read_bytes()[:4], b"glTF")
        self.assertGreaterEqual(len(list(pictures.glob("pose_*.png"))), 10)

    def test_the_same_state_for_any_thread_count(self):
        hashes = {self.play("--character", LIMB, "--clip", "twist", "--threads", n)["stateHash"] for n in (1, 2, 5)}
        self.assertEqual(len(hashes), 1)

    def test_motion_needs_the_asset_alone(self):
        told = self.play("--motion", self.folder / "bending.bvh")
        self.assertEqual(told["clips"][0]["notConverged"], 0)
        self.assertGreater(told["clips"][0]["ticks"], 30)

    def test_at_rest_and_in_motion_are_not_the_same(self):
        arguments = ["--character", LIMB, "--clip", "bend"]
        self.assertNotEqual(self.play(*arguments)["stateHash"], self.play(*arguments, "--still")["stateHash"])

    def test_compare_tells_how_far_from_the_full_solution_an_asset_is(self):
        report, plot = self.folder / "compare.json", self.folder / "compare.svg"
        done = sinew("compare", self.asset, "--character", LIMB, "--clip", "bend", "--frames", 3, "--report", report,
                     "--plot", plot)
        self.assertEqual(done.returncode, 0, done.stderr)
        told = json.loads(report.read_text())
        self.assertEqual(len(told["frames"]), 3)
        self.assertLess(told["ofLinearBlend"], 0.3)
        self.assertLess(told["seamGap"], 0.005)
        self.assertLess(told["normalJump"]["ofFull"], 1.5)
        self.assertGreater(told["normalJump"]["full"], 0.01)
        for frame in told["frames"]:
            self.assertTrue(frame["converged"])
            self.assertLessEqual(frame["reduced"]["rms"], frame["reduced"]["most"])
            self.assertLessEqual(frame["reduced"]["within95"], frame["reduced"]["most"])
        self.assertIn("<polyline", plot.read_text())
        self.assertIn("of linear blend skinning's", done.stdout)
        self.assertIn(f"jump at seams {told['normalJump']['ofFull']:.2f} times", done.stdout)

    def compared(self, asset, *more):
        done = sinew("compare", asset, "--character", LIMB, "--clip", "bend", "--frames", 2, "--json", *more)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)["frames"]

    def built(self, name, recipe, *more):
        (self.folder / "edge.toml").write_text(recipe)
        asset = self.folder / name
        done = sinew("build", LIMB, "-o", asset, "--recipe", self.folder / "edge.toml", *more)
        self.assertEqual(done.returncode, 0, done.stderr)
        return asset

    def test_compare_solves_at_the_resolution_of_the_build(self):
        coarse = self.built("given.sinew", RECIPE + "[volume]\nedge = 0.1\n", "--tets", 1200)
        self.assertEqual(self.compared(coarse), self.compared(self.asset))

    def test_compare_at_another_resolution_also_where_the_recipe_has_an_edge(self):
        asset = self.built("edge.sinew", RECIPE + "[volume]\nedge = 0.06\n")
        as_built, finer = self.compared(asset), self.compared(asset, "--tets", 3000)
        self.assertNotEqual([f["full"] for f in as_built], [f["full"] for f in finer])

    def test_an_asset_of_cells_is_played_compared_and_inspected(self):
        asset = self.built("cells.sinew", RECIPE, "--solver", "lattice", "--cells", 800)
        frames = self.compared(asset)
        self.assertTrue(all(frame["converged"] for frame in frames))
        for frame in frames[1:]:  # the first is bent least
            self.assertLess(frame["reduced"]["rms"], 0.5 * frame["linearBlend"]["rms"])
        self.assertNotEqual([f["full"] for f in frames], [f["full"] for f in self.compared(asset, "--cells", 1500)])
        bend = ["--character", LIMB, "--clip", "bend"]
        done = sinew("compare", asset, *bend, "--frames", 2, "--tets", 1500)
        self.assertEqual(done.returncode, 2)
        self.assertIn("--cells", done.stderr)
        self.assertEqual(sinew("compare", self.asset, *bend, "--frames", 2, "--cells", 1500).returncode, 2)
        done = sinew("play", asset, "--json", *bend)
        self.assertEqual(done.returncode, 0, done.stderr)
        for clip in json.loads(done.stdout)["clips"]:  # a few ticks of so coarse a model need more iterations than a game allows
            self.assertLess(clip["notConverged"], 0.1 * clip["ticks"])
        done = sinew("inspect", asset)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("tet", done.stdout)

    def test_what_cannot_be_played_is_refused_with_a_remedy(self):
        broken = self.folder / "broken.sinew"
        broken.write_bytes(self.asset.read_bytes()[:-64])
        bend = ["--character", LIMB, "--clip", "bend"]
        for arguments, code, named in [
            ([self.asset], 2, "--clip or --motion"),
            ([self.asset, "--clip", "bend"], 2, "--character"),
            ([self.asset, "--character", LIMB, "--clip", "bnd"], 3, "bend"),
            ([self.asset, "--character", MANNEQUIN, "--clip", "walk"], 3, "joint 0 is"),
            ([self.asset, *bend, "--rate", "nan"], 2, "--rate"),
            ([self.asset, *bend, "-o", self.asset], 2, ".glb"),
            ([broken, *bend], 3, "broken.sinew"),
            ([self.folder / "none.sinew", *bend], 5, "none.sinew"),
        ]:
            done = sinew("play", *arguments)
            self.assertEqual(done.returncode, code, (arguments, done.stderr))
            self.assertIn(named, done.stderr)
            self.assertEqual(done.stdout, "")

    def test_old_formats_are_told_apart(self):
        done = sinew("play", ROOT / "Tests" / "Data" / "Formats" / "1.sinew", "--motion", self.folder / "bending.bvh")
        self.assertEqual(done.returncode, 3)
        self.assertIn("Rebuild the asset with `sinew build`", done.stderr)


if __name__ == "__main__":
    os.environ["NO_COLOR"] = "1"
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
