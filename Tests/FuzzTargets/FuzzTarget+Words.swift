// SPDX-License-Identifier: MIT

import Acoustics
import Benchmarking
import PracticeGate
import PracticeGoals
import PracticeServices
import Terminal

extension FuzzTarget {
  static let words = [
    FuzzTarget(
      "values", "values of a command line",
      texts: [
        "20", "59.94", "3/7", "youtube.com", "domain:a.b", "2026-02-28", "python 'a b' {wav}",
      ]
    ) { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      if let rate = UpdateRate(decimal: text) {
        precondition(rate.updates > 0 && rate.seconds > 0, "A rate is above zero.")
      }
      if let shard = Shard(text) {
        precondition((1...shard.count).contains(shard.number), "A shard is one of them.")
        _ = shard.holds(1_000_000)
      }
      if let name = try? HostName(text) {
        let isPlain = name.text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x23 }
        precondition(isPlain, "A host's name can't end its line.")
      }
      if let day = LocalDay(text) {
        precondition(LocalDay(day.description) == day, "A day is one.")
      }
      if let command = try? CommandTemplate(text) {
        let file = "/a b;$(c)\n'\"/d.wav"
        precondition(
          command.words(for: file).contains { $0.contains(file) }, "A file is one word's part.")
      }
    },
    FuzzTarget(
      "keys", "bytes that a terminal sends",
      texts: ["q1a\u{1b}[A\u{1b}OB", "\u{1b}[200~paste\u{1b}[201~", "é€𝄞"]
    ) { bytes in
      var whole = KeyParser()
      let keys = whole.keys(from: bytes)
      var pieces = KeyParser()
      let again = bytes.flatMap { pieces.keys(from: CollectionOfOne($0)) }
      precondition(keys == again, "However bytes are cut up, they are the same keys.")
      _ = whole.flush()
    },
    FuzzTarget(
      "printable", "text made safe to print", texts: ["a\u{1b}]0;x\u{7}b", "\u{202e}abc\u{9b}1m"]
    ) { bytes in
      let text = printable(String(decoding: bytes, as: UTF8.self))
      for scalar in text.unicodeScalars {
        let category = scalar.properties.generalCategory
        precondition(
          ![.control, .format, .lineSeparator, .paragraphSeparator].contains(category),
          "Nothing steers the terminal.")
      }
      precondition(printable(text) == text, "What is safe stays.")
    },
  ]
}
