#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "CLinux.h"

int clinux_terminal_size(int terminal, int *columns, int *rows) {
  struct winsize size = {0};
  if (ioctl(terminal, TIOCGWINSZ, &size) != 0) return -1;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return 0;
}

int clinux_terminal_take(int terminal, struct termios *before) {
  if (tcgetattr(terminal, before) != 0) return -1;
  struct termios mode = *before;
  mode.c_lflag &= ~(tcflag_t)(ICANON | ECHO | IEXTEN);
  // Ctrl-C would discard what is written and not yet read, even what restores the screen.
  mode.c_lflag |= NOFLSH;
  // Ctrl-S would block every write.
  mode.c_iflag &= ~(tcflag_t)(IXON | ICRNL | INLCR);
  mode.c_cc[VMIN] = 1;
  mode.c_cc[VTIME] = 0;
  mode.c_cc[VQUIT] = _POSIX_VDISABLE;
  return tcsetattr(terminal, TCSANOW, &mode);
}

int clinux_terminal_restore(int terminal, const struct termios *mode) { return tcsetattr(terminal, TCSANOW, mode); }

int clinux_stop(void) { return kill(getpid(), SIGSTOP); }
