"""Makes Sinew's sample in an Unreal project: the limb, its asset yet to be built, a Blueprint that wears it, and a level.

Run by the editor: UnrealEditor-Cmd PROJECT -run=pythonscript -script=make_sample.py, or Tools, Execute Python Script. It needs the
engine's plugins Python Editor Script and Editor Scripting Utilities. It opens another level, so it refuses where something is not saved.
SINEW_SAMPLE_CHARACTER names another character (.glb) than the limb beside this file, or beside this folder.
"""
import os
import pathlib

import unreal

FOLDER = "/Game/Sinew"
BLUEPRINT, LEVEL = "BP_SinewSample", "SinewSample"
TAG = "SinewSample"  # of the actors that this script has put into the level


def character_file():
    given = os.environ.get("SINEW_SAMPLE_CHARACTER")
    if given:
        return pathlib.Path(given)
    here = pathlib.Path(__file__).resolve().parent
    for file in (here / "Limb.glb", here.parent / "Limb.glb"):  # in the plugin, in Sinew's sources
        if file.is_file():
            return file
    raise RuntimeError(f"there is no Limb.glb beside {here}: name a character in SINEW_SAMPLE_CHARACTER")


def refuse_unsaved():
    """Another level is opened, which closes the one that is open, saved or not."""
    packages = [*unreal.EditorLoadingAndSavingUtils.get_dirty_map_packages(),
                *unreal.EditorLoadingAndSavingUtils.get_dirty_content_packages()]
    if packages:
        names = ", ".join(package.get_name() for package in packages)
        raise RuntimeError(f"save your work first (File, Save All), then run this again; not saved: {names}")


def open_level():
    """The sample's level, without what an earlier run has put there. Before all else: what is in an open level cannot be replaced."""
    levels = unreal.get_editor_subsystem(unreal.LevelEditorSubsystem)
    actors = unreal.get_editor_subsystem(unreal.EditorActorSubsystem)
    there = unreal.EditorAssetLibrary.does_asset_exist(f"{FOLDER}/{LEVEL}")
    if not (levels.load_level(f"{FOLDER}/{LEVEL}") if there else levels.new_level(f"{FOLDER}/{LEVEL}")):
        raise RuntimeError(f"{FOLDER}/{LEVEL} could not be {'opened' if there else 'made'}")
    for actor in actors.get_all_level_actors():
        if actor.actor_has_tag(TAG):
            actors.destroy_actor(actor)


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
    """What to build it from is said; building it is for the button, or for the commandlet. One that is there may be built already, and stays."""
    there = unreal.EditorAssetLibrary.does_asset_exist(f"{FOLDER}/{name}_Sinew")
    asset = (unreal.EditorAssetLibrary.load_asset(f"{FOLDER}/{name}_Sinew") if there
             else fresh_asset(f"{name}_Sinew", unreal.SinewAsset, unreal.SinewAssetNewFactory()))
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


def fill_level(blueprint):
    actors = unreal.get_editor_subsystem(unreal.EditorActorSubsystem)
    for kind, place, turn in [(blueprint.generated_class(), unreal.Vector(0, 0, 100), unreal.Rotator(0, 0, 0)),
                              (unreal.DirectionalLight.static_class(), unreal.Vector(0, 0, 300), unreal.Rotator(0, -50, 30)),
                              (unreal.SkyLight.static_class(), unreal.Vector(0, 0, 300), unreal.Rotator(0, 0, 0))]:
        actor = actors.spawn_actor_from_class(kind, place, turn)
        if actor is None:
            raise RuntimeError(f"{FOLDER}/{LEVEL} takes no actor of {kind}")
        actor.set_editor_property("tags", [TAG])
    if not unreal.get_editor_subsystem(unreal.LevelEditorSubsystem).save_current_level():
        raise RuntimeError(f"{FOLDER}/{LEVEL} could not be saved")


def main():
    refuse_unsaved()
    file = character_file()
    open_level()
    mesh, animations = import_character(file)
    asset = make_asset(file.stem, mesh, animations)
    fill_level(make_blueprint(asset, mesh, animations))
    # What verify-with-unreal looks for: the editor ends well whatever a script did.
    unreal.log(f"Sinew sample: made {FOLDER}/{LEVEL}")


main()
