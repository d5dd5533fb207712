// SPDX-License-Identifier: MIT

import ArgumentParser
import Benchmarking
import FileStore
import Foundation

/// The programs of a comparison.
struct ContestantSelection {
  let programs: [ProgramContestant]

  /// Parses `name=command {wav}`, the names of known contestants, and `all`.
  ///
  /// - Throws: `ValidationError` for an unknown or repeated name, and a command without the
  ///   placeholder.
  init(_ words: [String], timeLimit: Double) throws {
    let environment = ProcessInfo.processInfo.environment
    let directory = try UserDirectories(environment: environment).cache() + "/contestants"
    var programs: [ProgramContestant] = []
    for word in words.flatMap({ $0 == "all" ? KnownContestants.names : [$0] }) {
      programs.append(try Self.program(word, in: directory, timeLimit: timeLimit))
    }
    let names = programs.map(\.name)
    if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
      throw ValidationError("There are two contestants \"\(twice)\". Rename one.")
    }
    self.programs = programs
  }

  private static func program(
    _ word: String, in directory: String, timeLimit: Double
  ) throws -> ProgramContestant {
    if let mark = word.firstIndex(of: "="), mark > word.startIndex {
      do throws(CommandTemplate.Fault) {
        return ProgramContestant(
          name: String(word[..<mark]),
          command: try CommandTemplate(String(word[word.index(after: mark)...])),
          timeLimit: timeLimit)
      } catch {
        throw ValidationError("\(word[..<mark]): \(error)")
      }
    }
    guard
      let known = KnownContestants.contestant(named: word, in: directory, timeLimit: timeLimit)
    else {
      throw ValidationError(
        "There is no contestant \"\(word)\". Write name=command {wav}, or choose from: "
          + KnownContestants.names.joined(separator: ", "))
    }
    return known
  }
}
