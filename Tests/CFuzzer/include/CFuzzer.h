// SPDX-License-Identifier: MIT
// libFuzzer's own entry, as documented in "Using libFuzzer as a library".
#pragma once

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *data, size_t size));
