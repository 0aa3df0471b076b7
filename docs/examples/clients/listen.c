// Prints every decision; connects again when the service goes away. C11 and POSIX, and nothing is allocated.
// cc -std=c11 -Wall -Wextra -pedantic -O2 -o listen listen.c
#define _POSIX_C_SOURCE 200809L
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { LINE = 16384, DEPTH = 16, FIRST_PAUSE = 100, LAST_PAUSE = 2000 };

static const char subscribe[] =
  "{\"id\":1,\"request\":\"subscribe\",\"phases\":[\"end\",\"cancel\"],\"unit\":\"pt\"}\n";

// JSON. Each of these takes a place in a line, and gives the place behind what is there; NULL if something else is.

static const char *spaces(const char *at) {
  return at + strspn(at, " \t\r");
}

static const char *string(const char *at) {
  if (*at++ != '"') return NULL;
  for (; *at != '"'; at++) {
    if (*at == '\\') at++;
    if ((unsigned char)*at < ' ') return NULL; // The end of the line, too.
  }
  return at + 1;
}

static const char *name(const char *at) {
  at = string(at);
  if (!at || *(at = spaces(at)) != ':') return NULL;
  return spaces(at + 1);
}

static const char *value(const char *at, int depth) {
  if (*at == '"') return string(at);
  if (*at != '{' && *at != '[') {
    size_t count = strspn(at, "+-.0123456789Eaeflnrstu"); // Numbers, true, false and null.
    return count ? at + count : NULL;
  }
  bool object = *at == '{';
  char end = object ? '}' : ']';
  at = spaces(at + 1);
  if (*at == end) return at + 1;
  while (depth > 0) {
    if (object && !(at = name(at))) return NULL;
    if (!(at = value(at, depth - 1))) return NULL;
    at = spaces(at);
    if (*at == end) return at + 1;
    if (*at != ',') return NULL;
    at = spaces(at + 1);
  }
  return NULL;
}

// The value of an object's field; "" if there is none.
static const char *field(const char *object, const char *wanted) {
  size_t length = strlen(wanted);
  const char *at = *object == '{' ? spaces(object + 1) : "";
  while (at && *at == '"') {
    bool found = strncmp(at + 1, wanted, length) == 0 && at[length + 1] == '"';
    at = name(at);
    if (found) return at ? at : "";
    if (at && (at = value(at, DEPTH)) && *(at = spaces(at)) == ',') at = spaces(at + 1);
  }
  return "";
}

static bool is(const char *at, const char *word) {
  size_t length = strlen(word);
  return *at == '"' && strncmp(at + 1, word, length) == 0 && at[length + 1] == '"';
}

// A value as it stands, a string without its quotes.
static void put(FILE *file, const char *at, char after) {
  const char *end = value(at, DEPTH);
  int quote = *at == '"';
  if (end) fwrite(at + quote, 1, (size_t)(end - at) - 2 * (size_t)quote, file);
  putc(after, file);
}

// The service.

static bool told; // Whether this connection has been told anything.

static void hear(const char *line) {
  line = spaces(line);
  const char *end = value(line, DEPTH);
  if (!end || *spaces(end)) return; // Not JSON: ignore the line.
  const char *type = field(line, "type");
  told = true;
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
    put(stderr, field(line, "reason"), '\n');
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
  if (strlen(path) >= sizeof address.sun_path) return 64;
  strcpy(address.sun_path, path);
  for (long pause = FIRST_PAUSE;; pause = 2 * pause < LAST_PAUSE ? 2 * pause : LAST_PAUSE) {
    int service = socket(AF_UNIX, SOCK_STREAM, 0);
    told = false;
    if (service < 0 || connect(service, (struct sockaddr *)&address, sizeof address) < 0) {
      perror("flickd is not there");
    } else if (send(service, subscribe, sizeof subscribe - 1, MSG_NOSIGNAL) == sizeof subscribe - 1) {
      listen_to(service);
    }
    if (service >= 0) close(service);
    if (told) pause = FIRST_PAUSE;
    nanosleep(&(struct timespec){ pause / 1000, pause % 1000 * 1000000 }, NULL);
  }
}
