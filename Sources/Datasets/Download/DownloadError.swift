// SPDX-License-Identifier: MIT

internal import Foundation

/// Why a set can't be downloaded and installed.
public enum DownloadError: Error, Hashable, Sendable {
  /// A mirror's address that can't be one.
  case mirrorUnusable(address: String)
  /// The server said no, by an HTTP status.
  case refused(file: String, status: Int)
  /// No connection, in the words of curl.
  case unreachable(file: String, reason: String)
  /// The connection ended early; what arrived is kept.
  case connectionLost(file: String, received: Int, reason: String)
  /// Nothing arrived for so long; what arrived before is kept.
  case timedOut(file: String, received: Int, seconds: Int)
  /// A redirection that is not followed.
  case redirectionRefused(file: String, reason: String)
  /// A length that is not that of the file.
  case sizeWrong(file: String, expected: DownloadFile.Size, actual: Int)
  /// A checksum that is not that of the file, which was removed.
  case digestWrong(file: String, expected: FileDigest, actual: String)
  /// Too little room, found before anything was fetched or unpacked.
  case noSpace(path: String, required: Int, available: Int)
  /// A step in the file system failed; `code` is the system's errno.
  case fileFailed(path: String, code: Int32)
  /// An archive that is none, or is damaged.
  case archiveUnreadable(archive: String, reason: String)
  /// A member that no archive of recordings needs and an attacker does.
  case memberRefused(archive: String, member: String, reason: String)
  /// What was unpacked is not laid out as its publisher describes it.
  case contentsUnexpected(file: String, reason: String)
  /// Another step of the installation failed.
  case step(DatasetError)
}

extension DownloadError: CustomStringConvertible {
  private static let again = "Run the same command again"

  /// One or two sentences for a person, which end in the remedy when there is one.
  public var description: String {
    switch self {
    case .mirrorUnusable(let address):
      "\"\(address)\" is no address of a mirror. Use one such as https://example.org/recordings"
    case .refused(let file, 404):
      "\(file) is not there (HTTP 404). Try another server: --mirror URL"
    case .refused(let file, let status):
      "\(file) was refused by the server (HTTP \(status)). Try again later, or another server: "
        + "--mirror URL"
    case .unreachable(let file, let reason):
      "\(file) can't be fetched (\(reason)). Check the network connection and try again"
    case .connectionLost(let file, let received, let reason):
      "\(file): the connection ended early (\(reason)). \(Self.kept(received)). \(Self.again) to "
        + "go on from there"
    case .timedOut(let file, let received, let seconds):
      "\(file): nothing arrived for \(seconds) s. \(Self.kept(received)). \(Self.again) to go on "
        + "from there, or allow more by --timeout"
    case .redirectionRefused(let file, let reason):
      "\(file): the server redirects where nothing is fetched from (\(reason)). Try another server: "
        + "--mirror URL"
    case .sizeWrong(let file, .exactly(let expected), let actual):
      "\(file) has \(actual) bytes where the published file has \(expected). It was removed; "
        + "nothing was installed"
    case .sizeWrong(let file, .atMost(let limit), let actual):
      "\(file) has \(actual) bytes, more than the \(limit) that it may have. It was removed; nothing "
        + "was installed"
    case .digestWrong(let file, let expected, let actual):
      "\(file) is not the published file (\(expected.algorithm) \(actual) instead of "
        + "\(expected.digits)). It was removed; nothing was installed"
    case .noSpace(let path, let required, let available):
      "\(path) has room for \(available) bytes, and \(required) are needed. Free some space, or choose "
        + "another place by XDG_CACHE_HOME"
    case .fileFailed(let path, let code):
      DatasetError.fileFailed(path: path, code: code).description
    case .archiveUnreadable(let archive, let reason):
      "\(archive) can't be unpacked (\(reason)). Nothing was installed"
    case .memberRefused(let archive, let member, let reason):
      "\(archive) holds \"\(member)\", which \(reason). Nothing was installed"
    case .contentsUnexpected(let file, let reason):
      "\(file) \(reason). Nothing was installed"
    case .step(let error): error.description
    }
  }

  private static func kept(_ count: Int) -> String { "\(count) bytes are kept" }
}

extension DownloadError {
  /// Runs a step of an installation.
  static func wrapping<Value: ~Copyable>(
    _ body: () throws(DatasetError) -> Value
  ) throws(DownloadError) -> Value {
    do {
      return try body()
    } catch {
      throw .step(error)
    }
  }
}
