// SPDX-License-Identifier: MIT

internal import Acoustics

/// The readings of one note, in bounded memory: when full, every other one is dropped, and from then
/// on every other one is taken.
struct Readings {
  static let capacity = 4096

  private(set) var values: [PitchEstimate] = []
  private var stride = 1
  private var phase = 0

  mutating func append(_ estimate: PitchEstimate) {
    defer { phase = (phase + 1) % stride }
    guard phase == 0 else { return }
    if values.count == Self.capacity {
      values = values.indices.filter { $0.isMultiple(of: 2) }.map { values[$0] }
      stride *= 2
    }
    values.append(estimate)
  }

  /// The readings behind the attack: the first quarter is left out, but never the last three.
  var steady: ArraySlice<PitchEstimate> {
    values.dropFirst(min(values.count / 4, max(0, values.count - 3)))
  }
}

/// Returns the middle value, or the mean of the two in the middle.
///
/// - Precondition: `values` is not empty.
func median(_ values: some Collection<Double>) -> Double {
  precondition(!values.isEmpty)
  let sorted = values.sorted()
  let middle = sorted.count / 2
  return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
}
