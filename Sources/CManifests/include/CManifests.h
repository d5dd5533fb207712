// SPDX-License-Identifier: MIT
#ifndef HEADSTOCK_CMANIFESTS_H
#define HEADSTOCK_CMANIFESTS_H

#include <stddef.h>

/// One file of the top-level folder `Datasets`, embedded by the compiler.
struct headstock_manifest {
  /// The name of the set.
  const char *name;
  /// The bytes of its `manifest.json`; no zero byte ends them.
  const unsigned char *bytes;
  size_t count;
};

/// Returns the manifest at `index` in the order of display; its name is null after the last one.
struct headstock_manifest headstock_manifest_at(size_t index);

#endif
