#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct job {
  int flags;
  int32_t token;
  int answers;
  char path[];
};

// Returns 0 or an errno. The default stack would count 8 MiB towards the limits of the address space.
static int start(void *(*body)(void *), void *given, size_t stack) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attributes, stack);
  pthread_t thread;
  int error = pthread_create(&thread, &attributes, body, given);
  pthread_attr_destroy(&attributes);
  return error;
}

static void *open_it(void *given) {
  struct job *job = given;
  int file = open(job->path, job->flags);
  struct clinux_opened opened = {job->token, file >= 0 ? file : -errno};
  // A write of eight bytes to a pipe is atomic. If the reader is gone, the file must be closed here.
  ssize_t written;
  do written = write(job->answers, &opened, sizeof opened);
  while (written < 0 && (errno == EINTR || errno == EAGAIN));
  if (written != sizeof opened && file >= 0) close(file);
  free(job);
  return NULL;
}

int clinux_open_aside(const char *path, int flags, int32_t token, int answers) {
  size_t length = strlen(path) + 1;
  struct job *job = malloc(sizeof *job + length);
  if (!job) return -1;
  *job = (struct job){flags, token, answers};
  memcpy(job->path, path, length);
  int error = start(open_it, job, 256 * 1024);
  if (error == 0) return 0;
  free(job);
  errno = error;
  return -1;
}

struct work {
  void (*run)(void *);
  void *context;
};

static void *run_it(void *given) {
  struct work work = *(struct work *)given;
  free(given);
  work.run(work.context);
  return NULL;
}

int clinux_run_aside(void (*run)(void *), void *context) {
  struct work *work = malloc(sizeof *work);
  if (!work) return -1;
  *work = (struct work){run, context};
  // One heap for all threads: a heap of the thread's own would keep its memory after the thread has ended.
  mallopt(M_ARENA_MAX, 1);
  // The deepest work parses a configuration, whose tables may be nested.
  int error = start(run_it, work, 1024 * 1024);
  if (error == 0) return 0;
  free(work);
  errno = error;
  return -1;
}

int clinux_pass(int pipe, void *object) {
  // A write of a pointer to a pipe is atomic.
  ssize_t written;
  do written = write(pipe, &object, sizeof object);
  while (written < 0 && errno == EINTR);
  return written == sizeof object ? 0 : -1;
}

void *clinux_receive(int pipe) {
  void *object;
  ssize_t count;
  do count = read(pipe, &object, sizeof object);
  while (count < 0 && errno == EINTR);
  return count == sizeof object ? object : NULL;
}

int clinux_wait_readable(int file, int milliseconds) {
  struct pollfd waited = {.fd = file, .events = POLLIN};
  return poll(&waited, 1, milliseconds);
}

int clinux_pipe(int *reading, int *writing) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  *reading = ends[0];
  *writing = ends[1];
  // Of the two ends the reader alone must not wait.
  return fcntl(*reading, F_SETFL, O_NONBLOCK);
}
