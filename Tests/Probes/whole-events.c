// Preloaded into a program under umockdev: read() returns whole input events only, as it does on the kernel's event devices.
//
// umockdev plays events through a pseudo-terminal, which can split an event between two reads when several are due at once: a
// script that wrote such bursts counted 8 of 3,230 reads that were not whole events. libevdev accepts whole events only. This is
// the likely reason why flickd sometimes closed a panel of the tests and opened it again.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <linux/input.h>
#include <poll.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

typedef ssize_t read_function(int, void *, size_t);

ssize_t read(int file, void *bytes, size_t most) {
  static read_function *next;
  if (!next) {
    void *found = dlsym(RTLD_NEXT, "read");
    memcpy(&next, &found, sizeof next);
  }
  ssize_t count = next(file, bytes, most);
  if (count <= 0 || most < sizeof(struct input_event) || !isatty(file)) return count;
  while (count % sizeof(struct input_event) != 0) {
    struct pollfd rest = {file, POLLIN, 0};
    if (poll(&rest, 1, 1000) != 1) break;
    size_t missing = sizeof(struct input_event) - count % sizeof(struct input_event);
    ssize_t more = next(file, (char *)bytes + count, missing);
    if (more <= 0) break;
    count += more;
  }
  return count;
}
