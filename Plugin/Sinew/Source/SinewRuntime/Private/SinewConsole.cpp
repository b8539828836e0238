// Copyright the Sinew project. See LICENSE.

#include "SinewConsole.h"

#include "HAL/IConsoleManager.h"

namespace
{
TAutoConsoleVariable<int32> CVarEnable(TEXT("sinew.Enable"), 1, TEXT("0: all characters show plain skinning."), ECVF_Default);
TAutoConsoleVariable<int32> CVarWorkers(
	TEXT("sinew.Workers"), 1, TEXT("0: flesh is solved on the game thread alone. The result is the same."), ECVF_Default);
TAutoConsoleVariable<int32> CVarQuality(
	TEXT("sinew.Quality"), 3, TEXT("The best that any character gets: 0 off, 1 low, 2 medium, 3 high."), ECVF_Scalability);
TAutoConsoleVariable<float> CVarBudget(TEXT("sinew.BudgetMs"), 0.0f,
	TEXT("Milliseconds that all characters together may take in a frame; the least significant lose quality first. 0: no limit."), ECVF_Scalability);
TAutoConsoleVariable<int32> CVarDebug(TEXT("sinew.Debug"), 0, TEXT("Draws, added up: 1 domains, 2 contacts, 4 colliders, 8 cubature."), ECVF_Default);
TAutoConsoleVariable<int32> CVarEditorSolver(
	TEXT("sinew.EditorSolver"), 1, TEXT("0: characters without a matching asset show plain skinning in the editor, too."), ECVF_Default);
}

bool FSinewConsole::IsEnabled()
{
	return CVarEnable.GetValueOnGameThread() != 0;
}

bool FSinewConsole::AreWorkersLent()
{
	return CVarWorkers.GetValueOnAnyThread() != 0;
}

ESinewQuality FSinewConsole::BestQuality()
{
	return static_cast<ESinewQuality>(FMath::Clamp(CVarQuality.GetValueOnGameThread(), 0, 3));
}

float FSinewConsole::BudgetMs()
{
	return FMath::Max(0.0f, CVarBudget.GetValueOnGameThread());
}

int32 FSinewConsole::DebugFlags()
{
	return CVarDebug.GetValueOnGameThread();
}

bool FSinewConsole::MaySolveInEditor()
{
	return CVarEditorSolver.GetValueOnGameThread() != 0;
}
