#pragma once
#include "Rendering/ColorVertexBuffer.h"
#include "Rendering/PositionVertexBuffer.h"
#include "Rendering/StaticMeshVertexBuffer.h"

struct FStaticMeshVertexBuffers {
    FStaticMeshVertexBuffer StaticMeshVertexBuffer;
    FPositionVertexBuffer PositionVertexBuffer;
    FColorVertexBuffer ColorVertexBuffer;
};
