#pragma once
#include "CoreTypes.h"

enum class ECsvCustomStatOp : uint8 { Set, Min, Max, Accumulate };
struct FSinewFakeCsvCategory {};
#define CSV_DEFINE_CATEGORY(Category, bEnabled) FSinewFakeCsvCategory CsvCategory##Category
#define CSV_DECLARE_CATEGORY_EXTERN(Category) extern FSinewFakeCsvCategory CsvCategory##Category
#define CSV_DEFINE_CATEGORY_MODULE(Api, Category, bEnabled) FSinewFakeCsvCategory CsvCategory##Category
#define CSV_DECLARE_CATEGORY_MODULE_EXTERN(Api, Category) extern FSinewFakeCsvCategory CsvCategory##Category
#define CSV_SCOPED_TIMING_STAT(Category, Stat) (void)(CsvCategory##Category)
#define CSV_CUSTOM_STAT(Category, Stat, Value, Operation) \
    ((void)(CsvCategory##Category), void(Value), void(Operation))
