// A program that this process starts. fork(2) cannot be called from Swift.
#ifndef FLICKD_CLINUX_PROCESS_H
#define FLICKD_CLINUX_PROCESS_H

#include <stddef.h>
#include <stdint.h>

/// Starts a program in a process group of its own, which receives SIGTERM when the calling thread ends. `words` are the path
/// and the arguments, each with its terminator, `count` in all. The program reads /dev/null, writes both of its outputs to
/// `output`, and gets no variable of a service manager. The calling process must have one thread. Returns the process, or -1
/// with errno, also if the program cannot be executed.
int32_t clinux_start_program(const char *words, size_t count, int output);

/// Makes a folder of mode 0700 with a name of its own: `path` ends with XXXXXX, and receives the name. Returns 0, or -1
/// with errno.
int clinux_make_folder(char *path);

#endif
