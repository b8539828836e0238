#pragma once
#include "Internationalization/Text.h"

enum class EDataValidationResult : uint8 { Invalid, Valid, NotValidated };
inline EDataValidationResult CombineDataValidationResults(EDataValidationResult A, EDataValidationResult B) {
    if (A == EDataValidationResult::Invalid || B == EDataValidationResult::Invalid)
        return EDataValidationResult::Invalid;
    return A == EDataValidationResult::Valid || B == EDataValidationResult::Valid
               ? EDataValidationResult::Valid
               : EDataValidationResult::NotValidated;
}
class FDataValidationContext {
  public:
    void AddError(const FText& Text) { Errors.Add(Text); }
    void AddWarning(const FText& Text) { Warnings.Add(Text); }
    uint32 GetNumErrors() const { return uint32(Errors.Num()); }
    uint32 GetNumWarnings() const { return uint32(Warnings.Num()); }
    void SplitIssues(TArray<FText>& OutWarnings, TArray<FText>& OutErrors) const {
        OutWarnings = Warnings;
        OutErrors = Errors;
    }

  private:
    TArray<FText> Errors, Warnings;
};
