#pragma once
#include "DetailLayoutBuilder.h"
#include "IDetailCustomization.h"
#include "Modules/ModuleManager.h"
#include "PropertyEditorDelegates.h"

class FPropertyEditorModule : public IModuleInterface {
  public:
    virtual void RegisterCustomClassLayout(FName ClassName, FOnGetDetailCustomizationInstance Delegate) {
        Layouts.Add(ClassName, Delegate);
    }
    virtual void UnregisterCustomClassLayout(FName ClassName) { Layouts.Remove(ClassName); }
    void NotifyCustomizationModuleChanged() {}

    /** What the details panel of these objects would show: every row that customisations of their classes
     * add. */
    TArray<TSharedPtr<FDetailWidgetRow>> SinewFakeRows(const TArray<UObject*>& Objects);
    const TMap<FName, FOnGetDetailCustomizationInstance>& SinewFakeLayouts() const { return Layouts; }

  private:
    TMap<FName, FOnGetDetailCustomizationInstance> Layouts;
};
