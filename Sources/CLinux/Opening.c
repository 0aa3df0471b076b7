#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
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
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  // What it calls needs little; the default would count 8 MiB towards the limits of the address space.
  pthread_attr_setstacksize(&attributes, 256 * 1024);
  pthread_t thread;
  int error = pthread_create(&thread, &attributes, open_it, job);
  pthread_attr_destroy(&attributes);
  if (error == 0) return 0;
  free(job);
  errno = error;
  return -1;
}

int clinux_pipe(int *reading, int *writing) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  *reading = ends[0];
  *writing = ends[1];
  // Of the two ends the reader alone must not wait.
  return fcntl(*reading, F_SETFL, O_NONBLOCK);
}
