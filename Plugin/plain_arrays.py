"""usage: plain_arrays.py FILE.glb OUT.txt: a character of one mesh as plain text for specs, which have no glTF reader.

joint NAME PARENT x y z   in the bind pose, metres, Y up; this reader knows joints without rotation only
vertex x y z  nx ny nz  u v  joint weight ...
triangle a b c
clip NAME, then key SECONDS JOINT qx qy qz qw
"""
import json
import struct
import sys

SIZES = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
KINDS = {5121: ("B", 1), 5123: ("H", 2), 5125: ("I", 4), 5126: ("f", 4)}


class Glb:
    def __init__(self, path):
        with open(path, "rb") as file:
            data = file.read()
        length = struct.unpack_from("<I", data, 12)[0]
        self.json = json.loads(data[20:20 + length])
        self.binary = data[20 + length + 8:]

    def read(self, accessor):
        entry = self.json["accessors"][accessor]
        view = self.json["bufferViews"][entry["bufferView"]]
        kind, width = KINDS[entry["componentType"]]
        size = SIZES[entry["type"]]
        start = view.get("byteOffset", 0) + entry.get("byteOffset", 0)
        stride = view.get("byteStride", size * width)
        return [struct.unpack_from(f"<{size}{kind}", self.binary, start + i * stride) for i in range(entry["count"])]


def words(values):
    # Nine digits bring a float back as it was.
    return " ".join(f"{value:.9g}" for value in values)


def joint_lines(glb):
    joints = glb.json["skins"][0]["joints"]
    nodes = glb.json["nodes"]
    parents = {child: i for i, node in enumerate(nodes) for child in node.get("children", [])}
    for i, inverse in zip(joints, glb.read(glb.json["skins"][0]["inverseBindMatrices"])):
        if any(abs(inverse[4 * c + r] - (c == r)) > 1e-6 for c in range(3) for r in range(3)):
            sys.exit(f"{nodes[i]['name']} is turned in the bind pose, which this reader does not know")
        parent = joints.index(parents[i]) if parents.get(i) in joints else -1
        yield f"joint {nodes[i]['name']} {parent} {words(-v for v in inverse[12:15])}"


def mesh_lines(glb):
    primitive = glb.json["meshes"][0]["primitives"][0]
    names = ("POSITION", "NORMAL", "TEXCOORD_0", "JOINTS_0", "WEIGHTS_0")
    for position, normal, uv, joints, weights in zip(*(glb.read(primitive["attributes"][name]) for name in names)):
        influences = " ".join(f"{joint} {weight:.9g}" for joint, weight in zip(joints, weights) if weight > 0)
        yield f"vertex {words(position)} {words(normal)} {words(uv)} {influences}"
    corners = [index[0] for index in glb.read(primitive["indices"])]
    for a, b, c in zip(corners[::3], corners[1::3], corners[2::3]):
        yield f"triangle {a} {b} {c}"


def clip_lines(glb):
    joints = glb.json["skins"][0]["joints"]
    for clip in glb.json["animations"]:
        yield f"clip {clip['name']}"
        for channel in clip["channels"]:
            if channel["target"]["path"] != "rotation":
                sys.exit("this reader knows rotations only")
            sampler = clip["samplers"][channel["sampler"]]
            for time, rotation in zip(glb.read(sampler["input"]), glb.read(sampler["output"])):
                yield f"key {time[0]:.9g} {joints.index(channel['target']['node'])} {words(rotation)}"


def main():
    glb = Glb(sys.argv[1])
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        for lines in (joint_lines, mesh_lines, clip_lines):
            file.writelines(line + "\n" for line in lines(glb))


if __name__ == "__main__":
    main()
