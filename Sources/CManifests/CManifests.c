// SPDX-License-Identifier: MIT
#include "CManifests.h"

// C23's #embed is an extension in the standard that the package is built with.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char guitarsounds[] = {
#embed "../../Datasets/guitarsounds/manifest.json"
};
static const unsigned char fluidr3[] = {
#embed "../../Datasets/fluidr3/manifest.json"
};
static const unsigned char freepats[] = {
#embed "../../Datasets/freepats/manifest.json"
};
static const unsigned char sonic_pi[] = {
#embed "../../Datasets/sonic-pi/manifest.json"
};
static const unsigned char asterisk_prompts[] = {
#embed "../../Datasets/asterisk-prompts/manifest.json"
};

static const struct headstock_manifest manifests[] = {
    {"guitarsounds", guitarsounds, sizeof guitarsounds},
    {"fluidr3", fluidr3, sizeof fluidr3},
    {"freepats", freepats, sizeof freepats},
    {"sonic-pi", sonic_pi, sizeof sonic_pi},
    {"asterisk-prompts", asterisk_prompts, sizeof asterisk_prompts},
};

struct headstock_manifest headstock_manifest_at(size_t index) {
  struct headstock_manifest none = {0};
  return index < sizeof manifests / sizeof manifests[0] ? manifests[index] : none;
}
