#pragma once
#include "BodySetupCore.h"
#include "PhysicsEngine/AggregateGeom.h"

class UBodySetup : public UBodySetupCore {
    SINEW_FAKE_CLASS(UBodySetup, UBodySetupCore)
    FKAggregateGeom AggGeom;
};
