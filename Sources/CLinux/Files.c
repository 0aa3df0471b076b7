#define _GNU_SOURCE
#include "CLinuxFiles.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>

int clinux_open_name(const char *path) { return open(path, O_PATH | O_NOFOLLOW | O_CLOEXEC); }

int clinux_change_owner(int file, uint32_t user, uint32_t group) {
  return fchownat(file, "", user, group, AT_EMPTY_PATH);
}

// A FIFO must not block its opener, and a terminal must not become the process's own.
static const int reading = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;

int clinux_open_folder(const char *path) { return open(path, O_PATH | O_DIRECTORY | O_CLOEXEC); }

int clinux_open_beneath(int folder, const char *path) {
  struct open_how how = {.flags = (uint64_t)reading, .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS};
  int file = (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
  // Linux before 5.6 lacks the call, and a sandbox may forbid what it does not know.
  if (file < 0 && (errno == ENOSYS || errno == EPERM)) return clinux_open_by_steps(folder, path);
  return file;
}

int clinux_open_by_steps(int folder, const char *path) {
  if (*path == '/') {
    errno = EXDEV;
    return -1;
  }
  int inside = folder;
  for (;;) {
    const char *end = strchr(path, '/');
    size_t length = end ? (size_t)(end - path) : strlen(path);
    char name[NAME_MAX + 1];
    int next = -1;
    if (length >= sizeof name) {
      errno = ENAMETOOLONG;
    } else {
      memcpy(name, path, length);
      name[length] = 0;
      // The parent of a folder need not be beneath the root, even after a step into the folder.
      if (strcmp(name, "..") == 0) errno = EXDEV;
      else next = openat(inside, name, end ? O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC : reading | O_NOFOLLOW);
    }
    int error = errno;
    if (inside != folder) close(inside);
    errno = error;
    if (next < 0 || !end) return next;
    inside = next;
    path = end + 1;
  }
}

int clinux_watch_create(void) { return inotify_init1(IN_NONBLOCK | IN_CLOEXEC); }

int clinux_watch_file(int watch, const char *path) {
  // A removed name changes the number of names, which is an attribute. The file itself stays while a socket is bound.
  return inotify_add_watch(watch, path, IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF);
}

int clinux_watch_folder(int watch, const char *path) {
  return inotify_add_watch(watch, path, IN_ONLYDIR | IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF | IN_CREATE | IN_DELETE |
                                            IN_MOVED_FROM | IN_MOVED_TO);
}

ssize_t clinux_access_list(const char *path, uint8_t *room, size_t size) {
  return getxattr(path, "system.posix_acl_access", room, size);
}
