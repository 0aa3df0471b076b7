// Preloaded into flickd. It records the system calls that flickd, libevdev and libudev make, or makes chosen calls fail.
//
//     FAULTS_RECORD=FILE   append a line for each call: HASH NAME FRAME..., the innermost frame first
//     FAULTS_INJECT=FILE   read lines of ERRNO FIRST COUNT HASH...: COUNT calls with one of these hashes fail with ERRNO, from
//                          the FIRST-th on; the kernel never sees them. ERRNO −1 reports success instead of an error: the
//                          program then behaves as if it ignored the error
//     FAULTS_REPORT=FILE   append a line for each call that failed here, and at the end `calls NUMBER` with the sum of all calls
//
// A frame is a letter for the module (f: flickd, e: libevdev, u: libudev) and the return address in that module, from which
// sites.py gets a function's name. The hash covers the name and the frames, so that two runs mean the same call. Frames of other
// modules are left out. Addresses in the two libraries are left out too, because their builds differ.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <grp.h>
#include <pthread.h>
#include <pwd.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { most_frames = 48, most_plans = 4, most_hashes = 512 };

struct plan {
  int error;
  long first, count, seen;
  int hashes;
  uint64_t hash[most_hashes];
};

static struct plan plans[most_plans];
static int plan_count;
static int record = -1, report = -1;
static int is_ready;
static long calls;
static _Thread_local int is_busy;

// Opens a file at a number that the program never reaches, by calls that this file does not interpose.
static int append_to(const char *variable) {
  const char *path = getenv(variable);
  if (!path) return -1;
  int low = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  int high = (int)syscall(SYS_fcntl, low, F_DUPFD_CLOEXEC, 900);
  syscall(SYS_close, low);
  return high;
}

static void say(int file, const char *text, size_t length) { syscall(SYS_write, file, text, length); }

static void read_plans(const char *path) {
  FILE *file = fopen(path, "re");
  if (!file) abort();
  char *line = NULL;
  size_t room = 0;
  while (plan_count < most_plans && getline(&line, &room, file) > 0) {
    struct plan *plan = &plans[plan_count++];
    char *rest = NULL, *word = strtok_r(line, " \n", &rest);
    plan->error = atoi(word);
    plan->first = atol(strtok_r(NULL, " \n", &rest));
    plan->count = atol(strtok_r(NULL, " \n", &rest));
    while ((word = strtok_r(NULL, " \n", &rest)) && plan->hashes < most_hashes)
      plan->hash[plan->hashes++] = strtoull(word, NULL, 16);
  }
  free(line);
  fclose(file);
}

__attribute__((constructor)) static void start(void) {
  void *frames[2];
  backtrace(frames, 2); // loads the unwinder now, not inside a call
  record = append_to("FAULTS_RECORD");
  report = append_to("FAULTS_REPORT");
  if (getenv("FAULTS_INJECT")) read_plans(getenv("FAULTS_INJECT"));
  is_ready = record >= 0 || plan_count > 0;
}

__attribute__((destructor)) static void finish(void) {
  char line[32];
  if (report >= 0) say(report, line, (size_t)snprintf(line, sizeof line, "calls %ld\n", calls));
}

static char module(void *address, uintptr_t *offset) {
  Dl_info found;
  if (!dladdr(address, &found) || !found.dli_fname) return 0;
  *offset = (uintptr_t)address - (uintptr_t)found.dli_fbase;
  const char *slash = strrchr(found.dli_fname, '/');
  const char *name = slash ? slash + 1 : found.dli_fname;
  if (strncmp(name, "libevdev.", 9) == 0) return 'e';
  if (strncmp(name, "libudev.", 8) == 0) return 'u';
  return strcmp(name, "flickd") == 0 ? 'f' : 0;
}

static uint64_t mix(uint64_t hash, const void *bytes, size_t count) {
  for (const unsigned char *next = bytes; count-- > 0; next++) hash = (hash ^ *next) * 1099511628211u;
  return hash;
}

// Returns the error of a call that must fail, 0 for a call that the kernel must get.
static int fault(const char *name, void *caller) {
  uintptr_t offset;
  if (!is_ready || is_busy || !module(caller, &offset)) return 0;
  is_busy = 1;
  __atomic_fetch_add(&calls, 1, __ATOMIC_RELAXED);
  int kept = errno, error = 0;
  void *frames[most_frames];
  int count = backtrace(frames, most_frames), length;
  char line[64 + most_frames * 20];
  uint64_t hash = mix(1469598103934665603u, name, strlen(name));
  char *end = line + sizeof line - 24, *next = line + 32;
  next += snprintf(next, 64, "%s", name);
  for (int i = 0, last = 0; i < count && next < end; i++) {
    char letter = module(frames[i], &offset);
    if (!letter) continue;
    if (letter != 'f') offset = 0;
    if (letter != 'f' && letter == last) continue;
    last = letter;
    hash = mix(mix(hash, &letter, 1), &offset, sizeof offset);
    next += snprintf(next, 24, " %c%lx", letter, (unsigned long)offset);
  }
  *next++ = '\n';
  char words[33];
  length = snprintf(words, sizeof words, "%016lx ", (unsigned long)hash);
  char *begin = line + 32 - length;
  memcpy(begin, words, (size_t)length);
  if (record >= 0) say(record, begin, (size_t)(next - begin));
  for (int i = 0; i < plan_count && !error; i++) {
    struct plan *plan = &plans[i];
    int is_meant = 0;
    for (int j = 0; j < plan->hashes && !is_meant; j++) is_meant = plan->hash[j] == hash;
    if (!is_meant) continue;
    long seen = __atomic_add_fetch(&plan->seen, 1, __ATOMIC_RELAXED);
    if (seen < plan->first || seen >= plan->first + plan->count) continue;
    error = plan->error;
    if (report >= 0) {
      char plan_number = (char)('0' + i);
      say(report, &plan_number, 1);
      say(report, " ", 1);
      say(report, begin, (size_t)(next - begin));
    }
  }
  errno = kept;
  is_busy = 0;
  return error;
}

#define NEXT(name)                                      \
  static __typeof__(&name) next_##name;                 \
  if (!next_##name) {                                   \
    void *found = dlsym(RTLD_NEXT, #name);              \
    memcpy(&next_##name, &found, sizeof next_##name);   \
  }

#define FAIL(label, result, pretended)                    \
  do {                                                    \
    int code = fault(label, __builtin_return_address(0)); \
    if (code < 0) return pretended;                       \
    if (code) {                                           \
      errno = code;                                       \
      return result;                                      \
    }                                                     \
  } while (0)

// Functions of fixed arguments that return −1 and set errno.
#define CALL_THAT(pretended, type, name, parameters, arguments) \
  type name parameters {                                        \
    NEXT(name)                                                  \
    FAIL(#name, (type)-1, (type)(pretended));                   \
    return next_##name arguments;                               \
  }
#define CALL(type, name, parameters, arguments) CALL_THAT(0, type, name, parameters, arguments)

CALL(int, accept4, (int s, struct sockaddr *a, socklen_t *l, int f), (s, a, l, f))
CALL(int, access, (const char *p, int m), (p, m))
CALL(int, bind, (int s, const struct sockaddr *a, socklen_t l), (s, a, l))
CALL(int, chmod, (const char *p, mode_t m), (p, m))
CALL(int, connect, (int s, const struct sockaddr *a, socklen_t l), (s, a, l))
CALL(int, epoll_create1, (int f), (f))
CALL(int, epoll_pwait2, (int e, struct epoll_event *v, int m, const struct timespec *t, const sigset_t *s), (e, v, m, t, s))
CALL(int, fchmod, (int f, mode_t m), (f, m))
CALL(int, fchown, (int f, uid_t u, gid_t g), (f, u, g))
CALL(int, fchownat, (int d, const char *p, uid_t u, gid_t g, int f), (d, p, u, g, f))
CALL(int, flock, (int f, int o), (f, o))
CALL(int, fstat, (int f, struct stat *s), (f, s))
CALL(int, fsync, (int f), (f))
CALL(int, ftruncate, (int f, off_t n), (f, n))
CALL(int, getsockname, (int s, struct sockaddr *a, socklen_t *l), (s, a, l))
CALL(int, inotify_add_watch, (int f, const char *p, uint32_t m), (f, p, m))
CALL(int, inotify_init1, (int f), (f))
CALL(int, kill, (pid_t p, int s), (p, s))
CALL(int, lchown, (const char *p, uid_t u, gid_t g), (p, u, g))
CALL(int, listen, (int s, int b), (s, b))
CALL(int, lstat, (const char *p, struct stat *s), (p, s))
CALL(int, mkdir, (const char *p, mode_t m), (p, m))
CALL(int, pipe2, (int e[2], int f), (e, f))
CALL(ssize_t, read, (int f, void *b, size_t n), (f, b, n))
CALL(ssize_t, readlink, (const char *p, char *b, size_t n), (p, b, n))
CALL(ssize_t, recvmsg, (int s, struct msghdr *m, int f), (s, m, f))
CALL_THAT(n, ssize_t, send, (int s, const void *b, size_t n, int f), (s, b, n, f))
CALL(int, rename, (const char *o, const char *n), (o, n))
CALL(int, shutdown, (int s, int h), (s, h))
CALL(int, signalfd, (int f, const sigset_t *s, int o), (f, s, o))
CALL(int, socket, (int d, int t, int p), (d, t, p))
CALL(int, stat, (const char *p, struct stat *s), (p, s))
CALL(int, unlink, (const char *p), (p))
CALL_THAT(n, ssize_t, write, (int f, const void *b, size_t n), (f, b, n))

// Linux closes the descriptor also when it returns an error.
int close(int file) {
  NEXT(close)
  int code = fault("close", __builtin_return_address(0));
  int result = next_close(file);
  if (!code) return result;
  errno = code;
  return -1;
}

int epoll_ctl(int epoll, int operation, int file, struct epoll_event *event) {
  NEXT(epoll_ctl)
  static const char *const names[] = {"", "epoll_ctl(ADD)", "epoll_ctl(DEL)", "epoll_ctl(MOD)"};
  FAIL(names[operation & 3], -1, 0);
  return next_epoll_ctl(epoll, operation, file, event);
}

static const char *option_name(const char *call, int level, int option, char *room) {
  static const struct { int number; const char *name; } names[] = {
      {SO_PEERCRED, "SO_PEERCRED"}, {59, "SO_PEERGROUPS"},        {SO_SNDBUF, "SO_SNDBUF"},
      {SO_DOMAIN, "SO_DOMAIN"},     {SO_ACCEPTCONN, "SO_ACCEPTCONN"}, {SO_TYPE, "SO_TYPE"},
      {SO_PASSCRED, "SO_PASSCRED"}, {SO_ATTACH_FILTER, "SO_ATTACH_FILTER"}};
  const char *name = NULL;
  for (size_t i = 0; level == SOL_SOCKET && i < sizeof names / sizeof *names; i++)
    if (names[i].number == option) name = names[i].name;
  if (name) snprintf(room, 64, "%s(%s)", call, name);
  else snprintf(room, 64, "%s(%d/%d)", call, level, option);
  return room;
}

int getsockopt(int file, int level, int option, void *value, socklen_t *size) {
  NEXT(getsockopt)
  char room[64];
  FAIL(option_name("getsockopt", level, option, room), -1, 0);
  return next_getsockopt(file, level, option, value, size);
}

int setsockopt(int file, int level, int option, const void *value, socklen_t size) {
  NEXT(setsockopt)
  char room[64];
  FAIL(option_name("setsockopt", level, option, room), -1, 0);
  return next_setsockopt(file, level, option, value, size);
}

int fcntl(int file, int command, ...) {
  NEXT(fcntl)
  va_list rest;
  va_start(rest, command);
  void *argument = va_arg(rest, void *);
  va_end(rest);
  FAIL(command == F_GETFL ? "fcntl(F_GETFL)" : command == F_SETFL ? "fcntl(F_SETFL)" : "fcntl", -1, 0);
  return next_fcntl(file, command, argument);
}

static const char *request_name(unsigned long request, char *room) {
  unsigned number = _IOC_NR(request);
  const char *name = NULL;
  if (_IOC_TYPE(request) == 'E') {
    if (number >= 0x40 && number < 0x80) name = "EVIOCGABS";
    else if (number >= 0x20 && number < 0x40) name = "EVIOCGBIT";
    else switch (number) {
      case 0x01: name = "EVIOCGVERSION"; break;
      case 0x02: name = "EVIOCGID"; break;
      case 0x03: name = "EVIOCGREP"; break;
      case 0x06: name = "EVIOCGNAME"; break;
      case 0x07: name = "EVIOCGPHYS"; break;
      case 0x08: name = "EVIOCGUNIQ"; break;
      case 0x09: name = "EVIOCGPROP"; break;
      case 0x0a: name = "EVIOCGMTSLOTS"; break;
      case 0x18: name = "EVIOCGKEY"; break;
      case 0x19: name = "EVIOCGLED"; break;
      case 0x1b: name = "EVIOCGSW"; break;
      case 0x93: name = "EVIOCSMASK"; break;
      case 0xa0: name = "EVIOCSCLOCKID"; break;
    }
  }
  if (name) snprintf(room, 64, "ioctl(%s)", name);
  else snprintf(room, 64, "ioctl(%lx)", request);
  return room;
}

int ioctl(int file, unsigned long request, ...) {
  NEXT(ioctl)
  va_list rest;
  va_start(rest, request);
  void *argument = va_arg(rest, void *);
  va_end(rest);
  char room[64];
  FAIL(request_name(request, room), -1, 0);
  return next_ioctl(file, request, argument);
}

#define OPEN(name, label, parameters, arguments) \
  int name parameters {                          \
    NEXT(name)                                   \
    va_list rest;                                \
    va_start(rest, flags);                       \
    mode_t mode = va_arg(rest, mode_t);          \
    va_end(rest);                                \
    FAIL(label, -1, 0);                             \
    return next_##name arguments;                \
  }

OPEN(open, "open", (const char *path, int flags, ...), (path, flags, mode))
OPEN(open64, "open", (const char *path, int flags, ...), (path, flags, mode))
OPEN(openat64, "openat", (int folder, const char *path, int flags, ...), (folder, path, flags, mode))

DIR *opendir(const char *path) {
  NEXT(opendir)
  FAIL("opendir", NULL, NULL);
  return next_opendir(path);
}

struct dirent *readdir(DIR *folder) {
  NEXT(readdir)
  FAIL("readdir", NULL, NULL);
  return next_readdir(folder);
}

static int answer(const char *name, void *caller) {
  int code = fault(name, caller);
  return code < 0 ? 0 : code;
}

// These functions return the error.
int getgrnam_r(const char *name, struct group *entry, char *text, size_t room, struct group **found) {
  NEXT(getgrnam_r)
  int code = answer("getgrnam_r", __builtin_return_address(0));
  if (code) *found = NULL;
  return code ? code : next_getgrnam_r(name, entry, text, room, found);
}

int getpwnam_r(const char *name, struct passwd *entry, char *text, size_t room, struct passwd **found) {
  NEXT(getpwnam_r)
  int code = answer("getpwnam_r", __builtin_return_address(0));
  if (code) *found = NULL;
  return code ? code : next_getpwnam_r(name, entry, text, room, found);
}

int getpwuid_r(uid_t user, struct passwd *entry, char *text, size_t room, struct passwd **found) {
  NEXT(getpwuid_r)
  int code = answer("getpwuid_r", __builtin_return_address(0));
  if (code) *found = NULL;
  return code ? code : next_getpwuid_r(user, entry, text, room, found);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *settings, void *(*body)(void *), void *given) {
  NEXT(pthread_create)
  int code = answer("pthread_create", __builtin_return_address(0));
  return code ? code : next_pthread_create(thread, settings, body, given);
}

int pthread_sigmask(int how, const sigset_t *set, sigset_t *old) {
  NEXT(pthread_sigmask)
  int code = answer("pthread_sigmask", __builtin_return_address(0));
  return code ? code : next_pthread_sigmask(how, set, old);
}

sighandler_t signal(int number, sighandler_t handler) {
  NEXT(signal)
  FAIL("signal", SIG_ERR, SIG_DFL);
  return next_signal(number, handler);
}
