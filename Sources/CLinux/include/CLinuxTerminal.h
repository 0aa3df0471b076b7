// The size and the mode of a terminal: ioctl(2) is variadic, and the control characters are a C array.
#ifndef FLICKD_CLINUX_TERMINAL_H
#define FLICKD_CLINUX_TERMINAL_H

#include <termios.h>

/// TIOCGWINSZ. Returns 0, or -1 with errno.
int clinux_terminal_size(int terminal, int *columns, int *rows);

/// Delivers each key at once and without echo. Ctrl-C and Ctrl-Z remain signals; Ctrl-\ is none, because the signal would
/// end the process before it can restore the terminal. Stores the mode before. Returns 0, or -1 with errno.
int clinux_terminal_take(int terminal, struct termios *before);

/// tcsetattr(3). Returns 0, or -1 with errno.
int clinux_terminal_restore(int terminal, const struct termios *mode);

/// Stops this process until SIGCONT. Returns 0, or -1 with errno.
int clinux_stop(void);

#endif
