// Copyright the Sinew project. See LICENSE.

#include "SinewConsole.h"

#include "HAL/IConsoleManager.h"

namespace
{
TAutoConsoleVariable<int32> CVarEnable(TEXT("sinew.Enable"), 1, TEXT("1 enables Sinew (default). 0 shows linear blend skinning for all characters."), ECVF_Default);
TAutoConsoleVariable<int32> CVarWorkers(
	TEXT("sinew.Workers"), 1, TEXT("1 simulates on worker threads (default). 0 simulates on the game thread only; the results are the same."), ECVF_Default);
TAutoConsoleVariable<int32> CVarQuality(
	TEXT("sinew.Quality"), 3, TEXT("The highest quality of any character: 0 off, 1 low, 2 medium, 3 high (default)."), ECVF_Scalability);
TAutoConsoleVariable<float> CVarBudget(TEXT("sinew.BudgetMs"), 0.0f,
	TEXT("The time budget of all characters per frame, in milliseconds. The least significant characters lose quality first. 0 means no limit (default)."), ECVF_Scalability);
TAutoConsoleVariable<int32> CVarDebug(TEXT("sinew.Debug"), 0, TEXT("Draws debug shapes. Add up: 1 domains, 2 contacts, 4 colliders, 8 cubature points. 0 draws nothing (default)."), ECVF_Default);
TAutoConsoleVariable<int32> CVarEditorSolver(
	TEXT("sinew.EditorSolver"), 1, TEXT("1 shows characters without a matching asset with the full solver in the editor (default). 0 shows linear blend skinning."), ECVF_Default);
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
