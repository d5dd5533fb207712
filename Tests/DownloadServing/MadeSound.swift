// SPDX-License-Identifier: MIT

public import Foundation

/// Synthetic sounds: the partials of a plucked string over silence.
public enum MadeSound {
  /// A mono WAV file of 16 bits.
  ///
  /// - Parameters:
  ///   - duration: its length in seconds.
  ///   - rate: samples a second.
  ///   - notes: the start, the end and the frequency in hertz of each note.
  /// - Returns: the bytes of the file.
  public static func wav(
    duration: Double, rate: Int = 22_050,
    notes: [(onset: Double, offset: Double, hertz: Double)]
  ) -> Data {
    var samples = [Double](repeating: 0, count: Int(duration * Double(rate)))
    for note in notes {
      let last = min(samples.count, Int(note.offset * Double(rate)))
      for index in Int(note.onset * Double(rate))..<last {
        let seconds = Double(index) / Double(rate) - note.onset
        for partial in 1...6 {
          let number = Double(partial)
          samples[index] +=
            0.3 / number * exp(-seconds * number / 2) * sin(2 * .pi * number * note.hertz * seconds)
        }
      }
    }
    var data = Data("RIFF".utf8) + little(36 + 2 * samples.count, 4) + Data("WAVEfmt ".utf8)
    data += little(16, 4) + little(1, 2) + little(1, 2) + little(rate, 4) + little(2 * rate, 4)
    data += little(2, 2) + little(16, 2) + Data("data".utf8) + little(2 * samples.count, 4)
    data += Data(
      samples.flatMap { sample -> [UInt8] in
        let point = UInt16(bitPattern: Int16(max(-1, min(1, sample)) * 32_767))
        return [UInt8(truncatingIfNeeded: point), UInt8(truncatingIfNeeded: point >> 8)]
      })
    return data
  }

  private static func little(_ value: Int, _ count: Int) -> Data {
    Data((0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) })
  }
}
