#pragma once
#include "Rendering/MultiSizeIndexContainer.h"
#include "Rendering/SkinWeightVertexBuffer.h"
#include "StaticMeshResources.h"

struct FSkelMeshRenderSection {
    uint16 MaterialIndex = 0;
    uint32 BaseIndex = 0;
    uint32 NumTriangles = 0;
    uint32 BaseVertexIndex = 0;
    uint32 NumVertices = 0;
    TArray<FBoneIndexType> BoneMap;  // skin weights name places in it
    bool bDisabled = false;
    uint32 GetNumVertices() const { return NumVertices; }
};

class FSkeletalMeshLODRenderData {
  public:
    TArray<FSkelMeshRenderSection> RenderSections;
    FMultiSizeIndexContainer MultiSizeIndexContainer;
    FStaticMeshVertexBuffers StaticVertexBuffers;
    FSkinWeightVertexBuffer SkinWeightVertexBuffer;
    TArray<FBoneIndexType> ActiveBoneIndices, RequiredBones;
    const FSkinWeightVertexBuffer* GetSkinWeightVertexBuffer() const { return &SkinWeightVertexBuffer; }
    uint32 GetNumVertices() const { return StaticVertexBuffers.PositionVertexBuffer.GetNumVertices(); }
};
