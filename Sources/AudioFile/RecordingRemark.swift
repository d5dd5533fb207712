// SPDX-License-Identifier: MIT

/// The remark on a recording that was read: its missing part, a header that could not be checked,
/// and channels that cancel each other.
package struct RecordingRemark: Hashable, Sendable {
  private let shortfall: Shortfall?
  private let doubt: AudioFileError?
  private let mixIsCancelled: Bool

  /// Makes the remark on a recording; `nil` if there is nothing to say.
  ///
  /// - Parameters:
  ///   - shortfall: the missing samples; `nil` for none.
  ///   - doubt: the reason why the header could not be checked; `nil` for a good header.
  ///   - mixIsCancelled: true if the channels cancel each other in the mix.
  package init?(_ shortfall: Shortfall?, doubt: AudioFileError? = nil, mixIsCancelled: Bool) {
    guard shortfall != nil || doubt != nil || mixIsCancelled else { return nil }
    self.shortfall = shortfall
    self.doubt = doubt
    self.mixIsCancelled = mixIsCancelled
  }
}

extension RecordingRemark: CustomStringConvertible {
  /// A few sentences, with the remedy.
  package var description: String {
    let cancelled =
      "the channels cancel each other: their mix is more than 20 dB below them. "
      + "Choose one: --channel 1"
    return [
      shortfall.map { "\($0)" }, doubt.map(Self.sentence), mixIsCancelled ? cancelled : nil,
    ]
    .compactMap { $0 }.joined(separator: "; ")
  }

  private static func sentence(on doubt: AudioFileError) -> String {
    let reason =
      switch doubt {
      case .malformed(let reason, _): reason
      case .headerEnds(let format, let count): "the \(format) header ends after \(count) bytes"
      default: "\(doubt)"
      }
    return "the header can't be checked (\(reason)), so lost samples may be unknown"
  }
}

extension AudioFileReader {
  /// The remark on the part that was read so far; `nil` for none.
  package var remark: RecordingRemark? {
    RecordingRemark(shortfall, doubt: doubt, mixIsCancelled: mixIsCancelled)
  }
}
