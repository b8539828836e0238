// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "SinewTypes.h"
#include "UObject/Object.h"
#include "SinewTestListener.generated.h"

/** Writes down what a component says. */
UCLASS(Transient, NotBlueprintable, HideDropdown)
class USinewTestListener : public UObject
{
	GENERATED_BODY()

public:
	UFUNCTION()
	void HearContact(const FSinewContactEvent& Contact) { Contacts.Add(Contact); }

	UFUNCTION()
	void HearFallback(ESinewState State, const FString& Message)
	{
		States.Add(State);
		Messages.Add(Message);
	}

	UPROPERTY()
	TArray<FSinewContactEvent> Contacts;

	UPROPERTY()
	TArray<ESinewState> States;

	UPROPERTY()
	TArray<FString> Messages;
};
