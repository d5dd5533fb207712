// SPDX-License-Identifier: MIT

import Acoustics
import ArgumentParser
import Benchmarking
import FileStore
import Foundation

/// The programs of a comparison.
struct ContestantSelection {
  let programs: [ProgramContestant]

  /// Parses `name=command {wav}`, the names of known contestants, and `all`.
  ///
  /// - Parameters:
  ///   - words: the contestants as they were typed.
  ///   - own: the name of our own detector, which no other contestant can have.
  ///   - meaning: the pitch with which the readings of all are compared.
  ///   - timeLimit: the seconds that a program may take for one item.
  /// - Throws: `ValidationError` for an unknown or repeated name, for a command without the
  ///   placeholder, and for one whose program does not exist. A known contestant may be absent.
  init(
    _ words: [String], besides own: String, meaning: PitchMeaning, timeLimit: Double
  ) throws {
    let environment = ProcessInfo.processInfo.environment
    let directory = try UserDirectories(environment: environment).cache() + "/contestants"
    var programs: [ProgramContestant] = []
    for word in words.flatMap({ $0 == "all" ? KnownContestants.names : [$0] }) {
      programs.append(try Self.program(word, in: directory, meaning, timeLimit: timeLimit))
    }
    let names = [own] + programs.map(\.name)
    if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
      throw ValidationError("There are two contestants \"\(twice)\". Rename one.")
    }
    self.programs = programs
  }

  private static func program(
    _ word: String, in directory: String, _ meaning: PitchMeaning, timeLimit: Double
  ) throws -> ProgramContestant {
    if let mark = word.firstIndex(of: "="), mark > word.startIndex {
      let command: CommandTemplate
      do throws(CommandTemplate.Fault) {
        command = try CommandTemplate(String(word[word.index(after: mark)...]))
      } catch {
        throw ValidationError("\(word[..<mark]): \(error)")
      }
      let program = ProgramContestant(
        name: String(word[..<mark]), command: command, meaning: meaning,
        timeLimit: timeLimit)
      guard program.isInstalled else {
        throw ValidationError(
          "\(program.name): there is no program \"\(command.words[0])\". Correct its name.")
      }
      return program
    }
    guard
      let known = KnownContestants.contestant(
        named: word, in: directory, meaning: meaning, timeLimit: timeLimit)
    else {
      throw ValidationError(
        "There is no contestant \"\(word)\". Write name=command {wav}, or choose from: "
          + KnownContestants.names.joined(separator: ", "))
    }
    return known
  }
}
