// SPDX-License-Identifier: MIT

internal import Acoustics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where what lies in the file of a ``FlightRecorder``: a file of fixed size that is written over and
/// over, in this machine's own order of bytes, since it never leaves the machine.
///
/// | part | holds |
/// |---|---|
/// | head | what the file is, and the sizes of its parts |
/// | counts | how much was written of each part, ever: see ``Counts`` |
/// | descriptions | two texts, of which the counts name one |
/// | gaps | position and length of the newest gaps |
/// | lines | the newest lines, each with its length |
/// | samples | the newest samples |
///
/// A part is written before it is counted, and the samples hold more than is ever asked for: whoever
/// reads while they are written reads the counts again, and knows what was written over meanwhile.
struct FlightLayout: Hashable {
  static let magic: UInt64 = 0x3154_5341_4C4B_5348  // HSKLAST1
  static let headBytes = 4096
  static let countsOffset = 64
  static let descriptionBytes = 32768
  static let gapSlots = 256
  static let gapBytes = 16
  static let lineSlots = 2048
  static let lineBytes = 512
  /// Beyond what is asked for: what may be written while somebody reads.
  static let spareSeconds = 3

  let sampleRate: SampleRate

  var sampleSlots: Int { (SessionRecorder.keptSeconds + 1 + Self.spareSeconds) * sampleRate.hertz }
  var gapOffset: Int { Self.headBytes + 2 * Self.descriptionBytes }
  var lineOffset: Int { gapOffset + Self.gapSlots * Self.gapBytes }
  var sampleOffset: Int { lineOffset + Self.lineSlots * Self.lineBytes }
  var byteCount: Int { sampleOffset + 4 * sampleSlots }

  /// How much was written of each part since the session began.
  struct Counts: Hashable {
    /// The position behind the newest sample.
    var position = 0
    var gaps = 0
    var lines = 0
    /// How many descriptions there were: the newest is the one at an even or odd place.
    var descriptions = 0

    static let byteCount = 40

    /// The numbers, and the first one again: two different ones were read while they were written.
    var words: [UInt64] { [position, gaps, lines, descriptions, position].map(UInt64.init) }

    init() {}

    init?(words: [UInt64]) {
      guard words.count == 5, words[0] == words[4], words.allSatisfy({ $0 < 1 << 60 }) else {
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

/// A file that is read and written at places.
struct PlacedBytes: ~Copyable {
  let descriptor: CInt

  deinit { close(descriptor) }

  /// Writes all of `bytes`; returns whether the system did.
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

  /// Writes all of `items`; returns whether the system did.
  borrowing func put<Item: BitwiseCopyable>(_ items: [Item], at offset: Int) -> Bool {
    items.withUnsafeBytes { put($0, at: offset) }
  }

  /// Reads `count` items; `nil` when there are fewer.
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
