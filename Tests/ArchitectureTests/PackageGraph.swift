// SPDX-License-Identifier: MIT

import Foundation

/// The targets of a package and what each declares to depend on, as SwiftPM itself reads them.
struct PackageGraph: Equatable {
  struct Target: Equatable {
    /// Targets of the package and products of others, by name.
    var dependencies: Set<String>
    /// True for a target of the tests: a test target, or one below `Tests`.
    var isForTests: Bool
  }

  var targets: [String: Target]
}

extension PackageGraph {
  /// The reason why SwiftPM gave no description of the package.
  enum DumpError: Error {
    case failed(status: Int32, message: String)
  }

  /// Reads what `swift package dump-package` prints.
  init(dump: Data) throws {
    let package = try JSONDecoder().decode(Dump.self, from: dump)
    targets = [:]
    for target in package.targets {
      targets[target.name] = Target(
        dependencies: Set(target.dependencies.compactMap(\.name)),
        isForTests: target.type == "test" || target.path?.hasPrefix("Tests/") == true)
    }
  }

  /// Asks SwiftPM for the description of the package at `root`.
  ///
  /// It uses a separate scratch directory, because the run of these tests may lock the usual one.
  init(root: URL) throws {
    let scratch = FileManager.default.temporaryDirectory.appending(
      path: "headstock-graph-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    let errorOutput = scratch.appending(path: "stderr")
    try Data().write(to: errorOutput)

    let swift = Process()
    let answer = Pipe()
    swift.executableURL = URL(filePath: "/usr/bin/env")
    swift.arguments = [
      "swift", "package", "--package-path", root.path, "--scratch-path", scratch.path,
      "dump-package",
    ]
    swift.standardInput = FileHandle.nullDevice
    swift.standardOutput = answer
    swift.standardError = try FileHandle(forWritingTo: errorOutput)
    try swift.run()
    let dump = try answer.fileHandleForReading.readToEnd() ?? Data()
    swift.waitUntilExit()
    guard swift.terminationStatus == 0 else {
      throw DumpError.failed(
        status: swift.terminationStatus,
        message: String(decoding: try Data(contentsOf: errorOutput), as: UTF8.self))
    }
    try self.init(dump: dump)
  }
}

/// The part of SwiftPM's description that matters here.
private struct Dump: Decodable {
  struct Target: Decodable {
    var name: String
    var type: String
    var path: String?
    var dependencies: [Dependency]
  }

  /// `{"byName": ["Acoustics", null]}`, `{"target": […]}` or `{"product": ["P", "package", …]}`.
  struct Dependency: Decodable {
    var name: String?

    init(from decoder: any Decoder) throws {
      let kinds = try decoder.container(keyedBy: Kind.self)
      for kind in Kind.allCases where kinds.contains(kind) {
        var values = try kinds.nestedUnkeyedContainer(forKey: kind)
        name = try values.decode(String.self)
      }
    }

    enum Kind: String, CodingKey, CaseIterable { case byName, target, product }
  }

  var targets: [Target]
}
