// SPDX-License-Identifier: MIT

internal import Acoustics
import Glibc

/// The layout of a ``RollingRecorder``'s file, a ring of fixed size in the machine's byte order.
///
/// The file never leaves the machine.
///
/// | part | contents |
/// |---|---|
/// | head | the file's identification, and the sizes of its parts |
/// | counts | the total written to each part: see ``Counts`` |
/// | descriptions | two texts; the counts select one |
/// | gaps | the positions and lengths of the newest gaps |
/// | lines | the newest lines: see ``LineHead`` |
/// | samples | the newest samples |
///
/// The writer updates the count of a part after it has written the part, and the rings of samples
/// and lines are larger than any request. A concurrent reader reads the counts again afterwards and
/// drops the data that were overwritten.
struct RollingFileLayout: Hashable {
  static let magic: UInt64 = 0x3354_5341_4C4B_5348  // HSKLAST3
  static let headBytes = 4096
  static let countsOffset = 64
  static let descriptionBytes = 32768
  static let gapSlots = 256
  static let gapBytes = 16
  /// The most bytes of a line's text.
  static let textBytes = 512
  static let lineBytes = LineHead.byteCount + textBytes
  /// The largest part for lines: twelve strings at more than 200 updates a second.
  static let mostLineSlots = 1 << 17
  /// The spare room for data that arrive while a reader runs, in seconds.
  static let spareSeconds = 3

  let sampleRate: SampleRate
  let lineSlots: Int

  /// The length of the rings of samples and lines, in seconds.
  private static let seconds = SessionRecorder.keptSeconds + 1 + spareSeconds

  var sampleSlots: Int { Self.seconds * sampleRate.hertz }
  /// The number of lines that no write of the next few seconds replaces.
  var keptLines: Int { lineSlots - lineSlots * Self.spareSeconds / Self.seconds }
  var gapOffset: Int { Self.headBytes + 2 * Self.descriptionBytes }
  var lineOffset: Int { gapOffset + Self.gapSlots * Self.gapBytes }
  var sampleOffset: Int { lineOffset + lineSlots * Self.lineBytes }
  var byteCount: Int { sampleOffset + 4 * sampleSlots }

  /// A number that no position and no count of a session reaches.
  static let mostSamples: UInt64 = 1 << 60

  /// The totals written to each part since the session began.
  struct Counts: Hashable {
    /// The position after the newest sample.
    var position = 0
    var gaps = 0
    var lines = 0
    /// The number of descriptions; its parity selects the newest.
    var descriptions = 0
    /// The errno of the write that ended the recording; 0 while there was none.
    var failure = 0

    static let wordCount = 6

    /// The counts with the first one repeated: two different values reveal a concurrent write.
    var words: [UInt64] {
      [position, gaps, lines, descriptions, failure, position].map(UInt64.init)
    }

    init() {}

    init?(words: [UInt64]) {
      guard words.count == Self.wordCount, words[0] == words[5],
        words.allSatisfy({ $0 < mostSamples }), words[4] <= CInt.max
      else { return nil }
      position = Int(words[0])
      gaps = Int(words[1])
      lines = Int(words[2])
      descriptions = Int(words[3])
      failure = Int(words[4])
    }
  }

  /// The fields in front of the text of a line.
  struct LineHead: BitwiseCopyable, Hashable {
    static let byteCount = 16

    /// The position of the update's last sample.
    var position: Int64
    /// The number of bytes of the text.
    var length: UInt32
    /// 1 for the first line of an update, else 0.
    var isFirst: UInt32
  }

  /// The head of the file.
  var head: [UInt64] { [Self.magic, UInt64(sampleRate.hertz), UInt64(lineSlots)] }

  /// Makes the layout of a session's file.
  ///
  /// - Parameters:
  ///   - sampleRate: samples a second.
  ///   - updateRate: updates a second at the beginning of the session.
  ///   - linesPerUpdate: the most lines of an update, from 1.
  init(sampleRate: SampleRate, updateRate: UpdateRate, linesPerUpdate: Int) {
    self.sampleRate = sampleRate
    let lines = Double(Self.seconds * linesPerUpdate) * updateRate.hertz
    lineSlots = Int(max(1, min(Double(Self.mostLineSlots), lines.rounded(.up))))
  }

  init?(head: [UInt64]) {
    guard head.count == 3, head[0] == Self.magic, let hertz = Int(exactly: head[1]), hertz > 0,
      SampleRate.supported.contains(SampleRate(hertz)), let slots = Int(exactly: head[2]),
      (1...Self.mostLineSlots).contains(slots)
    else { return nil }
    sampleRate = SampleRate(hertz)
    lineSlots = slots
  }
}
