// SPDX-License-Identifier: MIT

/// The remark on a recording that was read: its missing part, and channels that cancel each other.
package struct RecordingRemark: Hashable, Sendable {
  private let shortfall: Shortfall?
  private let mixIsCancelled: Bool

  /// Makes the remark on a recording; `nil` if there is nothing to say.
  ///
  /// - Parameters:
  ///   - shortfall: the missing samples; `nil` for none.
  ///   - mixIsCancelled: true if the channels cancel each other in the mix.
  package init?(_ shortfall: Shortfall?, mixIsCancelled: Bool) {
    guard shortfall != nil || mixIsCancelled else { return nil }
    self.shortfall = shortfall
    self.mixIsCancelled = mixIsCancelled
  }
}

extension RecordingRemark: CustomStringConvertible {
  /// One sentence or two, with the remedy.
  package var description: String {
    let cancelled =
      "the channels cancel each other: their mix is more than 20 dB below them. "
      + "Choose one: --channel 1"
    return [shortfall.map { "\($0)" }, mixIsCancelled ? cancelled : nil]
      .compactMap { $0 }.joined(separator: "; ")
  }
}

extension AudioFileReader {
  /// The remark on the part that was read so far; `nil` for none.
  package var remark: RecordingRemark? {
    RecordingRemark(shortfall, mixIsCancelled: mixIsCancelled)
  }
}
