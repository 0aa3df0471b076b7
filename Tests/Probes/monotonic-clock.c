// Preloaded into a program under umockdev: the program may choose the clock of a device's
// timestamps, which umockdev does not know, as it may on every kernel since Linux 3.4.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <linux/input.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>

typedef int ioctl_function(int, unsigned long, ...);

int ioctl(int file, unsigned long request, ...) {
  static ioctl_function *next;
  if (!next) {
    void *found = dlsym(RTLD_NEXT, "ioctl");
    memcpy(&next, &found, sizeof next);
  }
  va_list rest;
  va_start(rest, request);
  void *value = va_arg(rest, void *);
  va_end(rest);
  return request == EVIOCSCLOCKID ? 0 : next(file, request, value);
}
