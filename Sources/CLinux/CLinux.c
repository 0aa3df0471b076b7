#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <malloc.h>
#include <pwd.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#ifndef SO_PEERGROUPS
#define SO_PEERGROUPS 59 // asm-generic/socket.h, Linux 4.13; older C library headers lack it
#endif

int clinux_accept(int listener) { return accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC); }

int clinux_open(const char *path, int flags, unsigned int mode) { return open(path, flags, (mode_t)mode); }

int clinux_peer_credentials(int socket, int32_t *pid, uint32_t *uid, uint32_t *gid) {
  struct ucred peer = {0};
  socklen_t size = sizeof peer;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return -1;
  *pid = peer.pid;
  *uid = peer.uid;
  *gid = peer.gid;
  return 0;
}

int clinux_peer_groups(int socket, uint32_t *groups, size_t *count) {
  socklen_t size = (socklen_t)(*count * sizeof *groups);
  int result = getsockopt(socket, SOL_SOCKET, SO_PEERGROUPS, groups, &size);
  *count = size / sizeof *groups;
  return result;
}

// Overloads would do in C++; in C the compiler picks the form that strerror_r has by the type of its result.
static void copy_words(const char *words, char *to, size_t room) {
  size_t length = strnlen(words, room - 1);
  memmove(to, words, length);
  to[length] = 0;
}

void clinux_error_words(int code, char *words, size_t room) {
  words[0] = 0;
#if defined(__GLIBC__)
  copy_words(strerror_r(code, words, room), words, room);
#else
  if (strerror_r(code, words, room) != 0) copy_words("unknown error", words, room);
#endif
}

int clinux_group_number(const char *name, uint32_t *number) {
  struct group entry, *found = NULL;
  char text[16384]; // an entry holds the names of all its members
  if (getgrnam_r(name, &entry, text, sizeof text, &found) != 0 || !found) return -1;
  *number = found->gr_gid;
  return 0;
}

int clinux_user_number(const char *name, uint32_t *number) {
  struct passwd entry, *found = NULL;
  char text[16384];
  if (getpwnam_r(name, &entry, text, sizeof text, &found) != 0 || !found) return -1;
  *number = found->pw_uid;
  return 0;
}

void clinux_release_memory(void) {
  malloc_trim(0);
  // Used pages of a stack stay resident. The C library's own functions need some of them at once. Below the
  // main thread's stack the kernel keeps a gap of 1 MiB (stack_guard_gap), so no other memory is in reach.
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), reach = 1 << 20;
  uintptr_t end = ((uintptr_t)__builtin_frame_address(0) - 65536) & ~(page - 1);
  madvise((void *)(end - reach), reach, MADV_DONTNEED);
}

void clinux_release_zero_pages(void *object) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  uintptr_t begin = ((uintptr_t)object + page - 1) & ~(page - 1);
  uintptr_t end = ((uintptr_t)object + malloc_usable_size(object)) & ~(page - 1);
  for (; begin < end; begin += page) {
    const char *bytes = (const char *)begin;
    // All bytes are equal to the next one, and the first is zero.
    if (bytes[0] == 0 && memcmp(bytes, bytes + 1, page - 1) == 0) madvise((void *)begin, page, MADV_DONTNEED);
  }
}

void clinux_group_name(uint32_t group, char *name, size_t room) {
  struct group entry, *found = NULL;
  char text[16384]; // an entry holds the names of all its members
  name[0] = 0;
  if (getgrgid_r(group, &entry, text, sizeof text, &found) == 0 && found) copy_words(found->gr_name, name, room);
}

void clinux_user_name(uint32_t user, char *name, size_t room) {
  struct passwd entry, *found = NULL;
  char text[16384];
  name[0] = 0;
  if (getpwuid_r(user, &entry, text, sizeof text, &found) == 0 && found) copy_words(found->pw_name, name, room);
}

int clinux_is_member(const char *user, uint32_t group) {
  struct passwd entry, *found = NULL;
  char text[16384];
  gid_t groups[1024];
  int count = sizeof groups / sizeof *groups;
  if (getpwnam_r(user, &entry, text, sizeof text, &found) != 0 || !found) return 0;
  // -1: there are more than that. The first of them are enough.
  if (getgrouplist(user, found->pw_gid, groups, &count) == -1) count = sizeof groups / sizeof *groups;
  for (int i = 0; i < count; i++)
    if (groups[i] == group) return 1;
  return 0;
}

static void fill(sigset_t *set, const int *signals, size_t count) {
  sigemptyset(set);
  for (size_t i = 0; i < count; i++) sigaddset(set, signals[i]);
}

int clinux_signal_descriptor(const int *signals, size_t count) {
  sigset_t set;
  fill(&set, signals, count);
  int error = pthread_sigmask(SIG_BLOCK, &set, NULL);
  if (error != 0) {
    errno = error;
    return -1;
  }
  return signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}

int clinux_unblock_signals(const int *signals, size_t count) {
  sigset_t set;
  fill(&set, signals, count);
  return pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

int clinux_ignore_broken_pipes(void) { return signal(SIGPIPE, SIG_IGN) == SIG_ERR ? -1 : 0; }

int clinux_epoll_control(int epoll, int operation, int descriptor, uint32_t events, uint64_t data) {
  struct epoll_event event = {.events = events, .data.u64 = data};
  return epoll_ctl(epoll, operation, descriptor, &event);
}

int clinux_epoll_wait(int epoll, struct clinux_ready *ready, int room, int64_t microseconds) {
  enum { most = 64 };
  struct epoll_event events[most];
  if (room > most) room = most;
  struct timespec limit = {microseconds / 1000000, microseconds % 1000000 * 1000};
  int count = epoll_pwait2(epoll, events, room, microseconds < 0 ? NULL : &limit, NULL);
  if (count < 0 && errno == ENOSYS) {
    // Linux before 5.11 waits for whole milliseconds: never too short, and at most an hour.
    int64_t milliseconds = microseconds < 3600000000 ? (microseconds + 999) / 1000 : 3600000;
    count = epoll_wait(epoll, events, room, microseconds < 0 ? -1 : (int)milliseconds);
  }
  for (int i = 0; i < count; i++) ready[i] = (struct clinux_ready){events[i].data.u64, events[i].events};
  return count;
}
