/* A shared library needs a source of its own; all it holds comes from sinew_full_door and what that stands
 * on. As C, it proves that the header is. */
#include "Api/sinew_full.h"
