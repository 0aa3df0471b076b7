#define _GNU_SOURCE
#include "CLinuxProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

// Runs in the child: only calls that are safe after a fork. Returns only if something failed.
static void become(char *const *words, char *const *variables, int output, pid_t parent) {
  if (prctl(PR_SET_PDEATHSIG, SIGTERM) != 0) return;
  // The parent may have ended before the call.
  if (getppid() != parent) {
    errno = ESRCH;
    return;
  }
  // Ctrl-C of the terminal is for the parent, which then ends this program in its turn.
  setpgid(0, 0);
  // The program starts with the signals of a shell: none blocked, none ignored.
  sigset_t none;
  sigemptyset(&none);
  if (sigprocmask(SIG_SETMASK, &none, NULL) != 0 || signal(SIGPIPE, SIG_DFL) == SIG_ERR) return;
  int input = open("/dev/null", O_RDONLY);
  if (input < 0 || dup2(input, 0) < 0 || dup2(output, 1) < 0 || dup2(output, 2) < 0) return;
  if (input > 2) close(input);
  execve(words[0], words, variables);
}

// The variables of this process without those by which a service manager addresses a service.
static char **own_variables(void) {
  static const char *const foreign[] = {"NOTIFY_SOCKET=", "LISTEN_", "WATCHDOG_", "STATE_DIRECTORY="};
  size_t count = 0;
  while (environ[count]) count++;
  char **kept = calloc(count + 1, sizeof *kept);
  if (!kept) return NULL;
  size_t next = 0;
  for (size_t i = 0; i < count; i++) {
    int is_foreign = 0;
    for (size_t j = 0; j < sizeof foreign / sizeof *foreign; j++)
      is_foreign |= strncmp(environ[i], foreign[j], strlen(foreign[j])) == 0;
    if (!is_foreign) kept[next++] = environ[i];
  }
  return kept;
}

// The addresses of words that follow each other.
static char **split(const char *words, size_t count) {
  char **addresses = calloc(count + 1, sizeof *addresses);
  for (size_t i = 0; addresses && i < count; i++) {
    addresses[i] = (char *)words;
    words += strlen(words) + 1;
  }
  return addresses;
}

// Returns the process, or -1 with errno.
static pid_t start(char *const *words, char *const *variables, int output) {
  int report[2];
  if (pipe2(report, O_CLOEXEC) != 0) return -1;
  pid_t parent = getpid();
  pid_t child = fork();
  if (child == 0) {
    become(words, variables, output, parent);
    int error = errno;
    _exit(write(report[1], &error, sizeof error) == sizeof error ? 127 : 126);
  }
  int error = errno;
  close(report[1]);
  if (child > 0) {
    // The start of the program closes the pipe, and nothing is in it.
    ssize_t count;
    do count = read(report[0], &error, sizeof error);
    while (count < 0 && errno == EINTR);
    if (count == sizeof error) {
      while (waitpid(child, NULL, 0) < 0 && errno == EINTR) continue;
      child = -1;
    }
  }
  close(report[0]);
  errno = error;
  return child;
}

int32_t clinux_start_program(const char *words, size_t count, int output) {
  char **addresses = split(words, count);
  char **variables = own_variables();
  pid_t child = addresses && variables ? start(addresses, variables, output) : -1;
  int error = errno;
  free(addresses);
  free(variables);
  errno = error;
  return child;
}

int clinux_make_folder(char *path) { return mkdtemp(path) ? 0 : -1; }
