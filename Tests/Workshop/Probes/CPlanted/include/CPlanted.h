#ifndef FLICKD_CPLANTED_H
#define FLICKD_CPLANTED_H

/// Returns `1 << bits`, which C does not define from 31 on.
int cplanted_shift(int bits);

#endif
