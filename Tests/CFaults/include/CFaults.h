// SPDX-License-Identifier: MIT
#ifndef HEADSTOCK_CFAULTS_H
#define HEADSTOCK_CFAULTS_H

/// What was done to a file, as the system did it.
typedef enum {
  headstock_made,
  headstock_written,
  headstock_synced,
  headstock_cut,
  headstock_linked,
  headstock_unlinked,
  headstock_renamed,
  headstock_exchanged,
} headstock_event_kind;

/// One thing that was done; what does not belong to its kind is zero.
typedef struct {
  headstock_event_kind kind;
  /// The file or directory that it was done to.
  unsigned long inode;
  /// Whether that is a directory.
  int is_directory;
  /// The directory of the name, and the name.
  unsigned long directory;
  const char *name;
  /// The second ones of a renaming.
  unsigned long other_directory;
  const char *other_name;
  long offset;
  const void *bytes;
  long count;
} headstock_event;

/// How the call that is chosen goes wrong.
typedef enum {
  /// It fails, and all others work.
  headstock_once,
  /// It and all later ones that change something fail.
  headstock_from_then_on,
  /// It takes a part of what it was given.
  headstock_short,
} headstock_fault_mode;

/// Whether calls can be made to fail here: not under a sanitizer, which has wrappers of its own.
int headstock_faults_are_made(void);

/// Lets the call of this number, from 1, go wrong; 0 for none.
void headstock_faults_arm(long number, headstock_fault_mode mode, int code);

/// Lets everything work again, and returns how many calls there were.
long headstock_faults_disarm(void);

/// Returns how many calls went wrong since they were armed.
long headstock_faults_hits(void);

/// Has every exchange of two files refused, as a file system does that can't.
void headstock_faults_refuse_exchange(int refuses);

/// Tells `take` of everything that is done; NULL for nobody.
void headstock_events_tell(void (*take)(void *, const headstock_event *), void *context);

#endif
