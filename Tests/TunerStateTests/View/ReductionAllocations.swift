// SPDX-License-Identifier: MIT

import CAllocationCounter
import TunerState

/// The allocations of a tuner's reducer.
struct ReductionAllocations {
  /// The allocations of actions without an effect.
  private(set) var steady = 0
  /// The allocations of actions with effects, whose list is allocated.
  private(set) var begun = 0
  /// The number of actions with effects.
  private(set) var withEffects = 0
  /// The number of signals of feedback.
  private(set) var feedbackCount = 0
  /// True if the counter does not work in this build.
  let isDeaf = headstock_allocations_are_counted() == 0

  /// Counts the allocations of actions one after another.
  init(of actions: [TunerAction], in tuner: inout TunerView) {
    for action in actions {
      headstock_allocations_begin()
      let effects = tuner.reduce(action)
      let count = headstock_allocations_end()
      if effects.isEmpty {
        steady += count
      } else {
        begun += count
        withEffects += 1
        feedbackCount += effects.feedbackCount
      }
    }
  }
}
