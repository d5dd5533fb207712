// SPDX-License-Identifier: MIT

import Datasets
import FileFormats

extension FuzzTarget {
  static let banks = [
    FuzzTarget("sound-font", "SoundFont 2 banks", seeds: { [soundFont] }) { bytes in
      ScratchFile.with(bytes) { path in
        guard let font = try? SoundFont(path: path) else { return }
        for index in font.samples.indices.prefix(64) { _ = try? font.read(index) }
      }
    },
    FuzzTarget("gravis-patch", "Gravis UltraSound patches", seeds: { [patch] }) { bytes in
      ScratchFile.with(bytes) { path in
        guard let patch = try? GravisPatch(path: path) else { return }
        for index in patch.samples.indices.prefix(64) { _ = try? patch.read(index) }
      }
    },
    FuzzTarget("midi", "Standard MIDI Files", seeds: { [song] }) { bytes in
      guard let file = StandardMIDIFile(bytes) else { return }
      precondition(
        file.notes.allSatisfy { $0.onset.isFinite && $0.offset >= $0.onset }, "Notes have a length."
      )
    },
  ]

  /// A bank of one sample of 64 points, after the SoundFont 2.04 specification.
  private static var soundFont: [UInt8] {
    func name(_ text: String) -> [UInt8] {
      Array(text.utf8) + [UInt8](repeating: 0, count: 20 - text.utf8.count)
    }
    let places = [0, 64, 8, 56, 44100].flatMap { littleEndian($0, bytes: 4) }
    let header = name("E2") + places + [40, 0] + littleEndian(0, bytes: 2) + [1, 0]
    let last = name("EOS") + [UInt8](repeating: 0, count: 26)
    let samples = (0..<110).flatMap { littleEndian($0 * 200, bytes: 2) }
    let info = riffChunk("ifil", [2, 0, 4, 0]) + riffChunk("INAM", Array("seed".utf8))
    let data = riffChunk("LIST", Array("sdta".utf8) + riffChunk("smpl", samples))
    let records = riffChunk("LIST", Array("pdta".utf8) + riffChunk("shdr", header + last))
    let lists = riffChunk("LIST", Array("INFO".utf8) + info) + data + records
    return riffChunk("RIFF", Array("sfbk".utf8) + lists)
  }

  /// A patch of one instrument, one layer and one sample.
  private static var patch: [UInt8] {
    func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
    let head =
      Array("GF1PATCH110\0ID#000002\0".utf8) + zeros(60) + [1, 14, 1] + [1, 0, 0, 127, 0, 0]
      + zeros(36)
    let instrument = zeros(2) + Array("guitar".utf8) + zeros(10) + zeros(4) + [1] + zeros(40)
    let layer = [0, 0] + zeros(4) + [1] + zeros(40)
    let sample: [UInt8] =
      Array("string\0".utf8) + [0] + littleEndian(64, bytes: 4) + zeros(8)
      + littleEndian(44100, bytes: 2) + littleEndian(82407, bytes: 4)
      + littleEndian(82407, bytes: 4) + littleEndian(82407, bytes: 4) + zeros(2) + [7] + zeros(18)
      + [1] + zeros(40)
    return head + instrument + layer + sample + zeros(64)
  }

  /// One note of half a second.
  private static var song: [UInt8] {
    let events: [UInt8] = [
      0, 0xFF, 0x51, 3, 7, 0xA1, 0x20, 0, 0x90, 40, 100, 0x83, 0x60, 0x80, 40, 0, 0, 0xFF, 0x2F, 0,
    ]
    return Array("MThd".utf8) + bigEndian(6, bytes: 4) + [0, 1, 0, 1, 1, 0xE0]
      + Array("MTrk".utf8) + bigEndian(events.count, bytes: 4) + events
  }
}
