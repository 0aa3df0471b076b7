// Preloaded into a program: blocks each call named in $SLOW_CALLS whose path begins with $SLOW_FOLDER until the file
// $SLOW_UNTIL exists, like a file system that does not answer. A call that blocks first makes the file $SLOW_UNTIL.blocks.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef int open_function(const char *, int, ...);
typedef int rename_function(const char *, const char *);

static void find(const char *name, void *function) {
  void *found = dlsym(RTLD_NEXT, name);
  memcpy(function, &found, sizeof found);
}

static open_function *next_open(void) {
  open_function *next;
  find("open", &next);
  return next;
}

static void block(const char *call, const char *path) {
  const char *calls = getenv("SLOW_CALLS"), *folder = getenv("SLOW_FOLDER"), *until = getenv("SLOW_UNTIL");
  if (!calls || !folder || !until || !strstr(calls, call) || strncmp(path, folder, strlen(folder)) != 0) return;
  char notice[4096];
  snprintf(notice, sizeof notice, "%s.blocks", until);
  int file = next_open()(notice, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  if (file >= 0) close(file);
  while (access(until, F_OK) != 0) usleep(10000);
}

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  unsigned mode = va_arg(rest, unsigned);
  va_end(rest);
  block("open", path);
  return next_open()(path, flags, mode);
}

int rename(const char *former, const char *path) {
  block("rename", path);
  rename_function *next;
  find("rename", &next);
  return next(former, path);
}
