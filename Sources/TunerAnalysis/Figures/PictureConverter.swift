// SPDX-License-Identifier: MIT

import Foundation

/// The converter from SVG to PNG: rsvg-convert, the program of the library librsvg.
struct PictureConverter {
  private static let program = "rsvg-convert"
  /// Two pixels a point: sharp on the screens of today, and on paper.
  private static let zoom = "2"

  private let path: String

  /// Finds the program.
  ///
  /// - Parameter searchPath: directories with colons between; the variable PATH without it.
  /// - Throws: `PictureConverterError.missing`.
  init(
    searchPath: String = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
  ) throws(PictureConverterError) {
    let candidates = searchPath.split(separator: ":").map { "\($0)/\(Self.program)" }
    guard let path = candidates.first(where: { access($0, X_OK) == 0 }) else { throw .missing }
    self.path = path
  }

  /// Returns the PNG of a picture.
  ///
  /// - Parameter svg: the document.
  /// - Returns: the bytes of the file.
  /// - Throws: `PictureConverterError.failed`.
  func png(of svg: String) throws(PictureConverterError) -> [UInt8] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = ["--format", "png", "--zoom", Self.zoom]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    do {
      try process.run()
      // It reads all of the picture before it writes, so neither waits for the other.
      try? input.fileHandleForWriting.write(contentsOf: Data(svg.utf8))
      try? input.fileHandleForWriting.close()
      let bytes = Array(output.fileHandleForReading.readDataToEndOfFile())
      process.waitUntilExit()
      guard process.terminationReason == .exit, process.terminationStatus == 0, !bytes.isEmpty
      else { throw PictureConverterError.failed(status: process.terminationStatus) }
      return bytes
    } catch let error as PictureConverterError {
      throw error
    } catch {
      throw .missing
    }
  }
}

/// The reason why there is no PNG.
enum PictureConverterError: Error, Equatable, CustomStringConvertible {
  /// The program is not installed.
  case missing
  /// The program did not do it.
  case failed(status: Int32)

  var description: String {
    switch self {
    case .missing:
      "--plot FILE.png needs the program rsvg-convert, which is not here. "
        + "Install it (apt-get install librsvg2-bin), or write FILE.svg."
    case .failed(let status):
      "rsvg-convert could not make the PNG (status \(status)). Write FILE.svg instead."
    }
  }
}
