// SPDX-License-Identifier: MIT

import ChildProcesses
import Foundation
import Terminal

/// The converter from SVG to PNG: rsvg-convert, the program of the library librsvg.
struct PictureConverter {
  private static let program = "rsvg-convert"
  /// The scale of the PNG: two pixels a point, sharp on a high-resolution screen and in print.
  private static let zoom = "2"
  /// The limits of a conversion in seconds and bytes, above the needs of any picture.
  private static let timeLimit = 120.0
  private static let outputLimit = 256 << 20

  private let path: String

  /// Finds the program.
  ///
  /// - Parameter searchPath: directories, separated by colons; by default the variable PATH.
  /// - Throws: `PictureConverterError.missing`.
  init(
    searchPath: String? = ProcessInfo.processInfo.environment["PATH"]
  ) throws(PictureConverterError) {
    guard let path = Launch.path(of: Self.program, in: searchPath) else { throw .missing }
    self.path = path
  }

  /// Returns the PNG of a picture.
  ///
  /// - Parameter svg: the document.
  /// - Returns: the bytes of the file.
  /// - Throws: `PictureConverterError.notStarted`, `.failed`.
  func png(of svg: String) throws(PictureConverterError) -> [UInt8] {
    let run = BoundedRun(
      path: path, arguments: ["--format", "png", "--zoom", Self.zoom],
      environment: ProcessInfo.processInfo.environment, input: Array(svg.utf8),
      timeLimit: Self.timeLimit, outputLimit: Self.outputLimit)
    let outcome: BoundedRun.Outcome
    do throws(ChildError) { outcome = try run.run() } catch { throw .notStarted("\(error)") }
    guard outcome.ending == .exited(0), !outcome.output.isEmpty else {
      throw .failed(reason: outcome.reason)
    }
    return outcome.output
  }
}

/// The reason why there is no PNG.
enum PictureConverterError: Error, Equatable, CustomStringConvertible {
  /// The program is not installed.
  case missing
  /// The system could not start it.
  case notStarted(String)
  /// The program failed.
  case failed(reason: String)

  var description: String {
    switch self {
    case .missing:
      "--plot FILE.png needs the program rsvg-convert, which is not here. "
        + "Install it (apt-get install librsvg2-bin), or write FILE.svg."
    case .notStarted(let reason): "rsvg-convert could not be started (\(reason)). Write FILE.svg."
    case .failed(let reason):
      "rsvg-convert could not make the PNG (\(printable(reason))). Write FILE.svg instead."
    }
  }
}
