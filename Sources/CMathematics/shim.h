/* The elementary functions of every C library, under one name: Glibc, Musl, Darwin and wasi-libc
   each have a module of their own, or none. */
#include <math.h>
