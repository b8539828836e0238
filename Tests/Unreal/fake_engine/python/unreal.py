"""A stand-in for the editor's Python module, only as large as the sample script needs: it refuses names and properties
that are not in it, and remembers what was made, so that a test can look."""

made = {}  # path → object
levels = {}  # path → actors
dirty = []  # names of packages that are not saved
_fail = set()


def fail_next(function):
    _fail.add(function)


def log(text):
    print(f"LogPython: {text}")


class Object:
    properties = ()

    def __init__(self):
        self._values = {}

    def set_editor_property(self, name, value):
        if name not in self.properties:
            raise AttributeError(f"{type(self).__name__} has no property {name}")
        self._values[name] = value

    def get_editor_property(self, name):
        return self._values[name]

    @classmethod
    def static_class(cls):
        return cls

    @classmethod
    def get_name(cls):
        return cls.__name__


class AssetImportTask(Object):
    properties = ("filename", "destination_path", "automated", "replace_existing", "save")


class SkeletalMesh(Object):
    pass


class AnimSequence(Object):
    pass


class Skeleton(Object):
    pass


class SinewAsset(Object):
    properties = ("source_mesh", "source_animations", "source_tets", "recipe_file")


class Factory(Object):
    pass


class SinewAssetNewFactory(Factory):
    pass


class BlueprintFactory(Factory):
    properties = ("parent_class",)


class Actor(Object):
    properties = ("tags",)

    def __init__(self, kind):
        super().__init__()
        self.kind = kind

    def actor_has_tag(self, tag):
        return tag in self._values.get("tags", [])


class DirectionalLight(Actor):
    pass


class SkyLight(Actor):
    pass


class SkeletalMeshComponent(Object):
    properties = ("skeletal_mesh_asset", "animation_mode", "animation_data")


class SinewComponent(Object):
    properties = ("asset", "weight")


class SingleAnimationPlayData(Object):
    properties = ("anim_to_play", "saved_looping", "saved_playing", "saved_position", "saved_play_rate")


class AnimationMode:
    ANIMATION_SINGLE_NODE = 1


class Blueprint(Object):
    def __init__(self):
        super().__init__()
        self.components, self.compiled = [], False

    def generated_class(self):
        if not self.compiled:
            raise RuntimeError("the Blueprint is not compiled")
        return ("class of", self)


class Vector(tuple):
    def __new__(cls, x=0, y=0, z=0):
        return super().__new__(cls, (x, y, z))


class Rotator(Vector):
    pass


class Text(str):
    def is_empty(self):
        return not self


class _AssetTools:
    def import_asset_tasks(self, tasks):
        for task in tasks:
            folder, name = task.get_editor_property("destination_path"), task.get_editor_property("filename")
            stem = name.rsplit("/", 1)[-1].rsplit(".", 1)[0]
            made.update({f"{folder}/{stem}": SkeletalMesh(), f"{folder}/{stem}_Skeleton": Skeleton(),
                         f"{folder}/bend": AnimSequence()})

    def create_asset(self, name, folder, kind, factory):
        if "create_asset" in _fail or not isinstance(factory, Factory):
            return None
        made[f"{folder}/{name}"] = kind()
        return made[f"{folder}/{name}"]


class AssetToolsHelpers:
    @staticmethod
    def get_asset_tools():
        return _AssetTools()


class EditorAssetLibrary:
    @staticmethod
    def list_assets(folder, recursive=True):
        return [path for path in made if path.startswith(folder + "/")]

    @staticmethod
    def load_asset(path):
        return made[path]

    @staticmethod
    def does_asset_exist(path):
        return path in made or path in levels

    @staticmethod
    def delete_asset(path):
        # As the editor, which asks what to do about references; nobody answers a script.
        gone = ("class of", made[path])
        if LevelEditorSubsystem.current and any(actor.kind == gone for actor in levels[LevelEditorSubsystem.current]):
            raise RuntimeError(f"{path} is in the level that is open")
        del made[path]

    @staticmethod
    def save_loaded_asset(asset):
        return asset in made.values()


class AddNewSubobjectParams:
    def __init__(self, parent_handle, new_class, blueprint_context):
        self.kind, self.blueprint = new_class, blueprint_context


class SubobjectDataSubsystem:
    def k2_gather_subobject_data_for_blueprint(self, blueprint):
        return [("root of", blueprint)]

    def add_new_subobject(self, params):
        component = params.kind()
        params.blueprint.components.append(component)
        return component, Text()

    def k2_find_subobject_data_from_handle(self, handle):
        return handle


class SubobjectDataBlueprintFunctionLibrary:
    @staticmethod
    def get_object(data):
        return data


class BlueprintEditorLibrary:
    @staticmethod
    def compile_blueprint(blueprint):
        blueprint.compiled = True


class LevelEditorSubsystem:
    current = None

    def new_level(self, path):
        if path in levels:
            return False
        levels[path] = []
        LevelEditorSubsystem.current = path
        return True

    def load_level(self, path):
        if path not in levels:
            return False
        LevelEditorSubsystem.current = path
        return True

    def save_current_level(self):
        return LevelEditorSubsystem.current is not None


class EditorActorSubsystem:
    def spawn_actor_from_class(self, kind, location, rotation=Rotator()):
        actor = Actor(kind)
        levels[LevelEditorSubsystem.current].append(actor)
        return actor

    def get_all_level_actors(self):
        return list(levels[LevelEditorSubsystem.current])

    def destroy_actor(self, actor):
        levels[LevelEditorSubsystem.current].remove(actor)
        return True


class Package(Object):
    def __init__(self, name):
        super().__init__()
        self.name = name

    def get_name(self):  # of this one, not of its class
        return self.name


class EditorLoadingAndSavingUtils:
    @staticmethod
    def get_dirty_map_packages():
        return [Package(name) for name in dirty if name.startswith("/Game/Maps/")]

    @staticmethod
    def get_dirty_content_packages():
        return [Package(name) for name in dirty if not name.startswith("/Game/Maps/")]


def get_editor_subsystem(kind):
    return kind()


def get_engine_subsystem(kind):
    return kind()
