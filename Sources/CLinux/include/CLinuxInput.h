// Input devices, whose calls are ioctls with structures: making them by /dev/uinput, and reading less of them.
#ifndef FLICKD_CLINUX_INPUT_H
#define FLICKD_CLINUX_INPUT_H

#include <stddef.h>
#include <stdint.h>

/// What UI_SET_..BIT can enable.
enum clinux_input_bit {
  clinux_input_type,
  clinux_input_key,
  clinux_input_relative,
  clinux_input_miscellaneous,
  clinux_input_property
};

/// UI_SET_EVBIT and its kin. Returns 0, or -1 with errno, as all of these functions do.
int clinux_uinput_enable(int device, enum clinux_input_bit kind, int code);

/// UI_ABS_SETUP.
int clinux_uinput_axis(int device, uint16_t code, int32_t minimum, int32_t maximum, int32_t fuzz, int32_t flat,
                       int32_t resolution);

/// UI_SET_PHYS, UI_DEV_SETUP and UI_DEV_CREATE; a name longer than 79 bytes is cut.
int clinux_uinput_create(int device, const char *name, const char *path, uint16_t bus, uint16_t vendor,
                         uint16_t product, uint16_t version);

/// UI_GET_SYSNAME: `input5`.
int clinux_uinput_name(int device, char *name, size_t room);

/// Sends one event, stamped by the kernel when it comes.
int clinux_uinput_send(int device, uint16_t type, uint16_t code, int32_t value);

/// EVIOCSMASK, Linux 4.4: of this type the descriptor gets only these codes; of type 0 the codes are event types.
int clinux_input_mask(int device, uint16_t type, const uint16_t *codes, size_t count);

/// Makes the calling thread's sleeps end on time: by default the kernel may add 50 us, to combine wake-ups.
void clinux_sleep_exactly(void);

/// clock_nanosleep(2) until this time of CLOCK_MONOTONIC in microseconds, even if signals arrive.
void clinux_sleep_until(int64_t microseconds);

#endif
