"""Makes Sinew's sample in an Unreal project: the limb, its asset yet to be built, a Blueprint that wears it, and a level.

Run by the editor: UnrealEditor-Cmd PROJECT -run=pythonscript -script=make_sample.py, or Tools, Execute Python Script.
SINEW_SAMPLE_CHARACTER names another character (.glb) than the limb beside this folder.
"""
import os
import pathlib

import unreal

FOLDER = "/Game/Sinew"
BLUEPRINT, LEVEL = "BP_SinewSample", "SinewSample"


def character_file():
    given = os.environ.get("SINEW_SAMPLE_CHARACTER")
    return pathlib.Path(given) if given else pathlib.Path(__file__).resolve().parent.parent / "Limb.glb"


def import_character(file):
    """The skeletal mesh and the animations that came with it."""
    task = unreal.AssetImportTask()
    task.set_editor_property("filename", str(file))
    task.set_editor_property("destination_path", f"{FOLDER}/{file.stem}")
    task.set_editor_property("automated", True)
    task.set_editor_property("replace_existing", True)
    task.set_editor_property("save", True)
    unreal.AssetToolsHelpers.get_asset_tools().import_asset_tasks([task])
    assets = [unreal.EditorAssetLibrary.load_asset(path)
              for path in unreal.EditorAssetLibrary.list_assets(f"{FOLDER}/{file.stem}", recursive=True)]
    meshes = [asset for asset in assets if isinstance(asset, unreal.SkeletalMesh)]
    if not meshes:
        raise RuntimeError(f"{file} did not become a skeletal mesh")
    return meshes[0], [asset for asset in assets if isinstance(asset, unreal.AnimSequence)]


def fresh_asset(name, kind, factory):
    """Whatever has this name is replaced, so that the script can be run again."""
    if unreal.EditorAssetLibrary.does_asset_exist(f"{FOLDER}/{name}"):
        unreal.EditorAssetLibrary.delete_asset(f"{FOLDER}/{name}")
    made = unreal.AssetToolsHelpers.get_asset_tools().create_asset(name, FOLDER, kind, factory)
    if made is None:
        raise RuntimeError(f"{FOLDER}/{name} could not be made")
    return made


def make_asset(name, mesh, animations):
    """What to build it from is said; building it is for the button, or for the commandlet."""
    asset = fresh_asset(f"{name}_Sinew", unreal.SinewAsset, unreal.SinewAssetNewFactory())
    asset.set_editor_property("source_mesh", mesh)
    asset.set_editor_property("source_animations", animations)
    asset.set_editor_property("source_tets", 2000)
    unreal.EditorAssetLibrary.save_loaded_asset(asset)
    return asset


def add_component(blueprint, parent, kind):
    """A component of the Blueprint, and the handle to hang others below it."""
    subsystem = unreal.get_engine_subsystem(unreal.SubobjectDataSubsystem)
    params = unreal.AddNewSubobjectParams(parent_handle=parent, new_class=kind, blueprint_context=blueprint)
    handle, reason = subsystem.add_new_subobject(params)
    if not reason.is_empty():
        raise RuntimeError(f"no {kind.get_name()} in the Blueprint: {reason}")
    data = subsystem.k2_find_subobject_data_from_handle(handle)
    return handle, unreal.SubobjectDataBlueprintFunctionLibrary.get_object(data)


def make_blueprint(asset, mesh, animations):
    factory = unreal.BlueprintFactory()
    factory.set_editor_property("parent_class", unreal.Actor)
    blueprint = fresh_asset(BLUEPRINT, unreal.Blueprint, factory)
    subsystem = unreal.get_engine_subsystem(unreal.SubobjectDataSubsystem)
    root = subsystem.k2_gather_subobject_data_for_blueprint(blueprint)[0]
    handle, body = add_component(blueprint, root, unreal.SkeletalMeshComponent.static_class())
    body.set_editor_property("skeletal_mesh_asset", mesh)
    if animations:
        play = unreal.SingleAnimationPlayData()
        play.set_editor_property("anim_to_play", animations[0])
        play.set_editor_property("saved_looping", True)
        body.set_editor_property("animation_mode", unreal.AnimationMode.ANIMATION_SINGLE_NODE)
        body.set_editor_property("animation_data", play)
    _, flesh = add_component(blueprint, root, unreal.SinewComponent.static_class())
    flesh.set_editor_property("asset", asset)
    unreal.BlueprintEditorLibrary.compile_blueprint(blueprint)
    unreal.EditorAssetLibrary.save_loaded_asset(blueprint)
    return blueprint


def make_level(blueprint):
    levels = unreal.get_editor_subsystem(unreal.LevelEditorSubsystem)
    actors = unreal.get_editor_subsystem(unreal.EditorActorSubsystem)
    if not levels.new_level(f"{FOLDER}/{LEVEL}"):
        raise RuntimeError(f"{FOLDER}/{LEVEL} could not be made")
    actors.spawn_actor_from_class(blueprint.generated_class(), unreal.Vector(0, 0, 100))
    actors.spawn_actor_from_class(unreal.DirectionalLight.static_class(), unreal.Vector(0, 0, 300),
                                  unreal.Rotator(0, -50, 30))
    actors.spawn_actor_from_class(unreal.SkyLight.static_class(), unreal.Vector(0, 0, 300))
    if not levels.save_current_level():
        raise RuntimeError(f"{FOLDER}/{LEVEL} could not be saved")


def main():
    file = character_file()
    mesh, animations = import_character(file)
    asset = make_asset(file.stem, mesh, animations)
    make_level(make_blueprint(asset, mesh, animations))
    # What verify-with-unreal looks for: the editor ends well whatever a script did.
    unreal.log(f"Sinew sample: made {FOLDER}/{LEVEL}")


main()
