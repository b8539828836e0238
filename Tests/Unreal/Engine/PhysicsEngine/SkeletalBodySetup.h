#pragma once
#include "PhysicsEngine/BodySetup.h"

class USkeletalBodySetup : public UBodySetup {
    SINEW_FAKE_CLASS(USkeletalBodySetup, UBodySetup)
};
