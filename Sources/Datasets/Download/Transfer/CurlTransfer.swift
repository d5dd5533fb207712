// SPDX-License-Identifier: MIT

/// One request for a file, or for the rest of a partial download, carried out by curl.
///
/// curl prints the body and this process writes it. If this process is killed, the closed pipe ends
/// curl, so no orphan writes to the file.
struct CurlTransfer {
  /// The outcome of a request.
  enum Outcome: Hashable {
    /// The server sent all that it had.
    case complete
    /// The server can't continue the partial download, or has another file now.
    case restart
    /// The connection ended early.
    case lost(reason: String)
    /// The transfer timed out.
    case timedOut
  }

  /// The greatest number of redirections.
  private static let redirectionLimit = 5

  private static let program = ExternalProgram(name: "curl", package: "curl")
  /// Uses the user's proxy, but nothing else of the user's curl configuration.
  private static let variables: [String: String?] = ["CURL_HOME": nil, "SSLKEYLOGFILE": nil]

  let file: DownloadFile
  let options: DownloadOptions

  /// Requests the missing bytes and appends them to the partial download.
  ///
  /// - Parameters:
  ///   - part: the partial download.
  ///   - progress: called with the received bytes and the total length, if known.
  /// - Returns: the outcome.
  /// - Throws: `DownloadError` when a repetition is useless.
  func run(
    into part: inout PartialFile, progress: (Int, Int?) -> Void
  ) throws(DownloadError) -> Outcome {
    let start = part.byteCount
    let arguments = arguments(from: start, entityTag: part.entityTag, headers: part.headerPath)
    let headerPath = part.headerPath
    var total: Int?
    var isFirst = true
    do throws(DownloadError) {
      try Self.program.stream(arguments, environment: Self.variables) {
        block throws(DownloadError) in
        if isFirst {
          isFirst = false
          total = ResponseHead(at: headerPath)?.byteCount
          if let total { try check(total) }
        }
        if part.byteCount + block.count > file.size.byteCount {
          try check(part.byteCount + block.count)
        }
        try part.append(block)
        progress(part.byteCount, total)
      }
    } catch .step(.programFailed("curl", let status, let message)) {
      return try outcome(status, message, resumed: start > 0)
    }
    // curl reports "range not satisfiable" for a complete partial download.
    let isWhole = file.size.allows(part.byteCount) && part.byteCount > 0
    return start > 0 && part.byteCount == start && !isWhole ? .restart : .complete
  }

  private func check(_ count: Int) throws(DownloadError) {
    guard !file.size.allows(count) else { return }
    throw .sizeWrong(file: file.name, expected: file.size, actual: count)
  }

  private func arguments(from start: Int, entityTag: String?, headers: String) -> [String] {
    // The first argument disables the configuration file.
    var arguments = ["-q", "--silent", "--show-error", "--fail", "--location", "--globoff"]
    let schemes = options.mirror?.isPlain == true ? "=http,https" : "=https"
    arguments += ["--proto", schemes, "--proto-redir", schemes]
    arguments += ["--max-redirs", "\(Self.redirectionLimit)"]
    arguments += ["--connect-timeout", "\(options.timeout)"]
    arguments += ["--speed-limit", "1", "--speed-time", "\(options.timeout)"]
    arguments += ["--no-buffer", "--dump-header", headers]
    if start > 0 {
      arguments += ["--continue-at", "\(start)"]
      if let entityTag { arguments += ["--header", "If-Range: \(entityTag)"] }
    }
    return arguments + ["--url", options.mirror?.address(of: file) ?? file.address]
  }

  /// Returns the meaning of an exit status of curl (curl's manual, EXIT CODES).
  private func outcome(
    _ status: Int32, _ message: String, resumed: Bool
  ) throws(DownloadError) -> Outcome {
    let reason = Self.reason(message)
    switch status {
    case 1: throw .redirectionRefused(file: file.name, reason: reason)
    case 47: throw .redirectionRefused(file: file.name, reason: reason)
    case 22:
      guard let code = message.split(separator: " ").last.flatMap({ Int($0) }) else {
        throw .unreachable(file: file.name, reason: reason)
      }
      if code == 416, resumed { return .restart }
      throw .refused(file: file.name, status: code)
    case 33, 36: return .restart
    case 28: return .timedOut
    // The connection broke in a body, in an HTTP/2 stream, or before the answer.
    case 16, 18, 52, 55, 56, 92: return .lost(reason: reason)
    default: throw .unreachable(file: file.name, reason: reason)
    }
  }

  /// Returns curl's message without its number.
  private static func reason(_ message: String) -> String {
    guard message.hasPrefix("curl: ("), let end = message.firstIndex(of: ")") else {
      return message
    }
    return message[message.index(after: end)...].drop(while: { $0 == " " }).description
  }
}
