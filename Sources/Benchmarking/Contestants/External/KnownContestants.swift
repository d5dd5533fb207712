// SPDX-License-Identifier: MIT

package import Acoustics

/// The other detectors that `scripts/contestants.sh` installs.
package enum KnownContestants {
  private static let adapters: [(name: String, python: String, arguments: [String])] =
    ["yin", "yinfft", "yinfast", "mcomb", "fcomb"].map { method in
      ("aubio-\(method)", "system-python", ["aubio_pitch.py", method, "4096"])
    } + [
      ("librosa-yin", "venv/bin/python", ["librosa_pitch.py", "yin"]),
      ("librosa-pyin", "venv/bin/python", ["librosa_pitch.py", "pyin"]),
      ("praat", "venv/bin/python", ["praat_pitch.py"]),
      ("essentia", "venv/bin/python", ["essentia_pitch.py"]),
      ("swiftf0", "venv/bin/python", ["swiftf0_pitch.py"]),
    ]

  /// The names of the detectors, in the order of tables.
  package static let names = adapters.map(\.name)

  /// Makes the contestant with that name.
  ///
  /// - Parameters:
  ///   - name: one of `names`.
  ///   - directory: the directory of the installation: `<cache>/contestants`.
  ///   - meaning: the pitch with which its readings are compared.
  ///   - timeLimit: the time limit of one item in seconds.
  /// - Returns: the contestant, installed or not (see `isInstalled`); `nil` for an unknown name.
  package static func contestant(
    named name: String, in directory: String, meaning: PitchMeaning = .partial, timeLimit: Double
  ) -> ProgramContestant? {
    guard let adapter = adapters.first(where: { $0.name == name }) else { return nil }
    let script = ["\(directory)/\(adapter.python)", "\(directory)/\(adapter.arguments[0])"]
    let words = script + adapter.arguments.dropFirst() + [CommandTemplate.placeholder]
    guard let command = try? CommandTemplate(words: words) else { return nil }
    return ProgramContestant(
      name: name, command: command, meaning: meaning, timeLimit: timeLimit,
      versionCommand: script + ["--version"])
  }
}
