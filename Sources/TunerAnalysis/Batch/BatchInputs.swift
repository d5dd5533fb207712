// SPDX-License-Identifier: MIT

import FileFormats
import FileStore
import Foundation
import Terminal

/// The recordings of a batch: in the order of the command line, and by name within a directory.
package struct BatchInputs: Sendable {
  /// One recording, or a name that can't be used.
  package struct Input: Sendable {
    /// The path; `-` for standard input.
    package let path: String
    /// The name of its results: the path relative to the searched directory, without the file
    /// extension.
    let resultName: String
    /// The reason why it can't be used; `nil` for none so far.
    var problem: String?
    /// The part that is analysed; `nil` for the whole recording.
    var part: RecordingPart?

    /// The identity of the input in a list.
    var identity: RecordingIdentity { RecordingIdentity(path: path, part: part) }

    /// The name of the recording, and of the part of it, in messages.
    var name: String {
      let name = printable(FilePath.inputName(path))
      // A line of a manifest that can't be read takes the place of the name.
      if problem != nil, name.hasPrefix("{"), name.count > 80 { return "\(name.prefix(80))…" }
      return RecordingPart.name(of: name, part)
    }
  }

  /// The file extensions of sound files.
  static let endings: Set<String> = [
    "wav", "wave", "w64", "rf64", "aif", "aiff", "aifc", "flac", "ogg", "oga", "opus", "mp3", "caf",
    "au", "snd",
  ]

  /// The recordings.
  package private(set) var all: [Input] = []
  private let isRecursive: Bool

  /// Finds the recordings.
  ///
  /// - Parameters:
  ///   - names: files and directories.
  ///   - isRecursive: true if directories are searched; else they can't be used.
  package init(_ names: [String], isRecursive: Bool) {
    self.isRecursive = isRecursive
    for name in names { add(name) }
  }

  /// Adds the entries of a list.
  ///
  /// - Parameter entries: paths as in ``init(_:isRecursive:)``, and parts of recordings.
  package mutating func add(_ entries: [RecordingList.Entry]) {
    for entry in entries {
      let (path, part) = (entry.identity.path, entry.identity.part)
      if part == nil, entry.problem == nil {
        add(path)
      } else {
        let name = Self.resultName(of: path) + (part.map(Self.suffix) ?? "")
        all.append(Input(path: path, resultName: name, problem: entry.problem, part: part))
      }
    }
  }

  /// Adds a file, or the recordings of a directory.
  private mutating func add(_ name: String) {
    let isDirectory = name != "-" && Self.isDirectory(name)
    if isDirectory, isRecursive { return search(name) }
    all.append(
      Input(
        path: name, resultName: Self.resultName(of: name),
        problem: isDirectory
          ? "is a directory. Name the recordings in it, or add --recursive" : nil))
  }

  /// Returns the end of the name of a part's results: its start and its end in seconds.
  private static func suffix(of part: RecordingPart) -> String {
    "@\(decimal(part.start))" + (part.end.map { "-\(decimal($0))" } ?? "")
  }

  /// Keeps the recordings of one shard only.
  package mutating func keep(_ shard: RecordingShard) {
    all.removeAll { !shard.holds($0.identity.digest) }
  }

  /// The names of the recordings without the directories that all of them have in common, for files
  /// that people share.
  package var titles: [String] {
    // The root, a directory of absolute names only, is the empty name before the first slash.
    let paths = all.map { input in
      (input.path.utf8.first == UInt8(ascii: "/") ? [""] : [])
        + FilePath.components(of: input.path)
    }
    let named = zip(all, paths).filter { $0.0.path != "-" }.map { $0.1.dropLast() }
    let shared = named.dropFirst().reduce(named.first.map(Array.init) ?? []) { shared, path in
      zip(shared, path).prefix { PathKey($0) == PathKey($1) }.map(\.0)
    }
    return zip(all, paths).map { input, path in
      if input.path == FilePath.standardInput { return FilePath.inputName(input.path) }
      let title = path.dropFirst(shared.count).joined(separator: "/")
      return title.isEmpty ? input.path : title
    }
  }

  /// True if there may be several recordings, so that `-o` names a directory.
  var needsDirectory: Bool { isRecursive || all.count > 1 }

  /// Returns the path of a place below a directory, and for an empty place that of the directory.
  static func path(of place: String, below directory: String) -> String {
    let root = directory.hasSuffix("/") ? String(directory.dropLast()) : directory
    if place.isEmpty { return root.isEmpty ? directory : root }
    return root + "/" + place
  }

  private mutating func search(_ directory: String) {
    let before = all.count
    var waiting = [""]
    var found: [String] = []
    while let place = waiting.popLast() {
      let path = Self.path(of: place, below: directory)
      guard let names = PathText.names(in: path) else {
        all.append(
          Input(path: path, resultName: "", problem: "this directory can't be read. Skip it"))
        continue
      }
      for name in names where !name.hasPrefix(".") {
        let inner = place.isEmpty ? name : place + "/" + name
        let whole = Self.path(of: inner, below: directory)
        // A link to a directory may form a cycle.
        if Self.isDirectory(whole) {
          if !Self.isLink(whole) { waiting.append(inner) }
        } else if Self.endings.contains(Self.ending(of: name)) {
          found.append(inner)
        }
      }
    }
    found.sort { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
    all += found.map {
      Input(path: Self.path(of: $0, below: directory), resultName: Self.withoutEnding($0))
    }
    if all.count == before {
      all.append(
        Input(
          path: directory, resultName: "",
          problem: "no recording in this directory. Name another, or the files themselves"))
    }
  }

  /// Returns the recording's name without directory and extension; `stdin` for standard input.
  private static func resultName(of path: String) -> String {
    path == "-" ? "stdin" : withoutEnding(FilePath.components(of: path).last ?? path)
  }

  private static func withoutEnding(_ name: String) -> String {
    let bytes = name.utf8
    let start =
      bytes.lastIndex(of: UInt8(ascii: "/")).map(bytes.index(after:)) ?? bytes.startIndex
    guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), dot > start else { return name }
    return String(name[..<dot])
  }

  private static func ending(of name: String) -> String {
    let bytes = name.utf8
    return bytes.lastIndex(of: UInt8(ascii: ".")).map { dot in
      name[bytes.index(after: dot)...].lowercased()
    } ?? ""
  }

  private static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return PathText.withCString(path) { stat($0, &status) } == 0
      && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func isLink(_ path: String) -> Bool {
    var status = stat()
    return PathText.withCString(path) { lstat($0, &status) } == 0
      && status.st_mode & S_IFMT == S_IFLNK
  }
}
