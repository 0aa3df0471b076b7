#ifndef CCALLCOUNT_H
#define CCALLCOUNT_H

#include <stdint.h>

// Counts allocations and large copies of the whole process by replacing functions of the C library.
// For one thread.

/// The counts.
typedef struct {
  /// Calls of malloc, calloc, realloc and their aligned variants.
  int64_t allocations;
  /// Calls of memcpy and memmove of at least 1024 bytes.
  int64_t large_copies;
} ccallcount_counts;

/// Starts to count from 0.
void ccallcount_start(void);

/// Stops counting, and returns the counts.
ccallcount_counts ccallcount_stop(void);

#endif
