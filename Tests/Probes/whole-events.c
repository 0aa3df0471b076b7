// Preloaded into a program under umockdev: read() returns whole input events only, as it does on the kernel's event devices.
//
// umockdev plays events through a pseudo-terminal. Where several are due at once, on a busy machine, the terminal can split
// one between two reads; of 3,230 reads of such bursts 8 were not whole. libevdev reports an error then, and flickd closes the
// panel and opens it again in the middle of a swipe.
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
