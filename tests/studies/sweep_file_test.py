# SPDX-License-Identifier: Apache-2.0
"""What points a sweep's file stands for, and what is refused."""

import unittest

import sweeps
from lanefold_studies.refusal import Refusal
from lanefold_studies.sweep_file import read_sweep

HEAD = '[[points]]\nprogram = "bfs"\n'
REFUSED = [
    ("", "a sweep has one group [[points]] at least"),
    ("points = 3", "a sweep has one group [[points]] at least"),
    ("[[points]", "this is not TOML"),
    ("[point]\n", "there is no key 'point'; did you mean 'points'?"),
    ("[[points]]\nsize = 'tiny'", "[[points]] 1: program is missing"),
    (HEAD + "sizes = 'tiny'", "[[points]] 1: there is no key 'sizes'; did you mean 'size'?"),
    (HEAD + "size = 'huge'", 'size = "huge" is not valid; it is one of tiny, default, paper'),
    (HEAD + "seed = [1, -1]", "seed = -1 is not valid; it is a whole number from 0"),
    (HEAD + "seed = true", "seed = true is not valid"),
    (HEAD + "seed = []", "seed is an empty list"),
    (HEAD + "energy = true", "energy = true is not valid; it is a technology node in nm"),
    (HEAD + "functional = 1", "functional = 1 is not valid; it is true or false"),
    (HEAD + "set = 3", "set is a table"),
    (HEAD + "set.core.warps = [[1]]", "core.warps = [1] is not valid"),
    (HEAD + "kernel = 3", "kernel = 3 is not valid"),
    (HEAD + "args = 'x'", "args is a list of texts"),
    (HEAD + "args = ['buffer:uint:8:out=a.txt']", "would write a file for each point"),
    (HEAD + "[[points]]\nprogram = 3", "[[points]] 2: program = 3 is not valid"),
    ("axes = 3\n" + HEAD, "axes is not a table"),
    ("[axes.size]\na = {}\n" + HEAD, "[axes.size]: an axis has a name of"),
    ("[axes.run]\na = {}\n" + HEAD, "[axes.run]: an axis has a name of"),
    ("[axes.width]\n" + HEAD, "[axes.width]: an axis has values"),
    ("[axes.width]\nwide = 3\n" + HEAD, "[axes.width] wide: a value is a table"),
    ("[axes.width]\nwide = {seed = [1]}\n" + HEAD, "seed = [1] is a list"),
    ("[axes.width]\nwide = {seed = 2}\n" + HEAD + "width = 'narrow'",
     'width has no value "narrow"; it has wide'),
    ("[axes.width]\nwide = {seed = 2}\n" + HEAD + "width = []", "width is an empty list"),
    ("[axes.width]\nwide = {seed = 2}\n" + HEAD + "width = 'wide'\nseed = 1",
     "seed is given twice"),
    ("[axes.cores]\ntwo = {set.cores = 2}\n" + HEAD + "cores = 'two'",
     "the axis cores has the name of a setting"),
    (HEAD + "from_launch = 3", "[[points]] 1: from_launch is for recordings, FILE.lfrec"),
    (HEAD.replace("bfs", "app.lfrec") + "from_launch = -1", "from_launch = -1 is not valid"),
    (HEAD.replace("bfs", "app.lfrec") + "seed = 3", "seed means nothing for a recording"),
    (HEAD.replace("bfs", "app.lfrec") + "param.level = 3", "param means nothing for a recording"),
    (HEAD + "kernel = 'a'\n" + HEAD + "kernel = 'b'", "no axis tells bfs --kernel b from bfs "),
    ("columns = 'cycles'\n" + HEAD, "columns = \"cycles\" is not valid; it is a list of names"),
]


class SweepFile(sweeps.SweepTest):
    """From TOML to points."""

    def points(self, text, size=None):
        """The points as users see them."""
        return [str(point) for point in read_sweep(self.write(text), size).points]

    def test_a_group_is_a_cross_product_in_the_order_of_its_axes(self):
        self.assertEqual(
            self.points('[[points]]\nprogram = ["bfs", "kmeans"]\nset.core.warps = [4, 8]\n'
                        'param.level = 2\nsize = "tiny"'),
            ["bfs --set core.warps=4 --param level=2 --size tiny",
             "bfs --set core.warps=8 --param level=2 --size tiny",
             "kmeans --set core.warps=4 --param level=2 --size tiny",
             "kmeans --set core.warps=8 --param level=2 --size tiny"])

    def test_a_named_value_stands_for_several_settings(self):
        text = ('[axes.width]\nsimd8 = { set.core.warp_width = 8, seed = 3 }\n'
                'simd16 = { set.core = { warp_width = 16, warps = 3 } }\n'
                + HEAD + 'width = "*"')
        self.assertEqual(self.points(text),
                         ["bfs --set core.warp_width=8 --seed 3",
                          "bfs --set core.warp_width=16 --set core.warps=3"])
        first = read_sweep(self.write(text)).points[0]
        self.assertEqual(first.axes, {"program": "bfs", "size": "default", "machine": "ivb-eu",
                                      "seed": 3, "width": "simd8", "core.warp_width": 8})

    def test_a_point_of_two_groups_is_one(self):
        text = HEAD + "seed = [1, 2]\n" + HEAD + "seed = [2, 3]"
        self.assertEqual(self.points(text), ["bfs", "bfs --seed 2", "bfs --seed 3"])

    def test_size_is_that_of_the_command_line_unless_the_group_names_one(self):
        text = HEAD + HEAD + "size = 'paper'\n[[points]]\nprogram = 'own.cl'"
        self.assertEqual(self.points(text, "default"), ["bfs", "bfs --size paper", "own.cl"])
        self.assertEqual(self.points(text, "paper"), ["bfs --size paper", "own.cl"])

    def test_tiny_is_the_size_of_all_points(self):
        text = ('[axes.inputs]\nlarge = { size = "paper" }\n' + HEAD + HEAD + 'inputs = "large"'
                + '\n' + HEAD + 'size = ["tiny", "default"]')
        self.assertEqual(self.points(text, "tiny"), ["bfs --size tiny", "bfs --size tiny"])
        self.assertEqual(self.points(text), ["bfs", "bfs --size paper", "bfs --size tiny"])

    def test_words_are_complete(self):
        text = ('[[points]]\nprogram = "own.cl"\nmachine = "my.toml"\nfunctional = true\n'
                'kernel = "scale"\nglobal = "64"\nlocal = "8"\nargs = ["int:-5", "local:8"]\n'
                'build_options = ["-DN=2"]\nset.core.exact = true')
        point = read_sweep(self.write(text)).points[0]
        self.assertEqual(point.words(), [
            "own.cl", "--build-option=-DN=2", "--machine", "my.toml", "--set", "core.exact=true",
            "--seed", "1", "--functional", "--kernel", "scale", "--global", "64", "--local", "8",
            "--arg=int:-5", "--arg=local:8"])
        self.assertEqual(point.folder, self.folder)

    def test_the_instruction_set_and_the_width_decide_the_compiled_program(self):
        point = read_sweep(self.write(HEAD + 'simd = "16"\nset.core.isa = "gen8"')).points[0]
        self.assertEqual(point.compiled_words(), ["bfs", "--simd", "16", "--set=core.isa=gen8"])
        self.assertEqual(str(point), "bfs --simd 16 --set core.isa=gen8")
        self.assertEqual(point.axes["simd"], "16")
        own = read_sweep(self.write(HEAD + 'machine = "my.toml"')).points[0]
        self.assertEqual(own.compiled_words(), ["bfs", "--machine=my.toml"])
        self.assertNotIn("--simd", read_sweep(self.write(HEAD)).points[0].words())

    def test_energy_names_its_node(self):
        point = read_sweep(self.write(HEAD + "energy = 32")).points[0]
        self.assertEqual(point.words()[-3:], ["--energy", "--node", "32"])
        self.assertEqual(point.axes["energy"], 32)

    def test_mistakes_are_refused_in_one_sentence_with_their_place(self):
        for text, sentence in REFUSED:
            with self.subTest(text=text), self.assertRaises(Refusal) as caught:
                read_sweep(self.write(text))
            self.assertIn(sentence, str(caught.exception))
            self.assertTrue(str(caught.exception).startswith(f"{self.folder}/plan.toml: "))
            self.assertNotIn("\n", str(caught.exception))
            self.assertEqual(caught.exception.code, 3)

    def test_a_file_that_cannot_be_read_is_named(self):
        with self.assertRaisesRegex(Refusal, "absent.toml cannot be read: No such file"):
            read_sweep(self.folder / "absent.toml")


if __name__ == "__main__":
    unittest.main()
