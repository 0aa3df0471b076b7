// Preloaded into a program under umockdev: read() returns whole input events only, as it does on the kernel's event devices.
//
// umockdev plays events through a pseudo-terminal, which can split an event between two reads when several are due at once: a
// script that wrote such bursts counted 8 of 3,230 reads that were not whole events. libevdev accepts whole events only. This is
// the likely reason why flickd sometimes closed a panel of the tests and opened it again.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <linux/input.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

typedef ssize_t read_function(int, void *, size_t);
typedef int close_function(int);

// What is known of each descriptor: whether it is a terminal, which umockdev takes long to answer, and the beginning of an
// event whose rest has not come.
static struct {
  enum { unknown, terminal, other } kind;
  size_t count;
  char bytes[sizeof(struct input_event)];
} files[1024];

static int is_terminal(int file) {
  if (file < 0 || file >= 1024) return 0;
  if (files[file].kind == unknown) files[file].kind = isatty(file) ? terminal : other;
  return files[file].kind == terminal;
}

ssize_t read(int file, void *bytes, size_t most) {
  static read_function *next;
  if (!next) {
    void *found = dlsym(RTLD_NEXT, "read");
    memcpy(&next, &found, sizeof next);
  }
  if (most < sizeof(struct input_event) || !is_terminal(file)) return next(file, bytes, most);
  size_t count = files[file].count;
  memcpy(bytes, files[file].bytes, count);
  ssize_t more = next(file, (char *)bytes + count, most - count);
  if (more <= 0) return more;
  count += (size_t)more;
  files[file].count = count % sizeof(struct input_event);
  count -= files[file].count;
  memcpy(files[file].bytes, (char *)bytes + count, files[file].count);
  if (count > 0) return (ssize_t)count;
  errno = EAGAIN;
  return -1;
}

int close(int file) {
  static close_function *next;
  if (!next) {
    void *found = dlsym(RTLD_NEXT, "close");
    memcpy(&next, &found, sizeof next);
  }
  if (file >= 0 && file < 1024) memset(&files[file], 0, sizeof files[file]);
  return next(file);
}
