/* A shared library needs a source of its own; all it holds comes from sinew_runtime. As C, it proves that the
 * header is. */
#include "Api/sinew.h"
