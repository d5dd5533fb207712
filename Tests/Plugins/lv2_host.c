// SPDX-License-Identifier: MIT
// Runs the LV2 plugin as a host does, with a worker, and counts what run() allocates: the readings
// of a string, of a stroke and of other settings, and the atoms. Also as a host does that is not
// real-time, whose worker runs inside the request, and as one that has no room for an answer.
//
// Usage: lv2_host PLUGIN.so
#include <dlfcn.h>
#include <lv2/atom/util.h>
#include <lv2/core/lv2.h>
#include <lv2/urid/urid.h>
#include <lv2/worker/worker.h>
#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "CAllocationCounter.h"
#include "plucked_string.h"

enum { RATE = 48000, SECONDS = 3, COUNT = RATE * SECONDS, BLOCK = 128, LONGEST = 4096 };
enum { STRUM = 23, PORTS = 25 };

static int passed, failed;

#define CHECK(condition)                                            \
  do {                                                              \
    if (condition) {                                                \
      passed++;                                                     \
    } else {                                                        \
      failed++;                                                     \
      printf("%s:%d: false: %s\n", __FILE__, __LINE__, #condition); \
    }                                                               \
  } while (0)

// ---- A host's features

static char uris[32][80];
static int uri_count;

static LV2_URID map_uri(LV2_URID_Map_Handle handle, const char *uri) {
  (void)handle;
  for (int index = 0; index < uri_count; index++)
    if (!strcmp(uris[index], uri)) return (LV2_URID)index + 1;
  snprintf(uris[uri_count], sizeof uris[0], "%s", uri);
  return (LV2_URID)++uri_count;
}

struct queue {
  struct {
    uint32_t size;
    char bytes[1024];
  } messages[16];
  int count;
};
static struct queue requests, answers;

static LV2_Worker_Status push(void *handle, uint32_t size, const void *data) {
  struct queue *queue = handle;
  if (queue->count == 16 || size > sizeof queue->messages[0].bytes) return LV2_WORKER_ERR_NO_SPACE;
  queue->messages[queue->count].size = size;
  memcpy(queue->messages[queue->count++].bytes, data, size);
  return LV2_WORKER_SUCCESS;
}

// ---- The plugin

static const LV2_Descriptor *plugin;
static const LV2_Worker_Interface *worker;
static LV2_Handle handle;
static float *sound, in[LONGEST], out[LONGEST], control[PORTS];
static int block = BLOCK;
// The samples at which the worker does not run, from the first up to the second.
static int stall[2];
// The requests that play() has counted.
static int request_count;
static union {
  LV2_Atom_Sequence sequence;
  char bytes[2048];
} atoms;
static int atom_count;
static float atom_cents[12];
static long changed_samples;

static void read_atoms(void) {
  LV2_ATOM_SEQUENCE_FOREACH(&atoms.sequence, event) {
    const LV2_Atom_Object *object = (const LV2_Atom_Object *)&event->body;
    const LV2_Atom_Vector *cents = NULL;
    if (object->body.otype != map_uri(NULL, "urn:headstock:tuner#Strum")) continue;
    lv2_atom_object_get(object, map_uri(NULL, "urn:headstock:tuner#cents"), &cents, 0);
    if (!cents || cents->body.child_size != 4) continue;
    atom_count++;
    memcpy(atom_cents, LV2_ATOM_CONTENTS(LV2_Atom_Vector, cents), cents->atom.size - 8);
  }
}

// Runs the worker on its requests, whose answers wait.
static void work_off(void) {
  for (int index = 0; index < requests.count; index++)
    worker->work(handle, push, &answers, requests.messages[index].size,
                 requests.messages[index].bytes);
  requests.count = 0;
}

static LV2_Worker_Status respond_at_once(void *unused, uint32_t size, const void *data) {
  (void)unused;
  return worker->work_response(handle, size, data);
}

static LV2_Worker_Status work_at_once(void *unused, uint32_t size, const void *data) {
  return worker->work(handle, respond_at_once, unused, size, data);
}

static LV2_Worker_Status refuse(void *unused, uint32_t size, const void *data) {
  (void)unused;
  (void)size;
  (void)data;
  return LV2_WORKER_ERR_NO_SPACE;
}

// Plays the sound, and returns what run() and work_response() allocated.
static long play(void) {
  long allocations = 0;
  request_count = 0;
  for (int start = 0; start + block <= COUNT; start += block) {
    const size_t size = (size_t)block * sizeof *in;
    memcpy(in, sound + start, size);
    atoms.sequence.atom.size = sizeof atoms - sizeof(LV2_Atom);
    headstock_allocations_begin();
    for (int index = 0; index < answers.count; index++)
      worker->work_response(handle, answers.messages[index].size, answers.messages[index].bytes);
    answers.count = 0;
    const int before = requests.count;
    plugin->run(handle, (uint32_t)block);
    request_count += requests.count - before;
    allocations += headstock_allocations_end();
    changed_samples += memcmp(in, out, size) != 0;
    if (start < stall[0] || start >= stall[1]) work_off();
    read_atoms();
  }
  return allocations;
}

static void prepare(const LV2_Feature *const *features) {
  handle = plugin->instantiate(plugin, RATE, "", features);
  CHECK(handle != NULL);
  if (!handle) exit(1);
  plugin->connect_port(handle, 0, in);
  plugin->connect_port(handle, 1, out);
  for (uint32_t port = 2; port < PORTS; port++)
    plugin->connect_port(handle, port, port == STRUM ? (void *)&atoms : &control[port]);
  plugin->activate(handle);
}

static void clear(void) { memset(sound, 0, COUNT * sizeof *sound); }

static size_t used_bytes(void) {
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

// Returns the number of a tuning on the port.
static float index_of(void *library, const char *id) {
  size_t (*count)(void);
  const char *(*name)(size_t);
  *(void **)&count = dlsym(library, "headstock_tuning_count");
  *(void **)&name = dlsym(library, "headstock_tuning_id");
  for (size_t index = 0; count && name && index < count(); index++)
    if (!strcmp(name(index), id)) return (float)index;
  CHECK(!"a tuning with that id");
  return 0;
}

int main(int count, char **words) {
  void *library = count == 2 ? dlopen(words[1], RTLD_NOW | RTLD_LOCAL) : NULL;
  if (!library) {
    printf("%s\n", count == 2 ? dlerror() : "Usage: lv2_host PLUGIN.so");
    return 2;
  }
  LV2_Descriptor_Function describe;
  *(void **)&describe = dlsym(library, "lv2_descriptor");
  plugin = describe(0);
  CHECK(describe(1) == NULL);
  worker = plugin->extension_data(LV2_WORKER__interface);
  CHECK(worker != NULL && plugin->extension_data("urn:none") == NULL);

  LV2_URID_Map map = {NULL, map_uri};
  LV2_Worker_Schedule schedule = {&requests, push};
  const LV2_Feature map_feature = {LV2_URID__map, &map};
  const LV2_Feature worker_feature = {LV2_WORKER__schedule, &schedule};
  const LV2_Feature *features[] = {&map_feature, &worker_feature, NULL}, *none[] = {NULL};
  sound = calloc(COUNT, sizeof *sound);
  control[2] = 440;
  CHECK(plugin->instantiate(plugin, 1000, "", features) == NULL);

  // Silence has no note; then one string, 7 cents flat.
  prepare(features);
  plugin->run(handle, 1);
  CHECK(control[4] == -1 && control[7] == 100 && control[9] == 0);
  plugin->activate(handle);
  add_plucked_string(sound, COUNT, RATE, 110 * pow(2, -7.0 / 1200), 0.3);
  CHECK(play() == 0);
  CHECK(changed_samples == 0);
  CHECK(control[4] == 45 && control[9] == 5);
  CHECK(fabsf(control[5] + 7) < 0.05f && control[7] < 0.1f && control[6] > 0.9f);
  CHECK(fabsf(control[8] - 109.556f) < 0.01f);
  CHECK(control[24] == 1);
  CHECK(atom_count > 50);

  // A pitch near no string is not in the middle of the scale: F3 is two semitones below G3.
  clear();
  add_plucked_string(sound + RATE / 4, COUNT - RATE / 4, RATE, 174.61, 0.3);
  CHECK(play() == 0);
  CHECK(control[4] == 53 && control[9] == 0 && control[24] == 0);
  CHECK(control[5] == -100);

  // D3 rings on after E2 was damped.
  clear();
  add_plucked_string(sound + RATE / 4, 3 * RATE / 2, RATE, 82.41, 0.3);
  add_plucked_string(sound + RATE / 4, COUNT - RATE / 4, RATE, 146.83, 0.02);
  CHECK(play() == 0);
  CHECK(control[4] == 50 && control[9] == 0 && control[24] == 0);
  CHECK(control[5] == 100);
  clear();
  add_plucked_string(sound, COUNT, RATE, 110 * pow(2, -7.0 / 1200), 0.3);
  CHECK(play() == 0);

  // Another A4, while it plays. The worker prepares it.
  control[2] = 442;
  CHECK(play() == 0);
  CHECK(fabsf(control[5] + 7 - (float)(1200 * log2(440.0 / 442))) < 0.1f);
  control[2] = 440;

  // A stroke.
  clear();
  const int keys[] = {40, 45, 50, 55, 59, 64};
  for (int index = 0; index < 6; index++) {
    const int start = RATE / 4 + index * RATE / 50;
    add_plucked_string(sound + start, COUNT - start, RATE,
                       440 * pow(2, (keys[index] - 69 + (index - 2) / 100.0) / 12), 0.1);
  }
  CHECK(play() == 0);
  CHECK(control[10] == 63);
  for (int index = 0; index < 6; index++) {
    CHECK(fabsf(control[11 + 5 - index] - (float)(index - 2)) < 0.6f);
    CHECK(atom_cents[index] == control[11 + 5 - index]);
  }

  // A worker that is late: samples are lost while the strings ring, and they are read again after
  // the gap. The ring holds 65536 samples.
  for (int length = 67000; length <= 80000; length += 13000) {
    stall[0] = 2 * RATE / 5;
    stall[1] = stall[0] + length;
    CHECK(play() == 0);
    CHECK(control[10] == 63);
    for (int index = 0; index < 6; index++)
      CHECK(fabsf(control[11 + 5 - index] - (float)(index - 2)) < 0.6f);
  }
  stall[0] = stall[1] = 0;

  // Whatever the block, the worker measures 20 times a second, or after each block.
  const int blocks[] = {64, 256, 1024, 2048, 4096};
  for (int index = 0; index < 5; index++) {
    block = blocks[index];
    plugin->activate(handle);
    CHECK(play() == 0);
    const int most = COUNT / block < 20 * SECONDS ? COUNT / block : 20 * SECONDS;
    CHECK(request_count >= most - 1 && request_count <= most);
  }
  block = BLOCK;

  // The strings of another tuning have not sounded, and a chromatic tuning has none.
  for (int tuning = 1; tuning < 1000; tuning += 998) {
    control[3] = (float)tuning;
    control[10] = 63;
    for (int string = 0; string < 12; string++) control[11 + string] = 7;
    clear();
    CHECK(play() == 0);
    CHECK(control[10] == 0);
    for (int string = 0; string < 12; string++) CHECK(control[11 + string] == 0);
  }
  control[3] = 0;

  // A request, or its answer, that the host delivers after the next activation has no effect: bass
  // has no string with A2, and standard has.
  const float bass = index_of(library, "bass_standard");
  clear();
  // The onset lies after the start of the stream.
  add_plucked_string(sound + RATE / 4, COUNT - RATE / 4, RATE, 110, 0.3);
  for (int is_answered = 0; is_answered < 2; is_answered++) {
    play();
    control[3] = bass;
    plugin->run(handle, BLOCK);
    CHECK(requests.count > 0);
    if (is_answered) work_off();
    control[3] = 0;
    plugin->activate(handle);
    CHECK(play() == 0);
    CHECK(control[4] == 45 && control[9] == 5 && fabsf(control[5]) < 0.05f);
    CHECK(control[10] == 16);
  }

  plugin->cleanup(handle);

  // An answer that never arrives: the tracker that it announces is freed with the plugin, and so is
  // the old one whose release never arrives.
  size_t used = 0;
  for (int turn = 0; turn < 20; turn++) {
    requests.count = answers.count = 0;
    control[3] = 0;
    prepare(features);
    control[3] = bass;
    plugin->run(handle, BLOCK);
    work_off();
    if (turn % 2) {
      plugin->run(handle, BLOCK);
      CHECK(requests.count == 1);
    }
    plugin->cleanup(handle);
    // The first turns fill the caches of the library.
    if (turn == 3) used = used_bytes();
  }
  CHECK(used_bytes() < used + 1000000);
  control[3] = 0;

  // A worker that runs inside the request, and whose answers arrive inside of that: other settings
  // have their effect in the same block, and a second change has one too.
  LV2_Worker_Schedule immediate = {NULL, work_at_once};
  const LV2_Feature immediate_feature = {LV2_WORKER__schedule, &immediate};
  const LV2_Feature *immediate_features[] = {&map_feature, &immediate_feature, NULL};
  clear();
  add_plucked_string(sound + RATE / 4, COUNT - RATE / 4, RATE, 110, 0.3);
  requests.count = answers.count = 0;
  control[2] = 440;
  prepare(immediate_features);
  alarm(60);  // ends a deadlock
  play();
  CHECK(control[9] == 5 && control[10] == 16 && fabsf(control[5]) < 0.05f);
  for (int a4 = 442; a4 <= 444; a4 += 2) {
    control[2] = (float)a4;
    play();
    CHECK(fabsf(control[5] - (float)(1200 * log2(440.0 / a4))) < 0.05f);
    CHECK(control[10] == 16 && fabsf(control[11 + 4] - control[5]) < 0.5f);
  }
  control[3] = bass;
  plugin->run(handle, BLOCK);
  CHECK(control[10] == 0);
  alarm(0);
  control[3] = 0;
  plugin->cleanup(handle);

  // A host that has no room for a request or for an answer delays the settings. It loses none.
  control[2] = 440;
  prepare(features);
  play();
  control[2] = 442;
  schedule.schedule_work = refuse;
  plugin->run(handle, BLOCK);
  schedule.schedule_work = push;
  plugin->run(handle, BLOCK);
  CHECK(requests.count == 1);
  worker->work(handle, refuse, NULL, requests.messages[0].size, requests.messages[0].bytes);
  requests.count = answers.count = 0;
  for (int a4 = 442; a4 <= 450; a4 += 8) {
    control[2] = (float)a4;
    CHECK(play() == 0);
    CHECK(fabsf(control[5] - (float)(1200 * log2(440.0 / a4))) < 0.05f);
    CHECK(control[10] == 16);
  }
  control[2] = 440;
  plugin->cleanup(handle);

  // A host without any feature: the pitch is there, and no strum.
  requests.count = answers.count = 0;
  control[10] = 0;
  clear();
  add_plucked_string(sound, COUNT, RATE, 82.5, 0.3);
  prepare(none);
  CHECK(play() == 0);
  CHECK(control[9] == 6 && control[10] == 0);
  plugin->cleanup(handle);
  free(sound);
  printf("%d passed, %d failed\n", passed, failed);
  return failed != 0;
}
