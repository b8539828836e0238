/* Contact: a sphere moves into the flesh, and the contacts are printed.

   usage: colliders ASSET.sinew */
#include "host.h"

enum { kFrames = 240, kCapacity = 64 };

/* Finds the domain with the largest mass that can deform, which is usually the torso. Returns 0 if there is
   none. */
static int findHeaviest(const LoadedAsset* loaded, SinewDomainInfo* heaviest) {
    uint32_t i;
    heaviest->mass = 0;
    for (i = 0; i < loaded->info.domains; ++i) {
        SinewDomainInfo info = {0};
        info.structSize = sizeof info;
        if (sinewDomainInfo(loaded->asset, i, &info) != SINEW_OK) continue;
        if (info.modes > 0 && info.mass > heaviest->mass) *heaviest = info;
    }
    return heaviest->mass > 0;
}

/* A sphere in front of a point: characters look along z. Here the character's space is the world. */
static SinewCollider sphereInFront(const LoadedAsset* loaded, const float point[3]) {
    SinewCollider sphere = {0};
    float size = 0;
    int i;
    for (i = 0; i < 3; ++i) {
        const float extent = loaded->info.boundsMax[i] - loaded->info.boundsMin[i];
        size = extent > size ? extent : size;
        sphere.translation[i] = (double)point[i];
    }
    sphere.kind = SINEW_SPHERE;
    sphere.rotation[3] = 1;
    sphere.halfSize[0] = 0.15f * size;
    sphere.translation[2] = (double)(loaded->info.boundsMax[2] + sphere.halfSize[0]);
    return sphere;
}

/* Prints the contacts that there was room for. Returns the depth of the deepest one, in metres. */
static float printContacts(const LoadedAsset* loaded, int frame, const SinewTickOutput* output,
                           const SinewContact* contacts, const SinewJointImpulse* impulses) {
    const uint32_t count = output->contacts < kCapacity ? output->contacts : kCapacity;
    const SinewContact* deepest = NULL;
    uint32_t i;
    for (i = 0; i < count; ++i) {
        if (deepest == NULL || contacts[i].depth > deepest->depth) deepest = &contacts[i];
    }
    if (deepest == NULL) return 0;
    if (frame % 10 == 0) {
        const float* const push = impulses[deepest->joint].linear;
        printf("frame %3d: %2u contacts, deepest %.1f mm on %s, impulse on this joint %.2g N s\n", frame,
               (unsigned)output->contacts, 1000 * (double)deepest->depth,
               sinewJointName(loaded->asset, deepest->joint),
               (double)sqrtf(push[0] * push[0] + push[1] * push[1] + push[2] * push[2]));
    }
    return deepest->depth;
}

/* Moves the sphere until it is 1 cm deep, and holds it there. Returns the number of frames with contact, or
   -1 if the host made a mistake. */
static int press(SinewInstance* instance, const LoadedAsset* loaded, const SinewBone* bones,
                 SinewJointImpulse* impulses, SinewCollider sphere) {
    SinewContact contacts[kCapacity];
    int frame, touched = 0;
    float depth = 0;
    for (frame = 1; frame <= kFrames; ++frame) {
        SinewTickInput input;
        SinewTickOutput output = {0};
        SinewStatus status;
        if (depth < 0.01f) sphere.translation[2] -= 0.02 * (double)sphere.halfSize[0];

        sinewTickDefaults(&input, sizeof input);
        input.bones = bones;
        input.boneCount = loaded->info.joints;
        input.seconds = 1.0 / 60;
        input.colliders = &sphere;
        input.colliderCount = 1;
        input.contacts = contacts;
        input.contactCapacity = kCapacity;
        input.jointImpulses = impulses;
        output.structSize = sizeof output;
        status = sinewTick(instance, &input, &output);
        if (status != SINEW_OK && status != SINEW_BAD_INPUT && status != SINEW_NOT_CONVERGED) {
            failed("tick", status);
            return -1;
        }
        depth = printContacts(loaded, frame, &output, contacts, impulses);
        touched += output.contacts > 0;
    }
    return touched;
}

int main(int argumentCount, char** arguments) {
    LoadedAsset loaded = {0};
    SinewDomainInfo heaviest = {0};
    void* memory = NULL;
    SinewBone* bones = NULL;
    SinewJointImpulse* impulses = NULL;
    int touched = -1;
    if (argumentCount != 2) {
        fprintf(stderr, "usage: colliders ASSET.sinew\n");
        return 2;
    }
    if (loadAsset(arguments[1], &loaded) && findHeaviest(&loaded, &heaviest)) {
        SinewInstance* const instance = createInstance(&loaded, &memory);
        bones = createBindPose(&loaded);
        impulses = calloc(loaded.info.joints, sizeof *impulses);
        if (instance != NULL && bones != NULL && impulses != NULL)
            touched = press(instance, &loaded, bones, impulses, sphereInFront(&loaded, heaviest.centre));
        if (touched >= 0) printf("The sphere touched the flesh in %d of %d frames.\n", touched, kFrames);
    }
    free(impulses);
    free(bones);
    freeAligned(memory);
    unloadAsset(&loaded);
    return touched >= 0 ? 0 : 1;
}
