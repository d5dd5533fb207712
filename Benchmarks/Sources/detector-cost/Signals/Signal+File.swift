// SPDX-License-Identifier: MIT

import Acoustics
import AudioFile
import AudioInput

extension Signal {
  /// Reads up to two seconds of a recording, at its own rate.
  ///
  /// - Throws: `AudioFileError`.
  init(path: String) throws {
    var reader = try AudioFileReader(path: path)
    let rate = reader.sampleRate
    var samples: [Float] = []
    var block = [Float](repeating: 0, count: 4096)
    let wanted = 2 * rate.hertz
    while samples.count < wanted {
      var floats = block.mutableSpan
      let count = try reader.read(into: &floats)
      if count == 0 { break }
      samples += block.prefix(count)
    }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    self.init(
      name: name, sampleRate: rate, samples: samples, isMusic: true, limit: 2 * Self.updateRate)
  }
}
