// SPDX-License-Identifier: MIT

import Foundation

/// Where the results of each recording go.
struct OutputPlaces {
  /// One recording's place.
  enum Place: Equatable {
    case standardOutput
    case file(String)
  }

  private let places: [String: Place]

  /// Works out the places of a batch and makes the directory it needs.
  ///
  /// - Parameters:
  ///   - files: the recordings.
  ///   - output: a file for one recording, a directory for several, `nil` for standard output. A
  ///     directory that exists is one for a single recording too.
  ///   - format: gives files in a directory their ending.
  /// - Throws: `OutputError` when two recordings would share a place, a result would replace a
  ///   recording, or the directory can't be made.
  init(files: [String], output: String?, format: OutputFormat) throws {
    guard let output else {
      places = Dictionary(files.map { ($0, .standardOutput) }) { first, _ in first }
      return
    }
    let kind = Self.kind(of: output)
    if files.count == 1, kind != .directory {
      places = [files[0]: .file(output)]
      try Self.spare(files, from: [output])
      return
    }
    if kind == .other { throw OutputError.notADirectory(path: output) }
    if mkdir(output, 0o777) != 0, errno != EEXIST {
      throw OutputError.cannotWrite(place: output, code: errno)
    }
    var places: [String: Place] = [:]
    var owners: [String: String] = [:]
    for file in files where places[file] == nil {
      let path = output + "/" + Self.name(for: file) + "." + format.fileExtension
      if let other = owners.updateValue(file, forKey: path) {
        throw OutputError.sameOutput(path: path, first: other, second: file)
      }
      places[file] = .file(path)
    }
    try Self.spare(files, from: owners.keys.sorted())
    self.places = places
  }

  /// Returns the one place that the results of all recordings go to.
  ///
  /// - Parameters:
  ///   - output: a file; `nil` for standard output.
  ///   - files: the recordings.
  /// - Returns: the place.
  /// - Throws: `OutputError.wouldReplaceRecording`.
  static func single(_ output: String?, sparing files: [String]) throws -> Place {
    guard let output else { return .standardOutput }
    try spare(files, from: [output])
    return .file(output)
  }

  /// Refuses an output that is one of the recordings, by whatever name.
  private static func spare(_ files: [String], from outputs: [String]) throws {
    var identities: Set<FileIdentity> = []
    for file in files {
      let identity = file == "-" ? FileIdentity(descriptor: STDIN_FILENO) : FileIdentity(path: file)
      if let identity { identities.insert(identity) }
    }
    for output in outputs {
      if let identity = FileIdentity(path: output), identities.contains(identity) {
        throw OutputError.wouldReplaceRecording(path: output)
      }
    }
  }

  /// Returns where the results of `file` go.
  func place(of file: String) -> Place { places[file] ?? .standardOutput }

  private enum Kind { case directory, other, missing }

  private static func kind(of path: String) -> Kind {
    var status = stat()
    guard stat(path, &status) == 0 else { return .missing }
    return status.st_mode & S_IFMT == S_IFDIR ? .directory : .other
  }

  /// The recording's name without directory and ending; `stdin` for standard input.
  private static func name(for file: String) -> String {
    guard file != "-" else { return "stdin" }
    let name = file.split(separator: "/").last.map(String.init) ?? file
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }
}
