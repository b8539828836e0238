// What the component shows of the clip `bend`, written down for pictures.py to draw beside what `sinew play`
// shows.
#include "Engine/World.h"
#include "HAL/PlatformMisc.h"
#include "Misc/AutomationTest.h"
#include "Misc/FileHelper.h"
#include "SinewAxes.h"
#include "SinewEngineVersion.h"
#include "Tests/SinewTestScene.h"

namespace {
// A float and a double have it alike: the engine's ticks come in the one, the program's in the other.
constexpr double Step = 1.0 / 32.0;

FQuat RotationAt(const FSinewTestLimb& Limb, double Seconds) {
    int32 Next = 1;
    while (Next + 1 < Limb.KeySeconds.Num() && static_cast<double>(Limb.KeySeconds[Next]) < Seconds) ++Next;
    const auto Key = [&Limb](int32 Index) {
        const float* const R = &Limb.KeyRotations[4 * Index];
        return FQuat(R[0], R[1], R[2], R[3]);
    };
    const double From = static_cast<double>(Limb.KeySeconds[Next - 1]),
                 To = static_cast<double>(Limb.KeySeconds[Next]);
    const FQuat Turned = FQuat::Slerp(Key(Next - 1), Key(Next), (Seconds - From) / (To - From));
    const float Core[4] = {static_cast<float>(Turned.X), static_cast<float>(Turned.Y),
                           static_cast<float>(Turned.Z), static_cast<float>(Turned.W)};
    return FSinewAxes::RotationToEngine(Core);
}
}  // namespace

DEFINE_SPEC(FPicturesSpec, "Pictures", SINEW_TEST_FLAGS)
void FPicturesSpec::Define() {
    It("are of what is shown", [this]() {
        constexpr double Gravity = -981.0;  // the program's
        FSinewTestScene Scene(EWorldType::Game, FSinewTestVariant());
        Scene.World->SinewFakeGravity = static_cast<float>(Gravity);
        Scene.Start();
        FString Text;
        for (int32 Frame = 0; Frame * Step <= static_cast<double>(Scene.Limb.KeySeconds.Last()); ++Frame) {
            const double Now = Frame * Step;
            TArray<FTransform> Bones = Scene.BendAt(0.0);
            Bones.Last().SetRotation(RotationAt(Scene.Limb, Now));
            Scene.Pose(Bones);
            Scene.World->Tick(LEVELTICK_All, Frame == 0 ? 0.0f : static_cast<float>(Step));
            Text += FString::Printf(TEXT("frame %.9g\n"), Now);
            for (const FVector& Place : Scene.ShownPositions()) {
                float Metres[3];
                FSinewAxes::ToCore(Place, Metres);
                Text += FString::Printf(TEXT("%.9g %.9g %.9g\n"), static_cast<double>(Metres[0]),
                                        static_cast<double>(Metres[1]), static_cast<double>(Metres[2]));
            }
        }
        const FString File = FPlatformMisc::GetEnvironmentVariable(TEXT("SINEW_PICTURES"));
        TestTrue(TEXT("written"), FFileHelper::SaveStringToFile(Text, *File));
    });
}
