// Prints every decision; connects again when the service goes away. C11 and POSIX, and nothing is allocated.
// cc -std=c11 -Wall -Wextra -pedantic -O2 -o listen listen.c
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "fields.h"

enum { LINE = 16384, FIRST_PAUSE = 100, LAST_PAUSE = 2000 };

static const char subscribe[] =
  "{\"id\":1,\"request\":\"subscribe\",\"phases\":[\"end\",\"cancel\"],\"unit\":\"pt\"}\n";

static bool received; // Whether this connection has received a line.

static void hear(const char *line) {
  line = spaces(line);
  const char *end = value(line, DEPTH);
  if (!end || *spaces(end)) return; // Not JSON: ignore the line.
  const char *type = field(line, "type");
  received = true;
  if (is(type, "swipe") && is(field(line, "phase"), "end")) {
    const char *decision = field(line, "decision");
    put(stdout, field(decision, "kind"), ' ');
    put(stdout, field(decision, "direction"), ' ');
    put(stdout, field(decision, "commit"), '\n');
    fflush(stdout);
  } else if (is(type, "reply") && *field(line, "ok") == 'f') {
    fputs("refused: ", stderr);
    put(stderr, field(field(line, "error"), "message"), '\n');
  } else if (is(type, "bye")) {
    fputs("bye: ", stderr);
    put(stderr, field(line, "reason"), ':');
    putc(' ', stderr);
    put(stderr, field(line, "detail"), '\n');
    if (is(field(line, "reason"), "denied")) exit(77); // Trying again is of no use.
  }
}

// Hears lines to the end of the connection. One that is longer than there is room for is left out.
static void listen_to(int service) {
  static char line[LINE];
  size_t count = 0;
  bool whole = true;
  for (ssize_t got; (got = read(service, line + count, LINE - count)) > 0;) {
    char *start = line, *end;
    count += (size_t)got;
    while ((end = memchr(start, '\n', count - (size_t)(start - line)))) {
      *end = '\0';
      if (whole) hear(start);
      whole = true;
      start = end + 1;
    }
    count -= (size_t)(start - line);
    memmove(line, start, count);
    if (count == LINE) {
      whole = false;
      count = 0;
    }
  }
}

int main(void) {
  const char *path = getenv("FLICKD_SOCKET");
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  if (!path) path = "/run/flickd/flickd.sock";
  if (strlen(path) >= sizeof address.sun_path) {
    fprintf(stderr, "%s: the path is too long: use at most %zu bytes\n", path, sizeof address.sun_path - 1);
    return 64;
  }
  strcpy(address.sun_path, path);
  for (long pause = FIRST_PAUSE;; pause = 2 * pause < LAST_PAUSE ? 2 * pause : LAST_PAUSE) {
    int service = socket(AF_UNIX, SOCK_STREAM, 0);
    received = false;
    if (service < 0 || connect(service, (struct sockaddr *)&address, sizeof address) < 0) {
      if (errno == EACCES) fprintf(stderr, "no permission for %s: `flickctl doctor` shows how to get it\n", path);
      else perror("flickd is not there");
    } else {
      send(service, subscribe, sizeof subscribe - 1, MSG_NOSIGNAL); // If it fails, a `bye` says why.
      listen_to(service);
    }
    if (service >= 0) close(service);
    if (received) pause = FIRST_PAUSE;
    nanosleep(&(struct timespec){ pause / 1000, pause % 1000 * 1000000 }, NULL);
  }
}
