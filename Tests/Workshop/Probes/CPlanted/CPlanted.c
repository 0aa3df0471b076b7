#include "CPlanted.h"

int cplanted_shift(int bits) { return 1 << bits; }
