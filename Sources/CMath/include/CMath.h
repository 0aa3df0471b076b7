#ifndef FLICKD_CMATH_H
#define FLICKD_CMATH_H

/* The mathematics that the Swift standard library leaves to libm, as compiler builtins: GestureCore is also built in
 * Embedded mode, where the Glibc module does not exist. */

static inline double cmath_exp(double x) { return __builtin_exp(x); }
static inline double cmath_log(double x) { return __builtin_log(x); }
static inline double cmath_hypot(double x, double y) { return __builtin_hypot(x, y); }
static inline double cmath_cos(double x) { return __builtin_cos(x); }
static inline double cmath_sin(double x) { return __builtin_sin(x); }
static inline double cmath_atan2(double y, double x) { return __builtin_atan2(y, x); }

#endif
