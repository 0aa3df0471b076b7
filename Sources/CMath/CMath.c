/* Header-only module: this file gives the build system something to compile. */
#include "CMath.h"
