// What Swift's Glibc module lacks: headers that it does not cover, and small functions around what is only declared
// under _GNU_SOURCE. That macro is never defined here: a header that did would be incompatible with the module.
#ifndef FLICKD_CLINUX_H
#define FLICKD_CLINUX_H

#include <stddef.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>

#include "CLinuxFiles.h"
#include "CLinuxInput.h"
#include "CLinuxProcess.h"
#include "CLinuxTerminal.h"

/// accept4(2) without the peer's address: non-blocking and close-on-exec from the start.
int clinux_accept(int listener);

/// open(2) with a mode; Swift cannot call variadic functions portably.
int clinux_open(const char *path, int flags, unsigned int mode);

/// What came of `clinux_open_aside`.
struct clinux_opened {
  int32_t token;
  /// The descriptor, or minus errno.
  int32_t result;
};

/// open(2) with these flags on a separate thread, which ends after it has written a `struct clinux_opened` to `answers`.
/// Returns 0, or -1 with errno if there is not enough memory or no thread.
int clinux_open_aside(const char *path, int flags, int32_t token, int answers);

/// Calls `run` with `context` on a separate thread, which then ends. Returns 0, or -1 with errno if there is not enough
/// memory or no thread.
int clinux_run_aside(void (*run)(void *), void *context);

/// Writes the address of an object, whose owner is then the reader of the pipe. Returns 0, or -1 with errno.
int clinux_pass(int pipe, void *object);

/// Reads the next address of `clinux_pass`; NULL if there is none.
void *clinux_receive(int pipe);

/// poll(2) for one descriptor to read from.
int clinux_wait_readable(int file, int milliseconds);

/// pipe2(2): close-on-exec; the end to read from does not wait.
int clinux_pipe(int *reading, int *writing);

/// SO_PEERCRED. Returns 0, or -1 with errno.
int clinux_peer_credentials(int socket, int32_t *pid, uint32_t *uid, uint32_t *gid);

/// SO_PEERGROUPS. `count` holds the room on entry and the number of groups on return, also with ERANGE.
int clinux_peer_groups(int socket, uint32_t *groups, size_t *count);

/// strerror_r(3), whichever of its two forms the C library has.
void clinux_error_words(int code, char *words, size_t room);

/// The name of a group, or the empty string.
void clinux_group_name(uint32_t group, char *name, size_t room);

/// The name of a user, or the empty string.
void clinux_user_name(uint32_t user, char *name, size_t room);

/// Whether the system's lists have the user in the group, now and not at the start of this session.
int clinux_is_member(const char *user, uint32_t group);

/// The number of the group of this name. Returns 0, or -1 if there is none or the system does not know.
int clinux_group_number(const char *name, uint32_t *number);

/// The number of the user of this name, likewise.
int clinux_user_number(const char *name, uint32_t *number);

/// Gives freed memory and the unused part of the calling thread's stack back to the system. For the main thread alone.
void clinux_release_memory(void);

/// Gives the pages of a heap object that contain only zeros back to the system; they read as zeros afterwards, too.
/// The object must belong to the calling thread alone.
void clinux_release_zero_pages(void *object);

/// Blocks `count` signals for the calling thread and returns a signalfd for them, or -1 with errno.
int clinux_signal_descriptor(const int *signals, size_t count);

/// Unblocks `count` signals for the calling thread.
int clinux_unblock_signals(const int *signals, size_t count);

/// Ignores SIGPIPE in the whole process. Returns 0, or -1 with errno.
int clinux_ignore_broken_pipes(void);

/// One descriptor that is ready: `struct epoll_event` without its union, of which only u64 is used here.
struct clinux_ready {
  uint64_t data;
  uint32_t events;
};

/// epoll_ctl(2).
int clinux_epoll_control(int epoll, int operation, int descriptor, uint32_t events, uint64_t data);

/// epoll_pwait2(2) for at most 64 descriptors; a negative time means without a limit.
int clinux_epoll_wait(int epoll, struct clinux_ready *ready, int room, int64_t microseconds);

#endif
