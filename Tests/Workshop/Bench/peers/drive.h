/* What the two halves of `drive` share: virtual touchscreens (panel.c), and the measured program (drive.c). */
#pragma once

enum { MOST_PANELS = 8 };

/* A virtual touchscreen of uinput, protocol B, 10 slots, 240 × 135 mm. */
struct panel {
  int descriptor;
  char node[300];
};

/* Creates a touchscreen, and finds its node; ends the program if that is impossible. */
void create_panel(struct panel *panel);

/* Writes one frame of a stroke: `step` of `steps`, 0 is the landing. All fingers move parallel to each other. */
void write_step(const struct panel *panel, int fingers, int step, int steps);

/* Lifts all fingers in one frame. */
void write_lift(const struct panel *panel, int fingers);
