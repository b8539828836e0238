#include "Components/DynamicMeshComponent.h"
#include "CoreMinimal.h"
#include "DynamicMesh/MeshNormals.h"
#include "UDynamicMesh.h"

namespace UE::Geometry {
namespace {
uint64 HalfEdge(int From, int To) {
    return (uint64(uint32(From)) << 32) | uint32(To);
}
}  // namespace

FDynamicMesh3& FDynamicMesh3::operator=(const FDynamicMesh3& Other) {
    if (this == &Other) return *this;
    Vertices = Other.Vertices;
    Triangles = Other.Triangles;
    Normals = Other.Normals;
    HalfEdges = Other.HalfEdges;
    SinewFakeTopologyStamp = Other.SinewFakeTopologyStamp;
    Held.Reset(Other.HasAttributes() ? new FDynamicMeshAttributeSet(*Other.Held) : nullptr);
    if (HasAttributes()) Held->SinewFakeSetParent(this);
    return *this;
}
int FDynamicMesh3::AppendVertex(const FVector3d& Position) {
    ++SinewFakeTopologyStamp;
    if (HasVertexNormals()) Normals.Add(FVector3f(0, 0, 1));
    return Vertices.Add(Position);
}
int FDynamicMesh3::AppendTriangle(const FIndex3i& Corners, int) {
    if (!IsVertex(Corners.A) || !IsVertex(Corners.B) || !IsVertex(Corners.C)) return InvalidID;
    if (Corners.A == Corners.B || Corners.B == Corners.C || Corners.C == Corners.A) return InvalidID;
    bool bSame = true;
    for (int Side = 0; Side < 3; ++Side) {
        const bool bTaken = HalfEdges.Contains(HalfEdge(Corners[Side], Corners[(Side + 1) % 3]));
        if (!bTaken) bSame = false;
    }
    if (bSame) return DuplicateTriangleID;
    for (int Side = 0; Side < 3; ++Side)
        if (HalfEdges.Contains(HalfEdge(Corners[Side], Corners[(Side + 1) % 3]))) return NonManifoldID;
    const int Triangle = Triangles.Add(Corners);
    for (int Side = 0; Side < 3; ++Side)
        HalfEdges.Add(HalfEdge(Corners[Side], Corners[(Side + 1) % 3]), Triangle);
    ++SinewFakeTopologyStamp;
    return Triangle;
}
void FDynamicMesh3::SetVertex(int VertexID, const FVector3d& NewPosition, bool) {
    check(IsVertex(VertexID) && !NewPosition.ContainsNaN());
    Vertices[VertexID] = NewPosition;
}
FVector3d FDynamicMesh3::GetTriNormal(int TriangleID) const {
    const FIndex3i Corners = Triangles[TriangleID];
    const FVector3d A = Vertices[Corners.A], B = Vertices[Corners.B], C = Vertices[Corners.C];
    return ((C - A) ^ (B - A)).GetSafeNormal(0);  // counter-clockwise from outside, in a left-handed space
}
void FDynamicMesh3::ReverseOrientation(bool bFlipNormals) {
    for (FIndex3i& Triangle : Triangles) std::swap(Triangle.B, Triangle.C);
    if (bFlipNormals)
        for (FVector3f& Normal : Normals) Normal = -Normal;
    ++SinewFakeTopologyStamp;
}
void FDynamicMesh3::EnableAttributes() {
    if (HasAttributes()) return;
    Held.Reset(new FDynamicMeshAttributeSet(this));
    ++SinewFakeTopologyStamp;
}
UE::Math::TBox<double> FDynamicMesh3::GetBounds(bool) const {
    UE::Math::TBox<double> Box;
    for (const FVector3d& Vertex : Vertices) Box += Vertex;
    return Box;
}
template <class RealType, int ElementSize, class VectorType>
int TDynamicMeshVectorOverlay<RealType, ElementSize, VectorType>::GetElementIDAtVertex(int TriangleID,
                                                                                       int VertexID) const {
    const FIndex3i Vertices = Parent->GetTriangle(TriangleID), Elements3 = GetTriangle(TriangleID);
    for (int Corner = 0; Corner < 3; ++Corner)
        if (Vertices[Corner] == VertexID) return Elements3[Corner];
    return -1;
}
template class TDynamicMeshVectorOverlay<float, 3, FVector3f>;
template class TDynamicMeshVectorOverlay<float, 2, FVector2f>;
template class TDynamicMeshVectorOverlay<float, 4, FVector4f>;

int FDynamicMeshAttributeSet::SinewFakeTopologyStamp() const {
    int Stamp = NumNormals * 1000003 + NumUvs * 1009 + Materials.SinewFakeTopologyStamp +
                (bMaterials ? 7 : 0) + (bColors ? 13 : 0);
    for (const auto& Overlay : Normals) Stamp += Overlay.SinewFakeTopologyStamp;
    for (const auto& Overlay : Uvs) Stamp += Overlay.SinewFakeTopologyStamp;
    return Stamp + Colors.SinewFakeTopologyStamp;
}

void FMeshNormals::ComputeVertexNormals(bool bWeightByArea, bool) {
    Normals.Init(FVector3d(0, 0, 0), Mesh->MaxVertexID());
    for (int Triangle = 0; Triangle < Mesh->MaxTriangleID(); ++Triangle) {
        const FIndex3i Corners = Mesh->GetTriangle(Triangle);
        const FVector3d A = Mesh->GetVertex(Corners.A), B = Mesh->GetVertex(Corners.B),
                        C = Mesh->GetVertex(Corners.C);
        const FVector3d Area = (C - A) ^ (B - A);
        for (int Corner = 0; Corner < 3; ++Corner)
            Normals[Corners[Corner]] += bWeightByArea ? Area : Area.GetSafeNormal(0);
    }
    for (FVector3d& Normal : Normals) Normal = Normal.GetSafeNormal(0);
}
void FMeshNormals::CopyToVertexNormals(FDynamicMesh3* To, bool bInvert) const {
    if (!To->HasVertexNormals()) To->EnableVertexNormals(FVector3f(0, 0, 1));
    for (int Vertex = 0; Vertex < Normals.Num(); ++Vertex)
        To->SetVertexNormal(Vertex, FVector3f(bInvert ? -Normals[Vertex] : Normals[Vertex]));
}
void FMeshNormals::InitializeOverlayToPerVertexNormals(FDynamicMeshNormalOverlay* Overlay,
                                                       bool bUseMeshVertexNormalsIfAvailable) {
    const FDynamicMesh3* Mesh = Overlay->GetParentMesh();
    const bool bGiven = bUseMeshVertexNormalsIfAvailable && Mesh->HasVertexNormals();
    FMeshNormals Computed(Mesh);
    Computed.ComputeVertexNormals();
    Overlay->ClearElements();
    for (int Vertex = 0; Vertex < Mesh->MaxVertexID(); ++Vertex)
        Overlay->AppendElement(bGiven ? Mesh->GetVertexNormal(Vertex) : FVector3f(Computed.Normals[Vertex]));
    for (int Triangle = 0; Triangle < Mesh->MaxTriangleID(); ++Triangle)
        Overlay->SetTriangle(Triangle, Mesh->GetTriangle(Triangle));
}
void FMeshNormals::QuickComputeVertexNormals(FDynamicMesh3& To, bool bInvert) {
    FMeshNormals Computed(&To);
    Computed.ComputeVertexNormals();
    Computed.CopyToVertexNormals(&To, bInvert);
}
}  // namespace UE::Geometry

UDynamicMesh::UDynamicMesh(const FObjectInitializer& Initializer) : UObject(Initializer) {
    Reset();
}
UDynamicMesh* UDynamicMesh::Reset() {
    SinewFakeMesh = FDynamicMesh3();
    SinewFakeMesh.EnableAttributes();
    SinewFakeMesh.Attributes()->EnableMaterialID();
    return this;
}
void UDynamicMesh::SetMesh(FDynamicMesh3&& MoveMesh) {
    SinewFakeMesh = FDynamicMesh3(MoveMesh);  // a copy sets the overlays' mesh, too
    SinewFakeChanged.Broadcast(this);
}
void UDynamicMesh::EditMesh(TFunctionRef<void(FDynamicMesh3&)> Function, EDynamicMeshChangeType,
                            EDynamicMeshAttributeChangeFlags, bool bDeferChangeEvents) {
    check(IsInGameThread());
    Function(SinewFakeMesh);
    if (!bDeferChangeEvents) SinewFakeChanged.Broadcast(this);
}

UDynamicMeshComponent::UDynamicMeshComponent(const FObjectInitializer& Initializer)
    : UBaseDynamicMeshComponent(Initializer) {
    SinewFakeObject = CreateDefaultSubobject<UDynamicMesh>(TEXT("DynamicMesh"));
    SinewFakeObject->SinewFakeChanged.AddWeakLambda(this, [this](UDynamicMesh*) {
        if (bInvalidateProxyOnChange) NotifyMeshUpdated();
        SinewFakeChangedCollision();
    });
}
void UDynamicMeshComponent::SetMesh(FDynamicMesh3&& MoveMesh) {
    check(IsInGameThread());
    const bool bWas = bInvalidateProxyOnChange;
    bInvalidateProxyOnChange = false;
    SinewFakeObject->SetMesh(std::move(MoveMesh));
    bInvalidateProxyOnChange = bWas;
    NotifyMeshUpdated();
}
void UDynamicMeshComponent::ProcessMesh(TFunctionRef<void(const FDynamicMesh3&)> ProcessFunc) const {
    SinewFakeObject->ProcessMesh(ProcessFunc);
}
void UDynamicMeshComponent::EditMesh(TFunctionRef<void(FDynamicMesh3&)> EditFunc,
                                     EDynamicMeshComponentRenderUpdateMode UpdateMode) {
    check(IsInGameThread());
    EditFunc(*SinewFakeObject->GetMeshPtr());
    SinewFakeChangedCollision();
    // Whatever is asked for: the mesh object tells the component that anything may have changed.
    NotifyMeshUpdated();
    if (UpdateMode == EDynamicMeshComponentRenderUpdateMode::FastUpdate) SinewFakeFast(true);
}
void UDynamicMeshComponent::NotifyMeshUpdated() {
    check(IsInGameThread());
    ++SinewFakeFullUpdates;
    SinewFakeShownStamp = SinewFakeStamp();
    UpdateBounds();
}
int64 UDynamicMeshComponent::SinewFakeStamp() const {
    const FDynamicMesh3& Mesh = SinewFakeObject->GetMeshRef();
    return int64(Mesh.SinewFakeTopologyStamp) * 1000000007 +
           (Mesh.HasAttributes() ? Mesh.Attributes()->SinewFakeTopologyStamp() : -1);
}
void UDynamicMeshComponent::SinewFakeFast(bool bNormals) {
    check(IsInGameThread());
    if (!AllowFastUpdate()) return NotifyMeshUpdated();
    ++SinewFakeFastUpdates;
    SinewFakeFastNormals += bNormals ? 1 : 0;
    if (SinewFakeShownStamp != SinewFakeStamp()) ++SinewFakeBadFastUpdates;
    ensure(SinewFakeShownStamp == SinewFakeStamp());
    UpdateBounds();
}
void UDynamicMeshComponent::FastNotifyPositionsUpdated(bool bNormals, bool, bool) {
    SinewFakeFast(bNormals);
}
void UDynamicMeshComponent::FastNotifyVertexAttributesUpdated(bool bNormals, bool bColors, bool bUVs) {
    check(bNormals || bColors || bUVs);
    SinewFakeFast(bNormals);
}
void UDynamicMeshComponent::FastNotifyVertexAttributesUpdated(EMeshRenderAttributeFlags UpdatedAttributes) {
    SinewFakeFast((uint8(UpdatedAttributes) & uint8(EMeshRenderAttributeFlags::VertexNormals)) != 0);
}
void UDynamicMeshComponent::FastNotifyVerticesUpdated(const TArray<int32>&,
                                                      EMeshRenderAttributeFlags UpdatedAttributes) {
    FastNotifyVertexAttributesUpdated(UpdatedAttributes);
}
void UDynamicMeshComponent::FastNotifyUVsUpdated() {
    SinewFakeFast(false);
}
void UDynamicMeshComponent::FastNotifyColorsUpdated() {
    SinewFakeFast(false);
}
void UDynamicMeshComponent::SinewFakeChangedCollision() {
    if (bEnableComplexCollision && !bDeferCollisionUpdates && !bSinewFakeTransientDefer)
        ++SinewFakeCollisionUpdates;
}
void UDynamicMeshComponent::SetDeferredCollisionUpdatesEnabled(bool bEnabled, bool) {
    bDeferCollisionUpdates = bEnabled;
}
void UDynamicMeshComponent::SetComplexAsSimpleCollisionEnabled(bool bEnabled, bool) {
    bEnableComplexCollision = bEnabled;
}
FBoxSphereBounds UDynamicMeshComponent::CalcBounds(const FTransform& LocalToWorld) const {
    const FBox Box = SinewFakeObject == nullptr ? FBox(ForceInit) : SinewFakeObject->GetMeshRef().GetBounds();
    return Box.IsValid ? FBoxSphereBounds(Box.TransformBy(LocalToWorld)) : FBoxSphereBounds(ForceInit);
}
int32 UDynamicMeshComponent::GetNumMaterials() const {
    return SinewFakeMaterials.Num();
}
void UDynamicMeshComponent::SinewFakeReferences(FReferenceCollector& Collector) {
    Super::SinewFakeReferences(Collector);
    Collector.AddReferencedObject(SinewFakeObject);
}
