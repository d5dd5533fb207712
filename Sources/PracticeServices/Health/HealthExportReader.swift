// SPDX-License-Identifier: MIT

import CExpat
import FileStore
import Glibc
public import PracticeGoals

/// Reads the `export.xml` of Apple Health, block by block, in constant memory.
///
/// The parser is expat, and it receives one block at a time. The reader stops at an entity
/// declaration and at a tag longer than `longestTag`, so memory does not grow with the input.
public final class HealthExportReader {
  /// The progress of a reading.
  public struct Progress: Hashable, Sendable {
    /// The number of bytes read.
    public let bytesRead: Int64
    /// The size of the file in bytes; `nil` if it is unknown, as for a pipe.
    public let byteCount: Int64?
    /// True if the whole file was read.
    public let isDone: Bool
  }

  /// The longest tag that is read, in bytes.
  public static let longestTag = 1 << 20
  private static let blockCount = 1 << 18
  private static let root = "HealthData"

  private let path: String
  private let descriptor: Int32
  private let parser: OpaquePointer
  private let byteCount: Int64?
  private var bytesRead: Int64 = 0
  private var block = [UInt8](repeating: 0, count: blockCount)
  private var depth = 0
  private var failure: HealthExportError?
  /// The totals so far; complete at the end of the reading.
  public private(set) var totals: HealthTotals

  /// Opens an export.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - start: the first moment that counts.
  ///   - end: the first moment that no longer counts.
  /// - Throws: `HealthExportError.readFailed`.
  public init(path: String, from start: WallTime, to end: WallTime) throws(HealthExportError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .readFailed(path: path, code: errno) }
    guard let parser = XML_ParserCreate(nil) else {
      close(descriptor)
      throw .readFailed(path: path, code: ENOMEM)
    }
    var status = stat()
    let isFile = fstat(descriptor, &status) == 0 && status.isRegularFile
    self.path = path
    self.descriptor = descriptor
    self.parser = parser
    byteCount = isFile ? Int64(status.st_size) : nil
    totals = HealthTotals(from: start, to: end)
    listen()
  }

  deinit {
    XML_ParserFree(parser)
    close(descriptor)
  }

  /// Reads all of it.
  ///
  /// - Parameter report: receives the progress from time to time.
  /// - Returns: the totals.
  /// - Throws: `HealthExportError`.
  public func readAll(
    _ report: (Progress) -> Void = { _ in }
  ) throws(HealthExportError) -> HealthTotals {
    while true {
      let progress = try step()
      report(progress)
      if progress.isDone { return totals }
    }
  }

  /// Reads the next block.
  ///
  /// - Throws: `HealthExportError`; no more blocks can be read then.
  public func step() throws(HealthExportError) -> Progress {
    let count = try readBlock()
    bytesRead += Int64(count)
    let status = block.withUnsafeBytes { buffer in
      XML_Parse(
        parser, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(count),
        count == 0 ? 1 : 0)
    }
    if let failure { throw failure }
    guard status != XML_STATUS_ERROR else {
      let reason = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) }
      throw .notXML(path: path, line: line, reason: reason ?? "unknown")
    }
    // The bytes that the parser received and has not finished belong to one tag.
    let waiting = bytesRead - Int64(XML_GetCurrentByteIndex(parser))
    if count > 0, waiting > Int64(Self.longestTag) {
      throw .tagTooLong(path: path, line: line, limit: Self.longestTag)
    }
    return Progress(bytesRead: bytesRead, byteCount: byteCount, isDone: count == 0)
  }

  private var line: Int { Int(XML_GetCurrentLineNumber(parser)) }

  private func readBlock() throws(HealthExportError) -> Int {
    while true {
      let count = block.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 { return count }
      if errno != EINTR { throw .readFailed(path: path, code: errno) }
    }
  }

  // MARK: - Callbacks of the parser

  private func listen() {
    // The parser does not outlive this reader, and calls back only during `step()`.
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetStartElementHandler(parser) { context, name, attributes in
      HealthExportReader.of(context)?.begin(name, attributes)
    }
    XML_SetEndElementHandler(parser) { context, _ in
      HealthExportReader.of(context)?.depth -= 1
    }
    XML_SetEntityDeclHandler(parser) { context, _, _, _, _, _, _, _, _ in
      guard let reader = HealthExportReader.of(context) else { return }
      reader.stop(.declaresEntities(path: reader.path, line: reader.line))
    }
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> HealthExportReader? {
    context.map { Unmanaged<HealthExportReader>.fromOpaque($0).takeUnretainedValue() }
  }

  private func begin(
    _ name: UnsafePointer<CChar>?,
    _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  ) {
    depth += 1
    guard let name, let attributes, depth <= 2 else { return }
    let element = String(cString: name)
    if depth == 1 {
      if element != Self.root {
        stop(.notHealthData(path: path, root: String(element.prefix(80))))
      }
      return
    }
    guard element == "Record" || element == "Workout" else { return }
    var found: [String: String] = [:]
    var index = 0
    while let key = attributes[index], let value = attributes[index + 1] {
      found[String(cString: key)] = String(cString: value)
      index += 2
    }
    totals.take(element: element, found)
  }

  private func stop(_ error: HealthExportError) {
    if failure == nil { failure = error }
    XML_StopParser(parser, 0)
  }
}
