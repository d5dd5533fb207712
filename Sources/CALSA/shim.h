#include <alsa/asoundlib.h>

// libasound prints what goes wrong below it to standard error unless told otherwise; a program that
// words its own errors wants none of that. The handler's type is variadic, which Swift has no word for.
static inline void calsa_ignore_message(
    const char *file, int line, const char *function, int code, const char *format, ...) {
  (void)file, (void)line, (void)function, (void)code, (void)format;
}
static inline void calsa_silence(void) { snd_lib_error_set_handler(calsa_ignore_message); }
