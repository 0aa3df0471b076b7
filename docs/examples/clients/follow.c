// Moves a row of three cards with the finger; prints the time (s), the offset (pt) and the cause of each frame.
// cc -std=c11 -Wall -Wextra -pedantic -O2 -o follow follow.c -lm
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "fields.h"

enum { LINE = 16384, CARDS = 3 };

static const double cards[CARDS] = { 0, -296, -592 }; // The offsets at which the row rests, in pt.
static const int64_t frame_time = 16667; // Between frames, and from drawing a frame until it is shown, in µs.
static const double most_lead = 100000; // µs
static const double most_speed = 5000 * 163 / 25.4; // 5 m/s, in pt/s.

// What moves the row, and the numbers of the line that says so.
static struct {
  enum { NOTHING, FINGER, SPRING } cause;
  double offset; // In the newest frame.
  double base; // Where the translation counts from.
  int64_t swipe, t_us;
  double translation, velocity, window_us;
  double target, settling_us, stiffness, damping;
  int card;
} row;

static bool is_recording;
static int64_t shift; // From the clock of the lines to ours, in µs.

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

static double number(const char *object, const char *name) {
  return strtod(field(object, name), NULL);
}

static int64_t whole(const char *object, const char *name) {
  return strtoll(field(object, name), NULL, 10);
}

// The translation when the frame is shown, from the newest line of the finger.
static double predicted(int64_t frame) {
  double lead = fmin(fmin(fmax((double)(frame - row.t_us), 0), row.window_us), most_lead) / 1e6;
  return row.translation + fmax(-most_speed, fmin(row.velocity, most_speed)) * lead;
}

// How far content on a spring is from its target t seconds after the release.
static double displacement(double start, double velocity, double stiffness, double damping, double t) {
  double half = damping / 2, rate = sqrt(fabs(half * half - stiffness));
  double cosine = exp(-half * t), sine = cosine * t;
  if (rate * t >= 1e-6 && half * half < stiffness) {
    sine = cosine * sin(rate * t) / rate;
    cosine *= cos(rate * t);
  } else if (rate * t >= 1e-6) {
    double slow = exp(-stiffness / (half + rate) * t), fast = exp(-(half + rate) * t);
    cosine = (slow + fast) / 2;
    sine = (slow - fast) / (2 * rate);
  }
  return start * cosine + (velocity + half * start) * sine;
}

// Moves the row to its offset when the frame is shown, and prints the frame.
static void draw(int64_t frame) {
  double t = fmax((double)(frame - row.t_us), 0), start = row.base + row.translation - row.target;
  printf("%.6f ", (double)frame / 1e6);
  if (row.cause == FINGER) {
    row.offset = row.base + predicted(frame);
    printf("%.3f finger\n", row.offset);
  } else if (t >= row.settling_us) {
    row.cause = NOTHING;
    row.offset = row.target;
    printf("%.3f card %d\n", row.offset, row.card);
  } else {
    row.offset = row.target + displacement(start, row.velocity, row.stiffness, row.damping, t / 1e6);
    printf("%.3f spring\n", row.offset);
  }
  fflush(stdout);
}

// Without flickd, a release goes on to its end, and a row that a finger held rests at the nearest card.
static void lose(void) {
  if (row.cause != FINGER) return;
  row.card = 0;
  for (int i = 1; i < CARDS; i++) {
    if (fabs(cards[i] - row.offset) < fabs(cards[row.card] - row.offset)) row.card = i;
  }
  row.cause = SPRING;
  row.target = cards[row.card];
  row.settling_us = 0;
}

static void swipe(const char *line, int service) {
  const char *phase = field(line, "phase"), *zone = field(line, "zone");
  const char *snap = field(zone, "snap"), *spring = field(zone, "spring");
  bool begins = is(phase, "begin") && row.cause != FINGER;
  if (*zone != '{' || !(begins || (row.cause == FINGER && whole(line, "swipe_id") == row.swipe))) return;
  row.swipe = whole(line, "swipe_id");
  row.t_us = whole(line, "t_us");
  row.translation = number(field(line, "translation"), "x");
  row.velocity = number(field(line, "velocity"), "x");
  row.window_us = number(field(line, "estimate"), "window_us");
  // While a recording plays, the line that came soonest shows how far the clocks are apart.
  int64_t late = is_recording ? now() - row.t_us : 0;
  if (begins || late < shift) shift = late;
  if (begins) {
    char update[128];
    // The finger catches the row where it is drawn. Without the slop, the row would jump.
    double moved = hypot(row.translation, number(field(line, "translation"), "y"));
    row.base = row.offset - (moved > 0 ? row.translation * fmin(number(line, "slop") / moved, 1) : 0);
    row.cause = FINGER;
    int count = snprintf(update, sizeof update,
      "{\"id\":2,\"request\":\"update\",\"zone\":\"cards\",\"offset\":%.3f}\n", row.base);
    send(service, update, (size_t)count, MSG_NOSIGNAL);
  } else if (is(phase, "end") || is(phase, "cancel")) {
    row.cause = SPRING;
    row.target = number(snap, "offset");
    row.card = (int)whole(snap, "index");
    row.velocity = number(spring, "initial_velocity");
    row.settling_us = *field(spring, "settling_us") == 'n' ? INFINITY : number(spring, "settling_us"); // Or null.
    row.stiffness = number(spring, "stiffness");
    row.damping = number(spring, "damping");
  }
}

static void hear(const char *line, int service) {
  line = spaces(line);
  const char *end = value(line, DEPTH), *type = field(line, "type");
  if (!end || *spaces(end)) return; // Not JSON: ignore the line.
  if (is(type, "hello")) is_recording = is(field(line, "clock"), "recording");
  if (is(type, "swipe")) swipe(line, service);
  if (is(type, "reply") && *field(line, "ok") == 'f') {
    fputs("refused: ", stderr);
    put(stderr, field(field(line, "error"), "message"), '\n');
  }
  if (is(type, "bye")) {
    fputs("bye: ", stderr);
    put(stderr, field(line, "reason"), ':');
    putc(' ', stderr);
    put(stderr, field(line, "detail"), '\n');
    if (is(field(line, "reason"), "denied")) exit(77); // Trying again is of no use.
  }
}

// Processes what the service sent; false at the end of the connection, and at a line that is too long.
static bool receive(int service) {
  static char line[LINE];
  static size_t count;
  ssize_t got = read(service, line + count, LINE - count);
  bool is_open = got > 0;
  char *start = line, *end;
  if (!is_open) got = 0;
  count += (size_t)got;
  while ((end = memchr(start, '\n', count - (size_t)(start - line)))) {
    *end = '\0';
    hear(start, service);
    start = end + 1;
  }
  count -= (size_t)(start - line);
  memmove(line, start, count);
  if (is_open && count < LINE) return true;
  count = 0;
  return false;
}

// Draws frames while the row moves, and else waits for lines, to the end of the connection or until `end`.
static void follow(int service, int64_t end) {
  static int64_t due;
  for (int64_t time; (time = now()) < end;) {
    if (row.cause != NOTHING && time >= due) {
      due = time + frame_time;
      draw(due - shift); // On the clock of the lines.
      continue;
    }
    fd_set files;
    FD_ZERO(&files);
    if (service >= 0) FD_SET(service, &files);
    int64_t next = row.cause != NOTHING && due < end ? due : end, left = next - time;
    struct timespec wait = { left / 1000000, left % 1000000 * 1000 };
    int ready = pselect(service + 1, &files, NULL, NULL, next == INT64_MAX ? NULL : &wait, NULL);
    if (ready < 0 || (ready > 0 && !receive(service))) return;
  }
}

static void subscribe(int service) {
  char request[512];
  int count = snprintf(request, sizeof request,
    "{\"id\":1,\"request\":\"subscribe\",\"phases\":[\"begin\",\"update\",\"end\",\"cancel\"],\"unit\":\"pt\",\"zones\":"
    "[{\"name\":\"cards\",\"axis\":\"x\",\"snap_points\":[%g,%g,%g],\"offset\":%g}]}\n",
    cards[0], cards[1], cards[2], row.cause == SPRING ? row.target : row.offset);
  send(service, request, (size_t)count, MSG_NOSIGNAL); // If it fails, a `bye` says why.
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
  for (;; follow(-1, now() + 1000000)) {
    int service = socket(AF_UNIX, SOCK_STREAM, 0);
    if (service < 0 || connect(service, (struct sockaddr *)&address, sizeof address) < 0) {
      if (errno == EACCES) fprintf(stderr, "no permission for %s: `flickctl doctor` shows how to get it\n", path);
      else perror("flickd is not there");
    } else {
      subscribe(service);
      follow(service, INT64_MAX);
      lose();
    }
    if (service >= 0) close(service);
  }
}
