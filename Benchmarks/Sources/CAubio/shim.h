// SPDX-License-Identifier: MIT
#include <aubio/aubio.h>
