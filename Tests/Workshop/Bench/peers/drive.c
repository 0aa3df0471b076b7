/* Measures a program that answers a touchscreen, on virtual panels of uinput; prints one line of JSON.
 *
 *     drive [OPTION]... -- PROGRAM [WORD]...
 *
 * In the words, @ is the node of the first panel. The program's output is a pipe, or a socket:
 *     -u PATH   the program listens at PATH, and this program connects
 *     -l PATH   this program listens at PATH, and the program connects
 * The strokes:
 *     -f FINGERS  -p PANELS  -r RATE in Hz  -n FRAMES of a stroke  -s STROKES  -c CLIENTS
 *     -q REQUEST  the line that each client sends first
 *     -i SECONDS  of silence, after the strokes, in which wake-ups are counted
 *     -k          also counts system calls, in two more strokes (needs tracefs in /sys/kernel/tracing)
 *     -x          measures only the time from fork to an accepted connection (-u), and that of /bin/true
 *
 * The latency is the time from before the write of a frame to the last byte that a client has read before the next frame.
 * This program runs before all others (SCHED_FIFO), so that a frame is never late, and a byte is read when it arrives.
 * Exit codes: 64 wrong usage, 69 something is missing, 70 the measured program does not answer.
 */
#define _GNU_SOURCE
#include "drive.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_CLIENTS = 64, MOST_FRAMES = 100000, WARMED_UP = 5 };

static struct {
  int fingers, panels, rate, frames, strokes, clients, idle, counts_calls, starts_only;
  const char *request, *path;
  int is_server;
  char **program;
} options = {.fingers = 1, .panels = 1, .rate = 120, .frames = 60, .strokes = 8, .clients = 1};

static struct panel panels[MOST_PANELS];
static struct pollfd streams[MOST_CLIENTS];
static int stream_count;
static pid_t measured;
static char text[8 << 20]; /* What the first client received in a stroke. */
static size_t text_length;

static struct series {
  long values[MOST_FRAMES];
  int count;
} moves, lifts;
static int missing;
static struct {
  long begins, updates, ends, cancels, dropped;
} lines;

static void fail(int status, const char *what) {
  fprintf(stderr, "drive: %s\n", what);
  if (measured > 0) kill(measured, SIGKILL);
  exit(status);
}

static long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000L + time.tv_nsec;
}

static void pause_for(long nanoseconds) {
  struct timespec time = {nanoseconds / 1000000000L, nanoseconds % 1000000000L};
  while (nanosleep(&time, &time) != 0 && errno == EINTR) {}
}

/* MARK: The measured program */

static struct sockaddr_un address_of(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
  return address;
}

static void start(int output) {
  measured = fork();
  if (measured != 0) return;
  if (output >= 0) dup2(output, 1);
  execvp(options.program[0], options.program);
  perror(options.program[0]);
  _exit(69);
}

static void add_stream(int descriptor) {
  fcntl(descriptor, F_SETFL, O_NONBLOCK);
  streams[stream_count++] = (struct pollfd){.fd = descriptor, .events = POLLIN};
}

/* Connects to the program; waits until it listens. */
static int connect_client(long wait, long limit) {
  struct sockaddr_un address = address_of(options.path);
  for (long end = now() + limit; now() < end; pause_for(wait)) {
    int client = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(client, (struct sockaddr *)&address, sizeof address) == 0) return client;
    close(client);
  }
  fail(70, "the program does not listen");
  return -1;
}

static void start_with_pipe(void) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) fail(70, "no pipe");
  start(ends[1]);
  close(ends[1]);
  add_stream(ends[0]);
}

static void start_and_accept(void) {
  struct sockaddr_un address = address_of(options.path);
  unlink(options.path);
  int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (bind(listener, (struct sockaddr *)&address, sizeof address) != 0 || listen(listener, 1) != 0)
    fail(69, "cannot listen at the path of -l");
  start(-1);
  struct pollfd ready = {.fd = listener, .events = POLLIN};
  if (poll(&ready, 1, 10000) != 1) fail(70, "the program does not connect");
  add_stream(accept4(listener, NULL, NULL, SOCK_CLOEXEC));
}

static void drain(long until);

static void start_and_connect(void) {
  unlink(options.path);
  start(-1);
  for (int client = 0; client < options.clients; client++) add_stream(connect_client(10000000, 10000000000));
  drain(now() + 300000000);
  if (!options.request) return;
  for (int client = 0; client < options.clients; client++)
    if (dprintf(streams[client].fd, "%s\n", options.request) < 0) fail(70, "the program does not read");
}

/* MARK: Strokes */

/* Reads until a time; returns when the last byte arrived, or 0 if none did. */
static long read_until(long until) {
  static char unread[1 << 16];
  long last = 0;
  for (;;) {
    long left = until - now();
    if (left <= 0) return last;
    struct timespec time = {left / 1000000000L, left % 1000000000L};
    if (ppoll(streams, stream_count, &time, NULL) <= 0) continue;
    for (int stream = 0; stream < stream_count; stream++) {
      if (streams[stream].revents == 0) continue;
      int is_kept = stream == 0 && text_length + sizeof unread <= sizeof text;
      ssize_t size = read(streams[stream].fd, is_kept ? text + text_length : unread, sizeof unread);
      if (size == 0) fail(70, "the program closed its output");
      if (size > 0) last = now();
      if (size > 0 && is_kept) text_length += size;
    }
  }
}

static void drain(long until) {
  read_until(until);
  text_length = 0;
}

static long occurrences(const char *word) {
  long count = 0;
  size_t length = strlen(word);
  const char *end = text + text_length, *found = text;
  while ((found = memmem(found, end - found, word, length))) count++, found += length;
  return count;
}

static void count_lines(void) {
  lines.begins += occurrences("\"phase\":\"begin\"");
  lines.updates += occurrences("\"phase\":\"update\"");
  lines.ends += occurrences("\"phase\":\"end\"");
  lines.cancels += occurrences("\"phase\":\"cancel\"");
  lines.dropped += occurrences("\"reason\":\"dropped\"");
  text_length = 0;
}

static void note(struct series *series, long latency) {
  if (series->count < MOST_FRAMES) series->values[series->count++] = latency;
}

/* Waits for the moment between two ticks of the kernel (250 Hz) at which a stroke begins.
 *
 * A tick lengthens the frame that it interrupts, and at 120 Hz only twelve moments between ticks occur in a stroke. If all
 * strokes begin at the same moment, a program may have no interrupted frame, while a slower one has one in twelve. So the
 * beginnings are spread by the golden ratio, and each program has interrupted frames in proportion to its latency. */
static void await_beginning(void) {
  static long played;
  long tick = 4000000, offset = played++ * 618034 % 1000000 * tick / 1000000;
  read_until((now() / tick + 1) * tick + offset);
}

/* Plays one stroke on all panels, and notes latencies in the series, unless they are NULL. */
static void play_stroke(struct series *moving, struct series *lifting) {
  await_beginning();
  long period = 1000000000L / options.rate, next = now() + period;
  for (int step = 0; step <= options.frames + 1; step++, next += period) {
    long written = now();
    for (int panel = 0; panel < options.panels; panel++) {
      if (step <= options.frames) write_step(&panels[panel], options.fingers, step, options.frames);
      else write_lift(&panels[panel], options.fingers);
    }
    int is_lift = step > options.frames;
    long last = read_until(is_lift ? now() + 200000000 : next);
    struct series *series = is_lift ? lifting : moving;
    if (!series || (!is_lift && step < WARMED_UP)) continue;
    if (last > 0) note(series, last - written);
    else if (!is_lift) missing++;
  }
}

/* MARK: Counts of the kernel */

/* The sum of a number over the threads of the program: the first in schedstat, or the switches in status. */
static long sum_over_threads(const char *file, int are_switches) {
  char folder[64], path[400], line[256];
  long sum = 0;
  snprintf(folder, sizeof folder, "/proc/%d/task", measured);
  DIR *threads = opendir(folder);
  struct dirent *thread;
  while (threads && (thread = readdir(threads))) {
    if (thread->d_name[0] == '.') continue;
    snprintf(path, sizeof path, "%s/%s/%s", folder, thread->d_name, file);
    FILE *open_file = fopen(path, "r");
    while (open_file && fgets(line, sizeof line, open_file)) {
      const char *switches = strstr(line, "ctxt_switches:");
      if (!are_switches) sum += atol(line);
      else if (switches) sum += atol(switches + 14);
    }
    if (open_file) fclose(open_file);
  }
  if (threads) closedir(threads);
  return sum;
}

static long kilobytes(const char *key) {
  char path[64], line[256];
  long value = -1;
  snprintf(path, sizeof path, "/proc/%d/smaps_rollup", measured);
  FILE *file = fopen(path, "r");
  while (file && fgets(line, sizeof line, file))
    if (strncmp(line, key, strlen(key)) == 0) value = atol(line + strlen(key));
  if (file) fclose(file);
  return value;
}

static int write_trigger(const char *words) {
  int descriptor = open("/sys/kernel/tracing/events/raw_syscalls/sys_enter/trigger", O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) return 0;
  ssize_t written = write(descriptor, words, strlen(words));
  close(descriptor);
  return written > 0;
}

/* Starts or stops to count the system calls of the program; false without tracefs. */
static int count_calls(int is_start) {
  char trigger[64];
  snprintf(trigger, sizeof trigger, "%shist:keys=id if common_pid == %d", is_start ? "" : "!", measured);
  return write_trigger(trigger);
}

/* Prints how often the program made each system call, by number, and stops to count. */
static void print_calls(const char *name) {
  char line[256];
  const char *comma = "";
  printf(",\"%s\":{", name);
  FILE *file = fopen("/sys/kernel/tracing/events/raw_syscalls/sys_enter/hist", "r");
  while (file && fgets(line, sizeof line, file)) {
    int call;
    long hits;
    if (sscanf(line, "{ id: %d } hitcount: %ld", &call, &hits) != 2) continue;
    printf("%s\"%d\":%ld", comma, call, hits);
    comma = ",";
  }
  if (file) fclose(file);
  printf("}");
  count_calls(0);
}

/* MARK: Results */

static int compare(const void *one, const void *other) {
  long a = *(const long *)one, b = *(const long *)other;
  return (a > b) - (a < b);
}

static void print_series(const char *name, struct series *series) {
  qsort(series->values, series->count, sizeof series->values[0], compare);
  printf(",\"%s\":{\"count\":%d", name, series->count);
  if (series->count > 0)
    printf(",\"p50\":%ld,\"p95\":%ld,\"p99\":%ld,\"max\":%ld", series->values[series->count / 2],
           series->values[series->count * 95 / 100], series->values[series->count * 99 / 100],
           series->values[series->count - 1]);
  printf("}");
}

/* Counts the wake-ups in silence, and the system calls of these if tracefs is there. */
static void print_idle(void) {
  /* In the minute after a touch, deadlines of the touch pass, and flickd stores what it learned of the panel. */
  drain(now() + 60000000000);
  int counts = options.counts_calls && count_calls(1);
  long wakes = sum_over_threads("status", 1);
  drain(now() + options.idle * 1000000000L);
  printf(",\"idle_s\":%d,\"wakes\":%ld", options.idle, sum_over_threads("status", 1) - wakes);
  if (counts) print_calls("idle_calls");
}

static void measure(void) {
  for (int panel = 0; panel < options.panels; panel++) create_panel(&panels[panel]);
  /* udev needs a moment to describe the panels. */
  pause_for(1500000000);
  for (char **word = options.program; *word; word++)
    if (strcmp(*word, "@") == 0) *word = panels[0].node;
  if (!options.path) start_with_pipe();
  else if (options.is_server) start_and_connect();
  else start_and_accept();
  drain(now() + 1000000000);

  play_stroke(NULL, NULL);
  drain(now() + 300000000);
  long cpu = sum_over_threads("schedstat", 0);
  for (int stroke = 0; stroke < options.strokes; stroke++) {
    play_stroke(&moves, &lifts);
    count_lines();
  }
  cpu = sum_over_threads("schedstat", 0) - cpu;
  printf("{\"frames\":%d,\"cpu_ns\":%ld", options.strokes * (options.frames + 2), cpu);
  print_series("move_ns", &moves);
  print_series("lift_ns", &lifts);
  printf(",\"missing\":%d,\"begins\":%ld,\"updates\":%ld,\"ends\":%ld,\"cancels\":%ld,\"dropped\":%ld", missing,
         lines.begins, lines.updates, lines.ends, lines.cancels, lines.dropped);
  printf(",\"resident_kb\":%ld,\"anonymous_kb\":%ld", kilobytes("Rss:"), kilobytes("Anonymous:"));
  if (options.counts_calls && count_calls(1)) {
    for (int stroke = 0; stroke < 2; stroke++) play_stroke(NULL, NULL);
    print_calls("calls");
    printf(",\"call_frames\":%d", 2 * (options.frames + 2));
  }
  if (options.idle > 0) print_idle();
  printf("}\n");
}

/* Waits until the program has made its socket. */
static void wait_for_socket(int watch) {
  char event[sizeof(struct inotify_event) + 256];
  while (access(options.path, F_OK) != 0)
    if (read(watch, event, sizeof event) <= 0) fail(70, "the program makes no socket");
}

static void measure_start(void) {
  static struct series served, nothing;
  char folder[300];
  snprintf(folder, sizeof folder, "%s", options.path);
  *strrchr(folder, '/') = 0;
  int watch = inotify_init1(IN_CLOEXEC);
  inotify_add_watch(watch, folder, IN_CREATE | IN_MOVED_TO);
  for (int run = 0; run < options.strokes; run++) {
    unlink(options.path);
    long begun = now();
    start(-1);
    wait_for_socket(watch);
    close(connect_client(100000, 10000000000));
    note(&served, now() - begun);
    kill(measured, SIGTERM);
    waitpid(measured, NULL, 0);
    begun = now();
    measured = fork();
    if (measured == 0) execl("/bin/true", "true", (char *)NULL);
    waitpid(measured, NULL, 0);
    note(&nothing, now() - begun);
  }
  measured = 0;
  printf("{\"runs\":%d", options.strokes);
  print_series("start_ns", &served);
  print_series("true_ns", &nothing);
  printf("}\n");
}

static int number(const char *text, int most) {
  char *end;
  long value = strtol(text, &end, 10);
  if (*end || value < 0 || value > most) fail(64, "a number is wrong or too large");
  return value;
}

int main(int count, char **words) {
  int option;
  while ((option = getopt(count, words, "+u:l:f:p:r:n:s:c:q:i:kx")) != -1) switch (option) {
      case 'u': options.path = optarg, options.is_server = 1; break;
      case 'l': options.path = optarg; break;
      case 'f': options.fingers = number(optarg, 10); break;
      case 'p': options.panels = number(optarg, MOST_PANELS); break;
      case 'r': options.rate = number(optarg, 10000); break;
      case 'n': options.frames = number(optarg, 5000); break;
      case 's': options.strokes = number(optarg, 1000); break;
      case 'c': options.clients = number(optarg, MOST_CLIENTS); break;
      case 'q': options.request = optarg; break;
      case 'i': options.idle = number(optarg, 600); break;
      case 'k': options.counts_calls = 1; break;
      case 'x': options.starts_only = 1; break;
      default: return 64;
    }
  options.program = words + optind;
  if (!*options.program || (options.starts_only && !options.is_server)) fail(64, "no program, or -x without -u");
  struct sched_param priority = {.sched_priority = 10};
  if (sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &priority) != 0) perror("drive: not before others");
  signal(SIGPIPE, SIG_IGN);
  if (options.starts_only) measure_start();
  else measure();
  if (measured > 0) kill(measured, SIGTERM), waitpid(measured, NULL, 0);
  return 0;
}
