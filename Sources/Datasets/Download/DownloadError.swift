// SPDX-License-Identifier: MIT

internal import Foundation

/// The reasons why a set can't be downloaded and installed.
package enum DownloadError: Error, Hashable, Sendable {
  /// The address of a mirror is invalid.
  case mirrorUnusable(address: String)
  /// The server refused the request with an HTTP status.
  case refused(file: String, status: Int)
  /// There is no connection; `reason` is curl's message.
  case unreachable(file: String, reason: String)
  /// The connection ended early; the partial download is kept.
  case connectionLost(file: String, received: Int, reason: String)
  /// The transfer timed out; the partial download is kept.
  case timedOut(file: String, received: Int, seconds: Int)
  /// A redirection was refused.
  case redirectionRefused(file: String, reason: String)
  /// The file has another length than published.
  case sizeWrong(file: String, expected: DownloadFile.Size, actual: Int)
  /// The file has another checksum than published, and was removed.
  case digestWrong(file: String, expected: FileDigest, actual: String)
  /// The disk has too little free space; found before the download or the unpacking.
  case noSpace(path: String, required: Int, available: Int)
  /// A file operation failed; `code` is the system's errno.
  case fileFailed(path: String, code: Int32)
  /// The file is not an archive, or is damaged.
  case archiveUnreadable(archive: String, reason: String)
  /// A member is of a kind that only an attack needs.
  case memberRefused(archive: String, member: String, reason: String)
  /// The contents do not follow the publisher's description.
  case contentsUnexpected(file: String, reason: String)
  /// Another step of the installation failed.
  case step(DatasetError)
}

extension DownloadError: CustomStringConvertible {
  private static let again = "Run the same command again"

  /// One or two sentences for a person that end with the remedy when there is one.
  package var description: String {
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
  /// Runs a step of an installation and wraps its error.
  static func wrapping<Value: ~Copyable>(
    _ body: @autoclosure () throws(DatasetError) -> Value
  ) throws(DownloadError) -> Value {
    do {
      return try body()
    } catch {
      throw .step(error)
    }
  }
}
