// Calls about files whose flags are only declared under _GNU_SOURCE, which a header here never defines.
#ifndef FLICKD_CLINUX_FILES_H
#define FLICKD_CLINUX_FILES_H

#include <stdint.h>
#include <sys/types.h>

/// open(2) with O_PATH | O_NOFOLLOW: the file itself, also a socket or a symbolic link, and no right to its content.
int clinux_open_name(const char *path);

/// fchownat(2) with AT_EMPTY_PATH: the owner and the group of the file behind a descriptor of clinux_open_name. UINT32_MAX
/// keeps what is.
int clinux_change_owner(int file, uint32_t user, uint32_t group);

/// open(2) of a folder with O_PATH: a root for clinux_open_beneath, and no right to its content.
int clinux_open_folder(const char *path);

/// openat2(2) for reading, beneath a folder of clinux_open_folder and without following any link. Older kernels and sandboxes
/// without the call use clinux_open_by_steps.
int clinux_open_beneath(int folder, const char *path);

/// The same by one openat(2) for each part of the path.
int clinux_open_by_steps(int folder, const char *path);

/// inotify_init1(2), non-blocking and close-on-exec.
int clinux_watch_create(void);

/// inotify_add_watch(2) for a file that loses a name or changes its attributes.
int clinux_watch_file(int watch, const char *path);

/// inotify_add_watch(2) for a folder in which names come and go, too.
int clinux_watch_folder(int watch, const char *path);

/// getxattr(2) of the access list (ACL) of a file. Returns the number of bytes, or -1 with errno.
ssize_t clinux_access_list(const char *path, uint8_t *room, size_t size);

#endif
