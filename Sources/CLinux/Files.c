#define _GNU_SOURCE
#include "CLinuxFiles.h"

#include <fcntl.h>
#include <sys/inotify.h>
#include <sys/xattr.h>
#include <unistd.h>

int clinux_open_name(const char *path) { return open(path, O_PATH | O_NOFOLLOW | O_CLOEXEC); }

int clinux_change_owner(int file, uint32_t user, uint32_t group) {
  return fchownat(file, "", user, group, AT_EMPTY_PATH);
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
