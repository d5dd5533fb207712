// SPDX-License-Identifier: MIT
#ifndef HEADSTOCK_CFAULTS_H
#define HEADSTOCK_CFAULTS_H

/// The kinds of file operation that are reported.
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

/// One file operation; members that do not belong to its kind are zero.
typedef struct {
  headstock_event_kind kind;
  /// The inode of the file or directory.
  unsigned long inode;
  /// True if the inode is a directory.
  int is_directory;
  /// The directory of the name, and the name.
  unsigned long directory;
  const char *name;
  /// The second directory and name of an operation on two names.
  unsigned long other_directory;
  const char *other_name;
  long offset;
  const void *bytes;
  long count;
} headstock_event;

/// The ways in which the chosen call fails.
typedef enum {
  /// Only the chosen call fails.
  headstock_once,
  /// The chosen call and all later changes fail.
  headstock_from_then_on,
  /// The chosen call accepts only a part of its bytes.
  headstock_short,
} headstock_fault_mode;

/// True if calls can be made to fail; false under a sanitizer, which has its own wrappers.
int headstock_faults_are_made(void);

/// Makes the call of this number, from 1, fail; 0 for none.
void headstock_faults_arm(long number, headstock_fault_mode mode, int code);

/// Ends all failures, and returns the number of calls.
long headstock_faults_disarm(void);

/// Returns the number of calls that have failed since `headstock_faults_arm`.
long headstock_faults_hits(void);

/// Makes every exchange of two files fail, as on a file system without that operation.
void headstock_faults_refuse_exchange(int refuses);

/// Reports every operation to `take`; NULL reports to nobody.
void headstock_events_tell(void (*take)(void *, const headstock_event *), void *context);

#endif
