/* SPDX-License-Identifier: MIT */
/*
 * The tuner as an LV2 plugin: it passes the audio through, and reports one pitch on control ports
 * and every string of a stroke on control ports and as an atom.
 *
 * run() follows the pitch with the real-time functions of headstock.h. Measuring a stroke may take
 * longer than a short block, so the host's worker does it: run() writes samples to a ring and wakes
 * the worker 20 times a second, and at most once a block. The worker also prepares a tracker for
 * new settings, and run() exchanges the trackers. Without a worker, strokes are not measured, and
 * new settings take effect in activate(). A host that is not real-time may run the worker inside
 * schedule_work(), and deliver its answer inside of that.
 */
#include <headstock.h>
#include <lv2/atom/forge.h>
#include <lv2/core/lv2.h>
#include <lv2/urid/urid.h>
#include <lv2/worker/worker.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define TUNER_URI "urn:headstock:tuner"

enum {
  IN,
  OUT,
  A4,
  TUNING,
  NOTE,
  CENTS,
  CONFIDENCE,
  SIGMA,
  FREQUENCY,
  STRING,
  SOUNDING,
  FIRST_STRING,                    /* the string with the number 1 */
  STRINGS = 12,
  STRUM = FIRST_STRING + STRINGS,  /* the port of atoms */
  HAS_TARGET,
  PORTS
};

enum {
  RING = 1 << 16,   /* samples, more than a second at 48 kHz */
  UPDATES = 20,     /* of a strum, a second; at most one a block */
  RESULTS = 16      /* that one call of the library may give */
};

#define FARTHEST 100.0 /* cents that the port of the deviation can show */

typedef struct {
  float a4;
  int tuning;
} Settings;

/* A message to the worker, or its answer. The host may deliver it after the next activate(), or
   never, so it has the number of its activation and owns nothing. */
typedef struct {
  enum { UPDATE, PREPARE, RELEASE, READINGS } kind;
  uint32_t activation;
  uint32_t preparation; /* of PREPARE, and of the strings of READINGS */
  union {
    Settings settings;
    struct {
      uint32_t count;
      headstock_string_reading strings[STRINGS];
    } readings;
  } content;
} Message;

/* The size of a message without content. */
#define HEAD offsetof(Message, content)

typedef struct {
  uint32_t sequence, strum, string, state, cents, sigma, frequency;
} Uris;

typedef struct {
  const float *in;
  float *out, *control[PORTS];
  LV2_Atom_Sequence *atoms;

  headstock_config config;
  Settings settings; /* of the tracker */
  headstock_tracker *tracker;
  bool is_preparing;
  uint32_t activation;
  uint32_t preparation; /* the number of the last one that run() asked for */

  /* Trackers on their way from the worker to run(), and back to be destroyed. */
  _Atomic(headstock_tracker *) prepared, retired;
  /* The worker has prepared. No answer says so, because the host may have no room for one. */
  atomic_bool is_prepared;

  /* Held by the worker while it works, and by all that is not real-time. */
  pthread_mutex_t lock;
  /* The worker's alone after activate(). */
  headstock_strum *strum;
  uint32_t strum_preparation;
  float block[RING];

  /* Samples from run() to the worker. */
  float ring[RING];
  _Atomic uint32_t written, read;
  /* The samples that run() has left out since the newest one in the ring. */
  _Atomic uint64_t lost;
  uint32_t until_update;

  LV2_Worker_Schedule *schedule;
  LV2_Atom_Forge forge;
  Uris uris;
  bool has_map;
  Message last; /* the newest readings, for the next atom */
  bool has_readings;
  bool has_shown; /* a result, since activate() */
} Tuner;

static void apply(headstock_config *config, Settings settings) {
  const char *id = headstock_tuning_id((size_t)settings.tuning);
  config->a4_hz = settings.a4;
  config->tuning = id ? id : "chromatic";
}

static Settings wanted(const Tuner *self) {
  Settings settings = {440, 0};
  const float a4 = self->control[A4] ? roundf(*self->control[A4] * 100) / 100 : 440;
  if (a4 >= 390 && a4 <= 490) settings.a4 = a4;
  if (self->control[TUNING] && *self->control[TUNING] >= 0 && *self->control[TUNING] < 1000)
    settings.tuning = (int)lrintf(*self->control[TUNING]);
  return settings;
}

static bool differ(Settings one, Settings other) {
  return one.a4 != other.a4 || one.tuning != other.tuning;
}

/* ---- Set-up, not real-time ------------------------------------------------------------------ */

static void release(Tuner *self) {
  headstock_tracker_destroy(self->tracker);
  headstock_tracker_destroy(atomic_exchange(&self->prepared, NULL));
  headstock_tracker_destroy(atomic_exchange(&self->retired, NULL));
  headstock_strum_destroy(self->strum);
  self->tracker = NULL;
  self->strum = NULL;
}

static bool prepare(Tuner *self, Settings settings) {
  release(self);
  apply(&self->config, settings);
  self->settings = settings;
  /* A tuning whose strings cannot be measured together has no strum. */
  headstock_strum_create(&self->config, &self->strum);
  return headstock_tracker_create(&self->config, &self->tracker) == HEADSTOCK_OK;
}

static void cleanup(LV2_Handle handle) {
  Tuner *self = handle;
  pthread_mutex_lock(&self->lock);
  release(self);
  pthread_mutex_unlock(&self->lock);
  pthread_mutex_destroy(&self->lock);
  free(self);
}

static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate, const char *path,
                              const LV2_Feature *const *features) {
  Tuner *self = calloc(1, sizeof *self);
  LV2_URID_Map *map = NULL;
  (void)descriptor;
  (void)path;
  if (!self) return NULL;
  for (; features && *features; features++) {
    if (!strcmp((*features)->URI, LV2_URID__map)) map = (*features)->data;
    if (!strcmp((*features)->URI, LV2_WORKER__schedule)) self->schedule = (*features)->data;
  }
  if (map) {
    lv2_atom_forge_init(&self->forge, map);
    self->has_map = true;
    self->uris.sequence = map->map(map->handle, LV2_ATOM__Sequence);
    self->uris.strum = map->map(map->handle, TUNER_URI "#Strum");
    self->uris.string = map->map(map->handle, TUNER_URI "#string");
    self->uris.state = map->map(map->handle, TUNER_URI "#state");
    self->uris.cents = map->map(map->handle, TUNER_URI "#cents");
    self->uris.sigma = map->map(map->handle, TUNER_URI "#sigma");
    self->uris.frequency = map->map(map->handle, TUNER_URI "#frequency");
  }
  pthread_mutex_init(&self->lock, NULL);
  headstock_config_init(&self->config, sizeof self->config);
  self->config.sample_rate_hz = rate > 0 && rate < 1e9 ? (uint32_t)lrint(rate) : 0;
  self->config.update_rate_hz = 60;
  if (prepare(self, wanted(self))) return self;
  cleanup(self);
  return NULL;
}

static void connect_port(LV2_Handle handle, uint32_t port, void *data) {
  Tuner *self = handle;
  if (port == IN) self->in = data;
  if (port == OUT) self->out = data;
  if (port == STRUM) self->atoms = data;
  if (port > OUT && port < PORTS && port != STRUM) self->control[port] = data;
}

static void activate(LV2_Handle handle) {
  Tuner *self = handle;
  pthread_mutex_lock(&self->lock);
  prepare(self, wanted(self));
  self->activation++;
  self->strum_preparation = self->preparation;
  self->is_preparing = self->has_readings = self->has_shown = false;
  atomic_store(&self->is_prepared, false);
  atomic_store(&self->written, 0);
  atomic_store(&self->read, 0);
  atomic_store(&self->lost, 0);
  self->until_update = self->config.sample_rate_hz / UPDATES;
  pthread_mutex_unlock(&self->lock);
}

/* ---- run(), real-time ----------------------------------------------------------------------- */

static void set(Tuner *self, uint32_t port, double value) {
  if (self->control[port]) *self->control[port] = (float)value;
}

/* Returns the deviation of a clear pitch. Without a target it is the distance from the nearest
   string, up to the end of the scale, because 0 would look like a pitch in tune. */
static double deviation(const headstock_result *result) {
  if (!isnan(result->cents)) return result->cents;
  if (isnan(result->guidance_cents)) return FARTHEST;
  return fmax(-FARTHEST, fmin(FARTHEST, result->guidance_cents));
}

static void show(Tuner *self, const headstock_result *result) {
  const bool is_clear = result->state >= HEADSTOCK_ACTIVE;
  const bool has_target = is_clear && !isnan(result->cents);
  set(self, NOTE, is_clear ? result->midi : -1);
  set(self, FREQUENCY, is_clear ? result->frequency_hz : 0);
  set(self, CENTS, is_clear ? deviation(result) : 0);
  set(self, HAS_TARGET, has_target);
  set(self, STRING, has_target ? result->string : 0);
  set(self, CONFIDENCE, result->confidence);
  set(self, SIGMA, isnan(result->sigma_cents) ? 100 : fmin(result->sigma_cents, 100));
}

/* No string has sounded: there is no stroke yet, or not of these strings. */
static void clear_strings(Tuner *self) {
  set(self, SOUNDING, 0);
  for (uint32_t string = 0; string < STRINGS; string++) set(self, FIRST_STRING + string, 0);
  self->last.content.readings.count = 0;
}

/* Leaves samples for the worker, and wakes it when an update is due. */
static void feed(Tuner *self, uint32_t count) {
  const uint32_t written = atomic_load_explicit(&self->written, memory_order_relaxed);
  const uint32_t read = atomic_load_explicit(&self->read, memory_order_acquire);
  /* All of the ring lies before the lost samples until the worker has passed over them. */
  if (atomic_load(&self->lost) > 0 || count > RING - (written - read)) {
    atomic_fetch_add(&self->lost, count);
  } else {
    for (uint32_t index = 0; index < count; index++)
      self->ring[(written + index) % RING] = self->in[index];
    atomic_store_explicit(&self->written, written + count, memory_order_release);
  }
  if (count < self->until_update) {
    self->until_update -= count;
    return;
  }
  /* The rest of the block counts for the next update. */
  const uint32_t interval = self->config.sample_rate_hz / UPDATES;
  const uint32_t rest = count - self->until_update;
  self->until_update = rest < interval ? interval - rest : 1;
  const Message message = {.kind = UPDATE, .activation = self->activation};
  self->schedule->schedule_work(self->schedule->handle, HEAD, &message);
}

static void ask_for_settings(Tuner *self) {
  const Settings former = self->settings, settings = wanted(self);
  if (self->is_preparing || !differ(settings, former)) return;
  /* Before the call, in which the worker may run. */
  self->is_preparing = true;
  self->settings = settings;
  self->preparation++;
  const Message message = {.kind = PREPARE,
                           .activation = self->activation,
                           .preparation = self->preparation,
                           .content.settings = settings};
  if (self->schedule->schedule_work(self->schedule->handle, sizeof message, &message) ==
      LV2_WORKER_SUCCESS)
    return;
  self->is_preparing = false;
  self->settings = former;
  self->preparation--;
}

/* Takes the tracker that the worker has prepared. */
static void exchange_trackers(Tuner *self) {
  if (!atomic_exchange(&self->is_prepared, false)) return;
  headstock_tracker *tracker = atomic_exchange(&self->prepared, NULL);
  self->is_preparing = false;
  clear_strings(self);
  self->has_readings = true; /* the next atom has no string */
  if (!tracker) return;
  /* The worker has emptied this place before it prepared the tracker. */
  atomic_store(&self->retired, self->tracker);
  self->tracker = tracker;
  const Message old = {.kind = RELEASE, .activation = self->activation};
  /* Without room for it, the next request releases the tracker. */
  self->schedule->schedule_work(self->schedule->handle, HEAD, &old);
}

static void write_vector(Tuner *self, uint32_t key, uint32_t type, const void *values) {
  lv2_atom_forge_key(&self->forge, key);
  lv2_atom_forge_vector(&self->forge, 4, type, self->last.content.readings.count, values);
}

/* Writes the newest readings as one object, an entry a string in each of its vectors. */
static void write_atoms(Tuner *self) {
  if (!self->atoms || !self->has_map) return;
  const uint32_t capacity = self->atoms->atom.size;
  LV2_Atom_Forge_Frame sequence, object;
  lv2_atom_forge_set_buffer(&self->forge, (uint8_t *)self->atoms, capacity);
  lv2_atom_forge_sequence_head(&self->forge, &sequence, 0);
  if (self->has_readings) {
    int32_t string[STRINGS], state[STRINGS];
    float cents[STRINGS], sigma[STRINGS], frequency[STRINGS];
    for (uint32_t index = 0; index < self->last.content.readings.count; index++) {
      const headstock_string_reading *reading = &self->last.content.readings.strings[index];
      string[index] = reading->string;
      state[index] = reading->state;
      cents[index] = (float)reading->cents;
      sigma[index] = (float)reading->sigma_cents;
      frequency[index] = (float)reading->frequency_hz;
    }
    lv2_atom_forge_frame_time(&self->forge, 0);
    lv2_atom_forge_object(&self->forge, &object, 0, self->uris.strum);
    write_vector(self, self->uris.string, self->forge.Int, string);
    write_vector(self, self->uris.state, self->forge.Int, state);
    write_vector(self, self->uris.cents, self->forge.Float, cents);
    write_vector(self, self->uris.sigma, self->forge.Float, sigma);
    write_vector(self, self->uris.frequency, self->forge.Float, frequency);
    lv2_atom_forge_pop(&self->forge, &object);
    self->has_readings = false;
  }
  lv2_atom_forge_pop(&self->forge, &sequence);
}

static void run(LV2_Handle handle, uint32_t count) {
  Tuner *self = handle;
  if (!self->has_shown) {
    const headstock_result none = {.state = HEADSTOCK_SILENT, .cents = NAN, .sigma_cents = NAN};
    show(self, &none);
    clear_strings(self);
    self->has_shown = true;
  }
  if (self->tracker && self->in) {
    if (self->schedule) {
      ask_for_settings(self);
      exchange_trackers(self);
    }
    headstock_result results[RESULTS];
    size_t used = 0, found = 0;
    int32_t status = HEADSTOCK_RESULT;
    while (status == HEADSTOCK_RESULT) {
      status = headstock_tracker_process(self->tracker, self->in, count, &used, results,
                                         sizeof results[0], RESULTS, &found);
      if (status >= 0 && found > 0) show(self, &results[found - 1]);
    }
    if (self->schedule) feed(self, count);
  }
  write_atoms(self);
  if (self->in && self->out && self->in != self->out)
    memmove(self->out, self->in, count * sizeof *self->in);
}

/* ---- The worker, beside run() ---------------------------------------------------------------- */

static void measure(Tuner *self, LV2_Worker_Respond_Function respond,
                    LV2_Worker_Respond_Handle handle) {
  Message answer = {.kind = READINGS,
                    .activation = self->activation,
                    .preparation = self->strum_preparation};
  /* Looked up before the ring, which then ends where the lost samples begin. */
  const bool has_gap = atomic_load(&self->lost) > 0;
  const uint32_t read = atomic_load_explicit(&self->read, memory_order_relaxed);
  const uint32_t count = atomic_load_explicit(&self->written, memory_order_acquire) - read;
  for (uint32_t index = 0; index < count; index++)
    self->block[index] = self->ring[(read + index) % RING];
  atomic_store_explicit(&self->read, read + count, memory_order_release);
  const uint64_t lost = has_gap ? atomic_exchange(&self->lost, 0) : 0;
  if (!self->strum) return;
  headstock_strum_append(self->strum, self->block, count);
  headstock_strum_update(self->strum);
  size_t strings = headstock_strum_string_count(self->strum);
  if (strings > STRINGS) strings = STRINGS;
  answer.content.readings.count = (uint32_t)strings;
  for (size_t index = 0; index < strings; index++)
    headstock_strum_reading(self->strum, index, &answer.content.readings.strings[index],
                            sizeof answer.content.readings.strings[0]);
  respond(handle, sizeof answer, &answer);
  headstock_strum_skip(self->strum, lost);
}

/* Prepares for other settings. */
static void renew(Tuner *self, const Message *request) {
  headstock_config config = self->config;
  headstock_tracker *tracker = NULL;
  apply(&config, request->content.settings);
  headstock_strum_destroy(self->strum);
  headstock_strum_create(&config, &self->strum);
  self->strum_preparation = request->preparation;
  headstock_tracker_create(&config, &tracker);
  headstock_tracker_destroy(atomic_exchange(&self->prepared, tracker));
  atomic_store(&self->is_prepared, true);
}

static LV2_Worker_Status work(LV2_Handle instance, LV2_Worker_Respond_Function respond,
                              LV2_Worker_Respond_Handle handle, uint32_t size, const void *data) {
  Tuner *self = instance;
  Message message = {.kind = UPDATE};
  if (size < HEAD || size > sizeof message) return LV2_WORKER_ERR_UNKNOWN;
  memcpy(&message, data, size);
  pthread_mutex_lock(&self->lock);
  headstock_tracker_destroy(atomic_exchange(&self->retired, NULL));
  if (message.activation == self->activation) {
    if (message.kind == UPDATE) measure(self, respond, handle);
    if (message.kind == PREPARE) renew(self, &message);
  }
  pthread_mutex_unlock(&self->lock);
  return LV2_WORKER_SUCCESS;
}

/* Called by the host beside run(), on its thread. Real-time. */
static LV2_Worker_Status work_response(LV2_Handle instance, uint32_t size, const void *data) {
  Tuner *self = instance;
  Message message;
  if (size != sizeof message) return LV2_WORKER_ERR_UNKNOWN;
  memcpy(&message, data, sizeof message);
  /* The answer of an earlier activation is of other settings. */
  if (message.activation != self->activation || message.kind != READINGS)
    return LV2_WORKER_SUCCESS;
  /* The readings may be of the strings before the exchange, or of those after it. */
  if (self->is_preparing || message.preparation != self->preparation) return LV2_WORKER_SUCCESS;
  uint32_t sounding = 0;
  for (uint32_t index = 0; index < message.content.readings.count; index++) {
    const headstock_string_reading *reading = &message.content.readings.strings[index];
    if (reading->string < 1 || reading->string > STRINGS) continue;
    if (reading->state != HEADSTOCK_STRING_SOUNDING) continue;
    sounding |= 1u << (reading->string - 1);
    set(self, FIRST_STRING + (uint32_t)reading->string - 1, reading->cents);
  }
  set(self, SOUNDING, sounding);
  self->last = message;
  self->has_readings = true;
  return LV2_WORKER_SUCCESS;
}

static const void *extension_data(const char *uri) {
  static const LV2_Worker_Interface worker = {work, work_response, NULL};
  return strcmp(uri, LV2_WORKER__interface) ? NULL : &worker;
}

static const LV2_Descriptor descriptor = {TUNER_URI, instantiate, connect_port, activate, run,
                                          NULL, cleanup, extension_data};

LV2_SYMBOL_EXPORT const LV2_Descriptor *lv2_descriptor(uint32_t index) {
  return index == 0 ? &descriptor : NULL;
}
