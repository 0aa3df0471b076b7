/* The least that a program can do with a touchscreen: each frame of libevdev becomes one line in a socket.
 *
 *     bare [-v] DEVICE SOCKET
 *
 * It connects to SOCKET, where the measuring program listens. A line contains the timestamp and the contacts that are down.
 * With -v, it also contains 20 decimals, about the length of an update line of flickd.
 */
#include <errno.h>
#include <fcntl.h>
#include <libevdev/libevdev.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { SLOTS = 10, DECIMALS = 20 };

static char line[1 << 14];

static int connected(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
  int client = socket(AF_UNIX, SOCK_STREAM, 0);
  if (client < 0 || connect(client, (struct sockaddr *)&address, sizeof address) != 0) return -1;
  return client;
}

/* Writes the frame that an event ends into `line`, and returns the number of bytes. */
static int print_frame(const struct libevdev *panel, const struct input_event *end, int is_verbose) {
  long stamp = end->input_event_sec * 1000000L + end->input_event_usec;
  int length = sprintf(line, "{\"type\":\"frame\",\"t_us\":%ld,\"contacts\":[", stamp);
  const char *comma = "";
  for (int slot = 0; slot < SLOTS; slot++) {
    if (libevdev_get_slot_value(panel, slot, ABS_MT_TRACKING_ID) < 0) continue;
    int x = libevdev_get_slot_value(panel, slot, ABS_MT_POSITION_X);
    int y = libevdev_get_slot_value(panel, slot, ABS_MT_POSITION_Y);
    length += sprintf(line + length, "%s{\"id\":%d,\"x\":%d,\"y\":%d}", comma, slot, x, y);
    comma = ",";
  }
  length += sprintf(line + length, "]");
  for (int field = 0; is_verbose && field < DECIMALS; field++) {
    double value = (end->input_event_usec % 9973) * 0.01 + field;
    length += sprintf(line + length, ",\"field_number%d\":%.3f", field, value);
  }
  return length + sprintf(line + length, "}\n");
}

int main(int count, char **words) {
  int is_verbose = count == 4 && strcmp(words[1], "-v") == 0;
  if (count != 3 + is_verbose) return fprintf(stderr, "usage: bare [-v] DEVICE SOCKET\n"), 64;
  int client = connected(words[count - 1]);
  if (client < 0) return perror(words[count - 1]), 69;
  int device = open(words[count - 2], O_RDONLY | O_NONBLOCK);
  struct libevdev *panel = NULL;
  if (device < 0 || libevdev_new_from_fd(device, &panel) < 0) return perror(words[count - 2]), 66;
  libevdev_set_clock_id(panel, CLOCK_MONOTONIC);

  struct pollfd ready = {.fd = device, .events = POLLIN};
  while (poll(&ready, 1, -1) > 0) {
    struct input_event event;
    while (libevdev_next_event(panel, LIBEVDEV_READ_FLAG_NORMAL, &event) >= 0) {
      if (event.type != EV_SYN) continue;
      if (write(client, line, print_frame(panel, &event, is_verbose)) < 0) return 0;
    }
  }
  return 0;
}
