// SPDX-License-Identifier: MIT

import CFuzzer
import Foundation
import FuzzTargets

/// libFuzzer's driver around the target that the first argument names.
///
/// `list` prints the targets, `seeds TARGET DIRECTORY` writes a target's seeds.
@main struct Fuzzing {
  nonisolated(unsafe) private static var target = FuzzTarget.canary

  static func main() {
    let words = CommandLine.arguments.dropFirst()
    switch (words.first, words.count) {
    case ("list", 1):
      for target in FuzzTarget.all { print("\(target.name)\t\(target.subject)") }
    case ("seeds", 3): writeSeeds(of: words[words.startIndex + 1], in: words[words.startIndex + 2])
    default: run(words.first ?? "")
    }
  }

  private static func writeSeeds(of name: String, in directory: String) {
    guard let target = FuzzTarget.named(name) else { refuse(name) }
    for (number, seed) in target.seeds().enumerated() {
      _ = FileManager.default.createFile(
        atPath: "\(directory)/seed-\(number)", contents: Data(seed))
    }
  }

  private static func run(_ name: String) {
    guard let found = FuzzTarget.named(name) else { refuse(name) }
    target = found
    // The driver sees the program's name and what follows the target's.
    var count = CommandLine.argc - 1
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    CommandLine.unsafeArgv[1] = CommandLine.unsafeArgv[0]
    arguments = arguments.map { $0 + 1 }
    exit(
      LLVMFuzzerRunDriver(&count, &arguments) { bytes, count in
        Fuzzing.target.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
        return 0
      })
  }

  private static func refuse(_ name: String) -> Never {
    FileHandle.standardError.write(Data("fuzz: no target \"\(name)\". See: fuzz list\n".utf8))
    exit(2)
  }
}
