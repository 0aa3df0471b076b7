// Preloaded into a program under umockdev: read() returns only whole input events, as on the
// kernel's event devices.
//
// umockdev plays events through a pseudo-terminal, which can split an event between two reads when
// several events are due at once: in a script that wrote such bursts, 8 of 3,230 reads did not
// return whole events. libevdev accepts only whole events, so flickd closes and reopens the panel.
// Standard input may be a terminal too, of a person who types: what that person types is not an
// event. This library must come before umockdev's, which calls libc directly.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <linux/input.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef ssize_t read_function(int, void *, size_t);
typedef int close_function(int);

// For each descriptor: whether it is a terminal, and the first part of an incomplete event.
static struct {
  enum { unknown, terminal, other } kind;
  size_t count;
  char bytes[sizeof(struct input_event)];
} files[1024];

// Asks the kernel itself: umockdev's isatty() denies that the node of a device is a terminal.
static int is_terminal(int file) {
  if (file <= STDERR_FILENO || file >= 1024) return 0;
  char modes[256];
  if (files[file].kind == unknown)
    files[file].kind = syscall(SYS_ioctl, file, TCGETS, modes) == 0 ? terminal : other;
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
