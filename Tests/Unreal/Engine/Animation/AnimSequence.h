#pragma once
#include "Animation/AnimSequenceBase.h"

class UAnimSequence : public UAnimSequenceBase {
    SINEW_FAKE_CLASS(UAnimSequence, UAnimSequenceBase)
};
