#pragma once
#include "Modules/ModuleInterface.h"
#include "Templates/Function.h"
#include "Templates/UniquePtr.h"
#include "UObject/NameTypes.h"

class FModuleManager {
  public:
    using FMake = IModuleInterface* (*)();
    static FModuleManager& Get();
    void Register(const TCHAR* Name, FMake Make) { Known.Add(FName(Name), Make); }
    bool IsModuleLoaded(FName Name) const { return Loaded.Contains(Name); }
    bool ModuleExists(const TCHAR* Name) const { return Known.Contains(FName(Name)); }
    /** Null where nobody implements it. */
    IModuleInterface* GetModule(FName Name) {
        TSharedModule* Found = Loaded.Find(Name);
        return Found == nullptr ? nullptr : Found->get();
    }
    IModuleInterface* LoadModule(FName Name);
    bool UnloadModule(FName Name, bool bIsShutdown = false);
    /** All that the program has, and back again in the reverse order. */
    void LoadAll();
    void UnloadAll();
    template <class T = IModuleInterface>
    static T& LoadModuleChecked(FName Name) {
        IModuleInterface* Module = Get().LoadModule(Name);
        check(Module != nullptr);
        return *static_cast<T*>(Module);
    }
    template <class T = IModuleInterface>
    static T& GetModuleChecked(FName Name) {
        IModuleInterface* Module = Get().GetModule(Name);
        check(Module != nullptr);
        return *static_cast<T*>(Module);
    }
    template <class T = IModuleInterface>
    static T* LoadModulePtr(FName Name) {
        return static_cast<T*>(Get().LoadModule(Name));
    }
    template <class T = IModuleInterface>
    static T* GetModulePtr(FName Name) {
        return static_cast<T*>(Get().GetModule(Name));
    }

  private:
    using TSharedModule = std::shared_ptr<IModuleInterface>;
    TMap<FName, FMake> Known;
    TMap<FName, TSharedModule> Loaded;
    TArray<FName> Order;
};

#define IMPLEMENT_MODULE(Class, Name)                                                                    \
    static const bool bSinewFakeModule##Name =                                                           \
        (FModuleManager::Get().Register(TEXT(#Name), []() -> IModuleInterface* { return new Class(); }), \
         true);
