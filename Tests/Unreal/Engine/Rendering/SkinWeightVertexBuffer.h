#pragma once
#include "Containers/Array.h"
#include "Engine/EngineTypes.h"

constexpr int32 MAX_TOTAL_INFLUENCES = 12;
struct FSkinWeightInfo {
    FBoneIndexType InfluenceBones[MAX_TOTAL_INFLUENCES] = {};
    uint16 InfluenceWeights[MAX_TOTAL_INFLUENCES] = {};  // of 65535
};

class FSkinWeightVertexBuffer {
  public:
    uint32 GetMaxBoneInfluences() const { return MAX_TOTAL_INFLUENCES; }
    uint32 GetNumVertices() const { return uint32(Infos.Num()); }
    uint32 GetBoneIndex(uint32 Vertex, uint32 Influence) const {
        return Infos[int32(Vertex)].InfluenceBones[Influence];
    }
    uint16 GetBoneWeight(uint32 Vertex, uint32 Influence) const {
        return Infos[int32(Vertex)].InfluenceWeights[Influence];
    }
    FSkinWeightVertexBuffer& operator=(const TArray<FSkinWeightInfo>& NewInfos) {
        Infos = NewInfos;
        return *this;
    }

  private:
    TArray<FSkinWeightInfo> Infos;
};
