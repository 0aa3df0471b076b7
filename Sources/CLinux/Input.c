#include "CLinuxInput.h"

#include <errno.h>
#include <linux/uinput.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

static unsigned long request(enum clinux_input_bit kind) {
  switch (kind) {
  case clinux_input_type: return UI_SET_EVBIT;
  case clinux_input_key: return UI_SET_KEYBIT;
  case clinux_input_relative: return UI_SET_RELBIT;
  case clinux_input_miscellaneous: return UI_SET_MSCBIT;
  case clinux_input_property: return UI_SET_PROPBIT;
  }
  return 0;
}

int clinux_uinput_enable(int device, enum clinux_input_bit kind, int code) {
  return ioctl(device, request(kind), code);
}

int clinux_uinput_axis(int device, uint16_t code, int32_t minimum, int32_t maximum, int32_t fuzz, int32_t flat,
                       int32_t resolution) {
  struct uinput_abs_setup setup = {.code = code,
                                   .absinfo = {.minimum = minimum,
                                               .maximum = maximum,
                                               .fuzz = fuzz,
                                               .flat = flat,
                                               .resolution = resolution}};
  return ioctl(device, UI_ABS_SETUP, &setup);
}

int clinux_uinput_create(int device, const char *name, const char *path, uint16_t bus, uint16_t vendor,
                         uint16_t product, uint16_t version) {
  struct uinput_setup setup = {
      .id = {.bustype = bus, .vendor = vendor, .product = product, .version = version}};
  // The kernel refuses an unterminated name; the structure is zeroed, so the last byte stays zero.
  strncpy(setup.name, name, sizeof setup.name - 1);
  if (ioctl(device, UI_SET_PHYS, path) != 0 || ioctl(device, UI_DEV_SETUP, &setup) != 0) return -1;
  return ioctl(device, UI_DEV_CREATE);
}

int clinux_uinput_name(int device, char *name, size_t room) {
  return ioctl(device, UI_GET_SYSNAME(room), name) < 0 ? -1 : 0;
}

int clinux_uinput_send(int device, uint16_t type, uint16_t code, int32_t value) {
  struct input_event event = {.type = type, .code = code, .value = value};
  return write(device, &event, sizeof event) == sizeof event ? 0 : -1;
}

int clinux_input_mask(int device, uint16_t type, const uint16_t *codes, size_t count) {
  enum { word = 8 * sizeof(unsigned long) };
  // The kernel's own form of a bit map. No type has more codes than EV_KEY, and it reads no more than the type has.
  unsigned long bits[(KEY_CNT + word - 1) / word] = {0};
  for (size_t i = 0; i < count; i++)
    if (codes[i] < KEY_CNT) bits[codes[i] / word] |= 1UL << codes[i] % word;
  struct input_mask mask = {.type = type, .codes_size = sizeof bits, .codes_ptr = (uintptr_t)bits};
  return ioctl(device, EVIOCSMASK, &mask);
}

void clinux_sleep_exactly(void) { prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL); }

void clinux_sleep_until(int64_t microseconds) {
  struct timespec moment = {.tv_sec = microseconds / 1000000, .tv_nsec = microseconds % 1000000 * 1000};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &moment, NULL) == EINTR) continue;
}
