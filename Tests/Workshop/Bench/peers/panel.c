#include "drive.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/uinput.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { WIDTH = 1920, HEIGHT = 1080, UNITS_PER_MM = 8, SLOTS = 10, ROW = 90 };

static struct input_event queued[8 * SLOTS];
static int queue_length;

static void put(int type, int code, int value) {
  queued[queue_length++] = (struct input_event){.type = type, .code = code, .value = value};
}

/* Writes the queued events and the end of the frame in one system call, as a driver reports them. */
static void flush(const struct panel *panel) {
  put(EV_SYN, SYN_REPORT, 0);
  ssize_t size = sizeof queued[0] * queue_length;
  if (write(panel->descriptor, queued, size) != size) {
    perror("drive: uinput");
    exit(70);
  }
  queue_length = 0;
}

static void set_axis(int descriptor, int code, int most, int resolution) {
  struct uinput_abs_setup setup = {.code = code, .absinfo = {.maximum = most, .resolution = resolution}};
  ioctl(descriptor, UI_ABS_SETUP, &setup);
}

static void find_node(struct panel *panel) {
  char name[64] = "", folder[200];
  ioctl(panel->descriptor, UI_GET_SYSNAME(sizeof name), name);
  snprintf(folder, sizeof folder, "/sys/devices/virtual/input/%s", name);
  DIR *entries = opendir(folder);
  struct dirent *entry;
  while (entries && (entry = readdir(entries)))
    if (strncmp(entry->d_name, "event", 5) == 0) snprintf(panel->node, sizeof panel->node, "/dev/input/%s", entry->d_name);
  if (entries) closedir(entries);
  if (panel->node[0]) return;
  fprintf(stderr, "drive: the kernel made no event node of the virtual touchscreen: modprobe evdev\n");
  exit(69);
}

void create_panel(struct panel *panel) {
  int descriptor = open("/dev/uinput", O_RDWR | O_CLOEXEC);
  if (descriptor < 0) {
    perror("drive: /dev/uinput");
    exit(69);
  }
  ioctl(descriptor, UI_SET_EVBIT, EV_KEY);
  ioctl(descriptor, UI_SET_EVBIT, EV_ABS);
  ioctl(descriptor, UI_SET_KEYBIT, BTN_TOUCH);
  ioctl(descriptor, UI_SET_PROPBIT, INPUT_PROP_DIRECT);
  set_axis(descriptor, ABS_X, WIDTH - 1, UNITS_PER_MM);
  set_axis(descriptor, ABS_Y, HEIGHT - 1, UNITS_PER_MM);
  set_axis(descriptor, ABS_MT_SLOT, SLOTS - 1, 0);
  set_axis(descriptor, ABS_MT_TRACKING_ID, 65535, 0);
  set_axis(descriptor, ABS_MT_POSITION_X, WIDTH - 1, UNITS_PER_MM);
  set_axis(descriptor, ABS_MT_POSITION_Y, HEIGHT - 1, UNITS_PER_MM);
  struct uinput_setup setup = {.id = {.bustype = BUS_USB, .vendor = 0x1209, .product = 0x4810}, .name = "Measured panel"};
  if (ioctl(descriptor, UI_DEV_SETUP, &setup) != 0 || ioctl(descriptor, UI_DEV_CREATE) != 0) {
    perror("drive: the virtual touchscreen");
    exit(69);
  }
  *panel = (struct panel){.descriptor = descriptor};
  find_node(panel);
}

void write_step(const struct panel *panel, int fingers, int step, int steps) {
  static int contact;
  int x = 200 + 1500 * step / steps, y = 40 + 100 * step / steps;
  for (int finger = 0; finger < fingers; finger++) {
    put(EV_ABS, ABS_MT_SLOT, finger);
    if (step == 0) put(EV_ABS, ABS_MT_TRACKING_ID, contact++ & 0xffff);
    put(EV_ABS, ABS_MT_POSITION_X, x);
    put(EV_ABS, ABS_MT_POSITION_Y, y + finger * ROW);
  }
  if (step == 0) put(EV_KEY, BTN_TOUCH, 1);
  put(EV_ABS, ABS_X, x);
  put(EV_ABS, ABS_Y, y);
  flush(panel);
}

void write_lift(const struct panel *panel, int fingers) {
  for (int finger = 0; finger < fingers; finger++) {
    put(EV_ABS, ABS_MT_SLOT, finger);
    put(EV_ABS, ABS_MT_TRACKING_ID, -1);
  }
  put(EV_KEY, BTN_TOUCH, 0);
  flush(panel);
}
