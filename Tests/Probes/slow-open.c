// Preloaded into a program: blocks the opening of the file $SLOW_OPEN until the file $SLOW_UNTIL
// exists, like a device that wakes up.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef int open_function(const char *, int, ...);

int open(const char *path, int flags, ...) {
  static open_function *next;
  if (!next) {
    void *found = dlsym(RTLD_NEXT, "open");
    memcpy(&next, &found, sizeof next);
  }
  va_list rest;
  va_start(rest, flags);
  unsigned mode = va_arg(rest, unsigned);
  va_end(rest);
  const char *slow = getenv("SLOW_OPEN"), *until = getenv("SLOW_UNTIL");
  while (slow && until && strcmp(path, slow) == 0 && access(until, F_OK) != 0) usleep(10000);
  return next(path, flags, mode);
}
