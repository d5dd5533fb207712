#include <fftw3.h>
#include <stdlib.h>

/* Swift can't import `fftwf_version`, an array of unknown length. */
static inline const char *headstock_fftwf_version(void) { return fftwf_version; }
