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
/// | lines | the newest lines, each with its length |
/// | samples | the newest samples |
///
/// The writer updates the count of a part after it has written the part, and the ring of samples is
/// larger than any request. A concurrent reader reads the counts again afterwards and drops the
/// data that were overwritten.
struct RollingFileLayout: Hashable {
  static let magic: UInt64 = 0x3254_5341_4C4B_5348  // HSKLAST2
  static let headBytes = 4096
  static let countsOffset = 64
  static let descriptionBytes = 32768
  static let gapSlots = 256
  static let gapBytes = 16
  /// Half a minute of ten strings at 20 updates a second, and of one string at more than 60.
  static let lineSlots = 8192
  static let lineBytes = 512
  /// The spare room for samples that arrive while a reader runs, in seconds.
  static let spareSeconds = 3

  let sampleRate: SampleRate

  var sampleSlots: Int { (SessionRecorder.keptSeconds + 1 + Self.spareSeconds) * sampleRate.hertz }
  var gapOffset: Int { Self.headBytes + 2 * Self.descriptionBytes }
  var lineOffset: Int { gapOffset + Self.gapSlots * Self.gapBytes }
  var sampleOffset: Int { lineOffset + Self.lineSlots * Self.lineBytes }
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

    static let byteCount = 40

    /// The counts with the first one repeated: two different values reveal a concurrent write.
    var words: [UInt64] { [position, gaps, lines, descriptions, position].map(UInt64.init) }

    init() {}

    init?(words: [UInt64]) {
      guard words.count == 5, words[0] == words[4], words.allSatisfy({ $0 < mostSamples })
      else {
        return nil
      }
      position = Int(words[0])
      gaps = Int(words[1])
      lines = Int(words[2])
      descriptions = Int(words[3])
    }
  }

  /// The head of the file.
  var head: [UInt64] { [Self.magic, UInt64(sampleRate.hertz)] }

  init(sampleRate: SampleRate) { self.sampleRate = sampleRate }

  init?(head: [UInt64]) {
    guard head.count == 2, head[0] == Self.magic, let hertz = Int(exactly: head[1]), hertz > 0,
      SampleRate.supported.contains(SampleRate(hertz))
    else { return nil }
    sampleRate = SampleRate(hertz)
  }
}

/// A file with reads and writes at offsets.
struct RandomAccessBytes: ~Copyable {
  let descriptor: CInt

  deinit { close(descriptor) }

  /// Writes all of `bytes` and returns true on success.
  borrowing func put(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
    var done = 0
    while done < bytes.count, let base = bytes.baseAddress {
      let count = pwrite(descriptor, base + done, bytes.count - done, off_t(offset + done))
      if count > 0 {
        done += count
      } else if count == 0 || errno != EINTR {
        return false
      }
    }
    return true
  }

  /// Writes all of `items` and returns true on success.
  borrowing func put<Item: BitwiseCopyable>(_ items: [Item], at offset: Int) -> Bool {
    items.withUnsafeBytes { put($0, at: offset) }
  }

  /// Reads `count` items; `nil` when the file has fewer.
  borrowing func items<Item: BitwiseCopyable>(
    _ count: Int, repeating zero: Item, at offset: Int
  ) -> [Item]? {
    var items = [Item](repeating: zero, count: count)
    let isWhole = items.withUnsafeMutableBytes { bytes in
      var done = 0
      while done < bytes.count, let base = bytes.baseAddress {
        let count = pread(descriptor, base + done, bytes.count - done, off_t(offset + done))
        if count > 0 {
          done += count
        } else if count == 0 || errno != EINTR {
          return false
        }
      }
      return true
    }
    return isWhole ? items : nil
  }
}
