// SPDX-License-Identifier: MIT

import Foundation
import PageServing
import Terminal

/// The built page: a folder of static files, which are read once.
struct PageFolder {
  /// The largest number of files of a page, and the largest number of bytes of all files.
  private static let mostFiles = 256
  private static let mostBytes = 32 << 20
  private static let types = [
    "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8", "svg": "image/svg+xml", "wasm": "application/wasm",
    "webmanifest": "application/manifest+json", "png": "image/png",
  ]
  /// The element in which a served page finds its session.
  private static let emptyElement = #"<meta name="headstock-session" content="">"#
  private static let filledElement =
    #"<meta name="headstock-session" content="\#(PageServer.recordsName)">"#

  /// The files by their paths in the folder.
  let files: [String: ServedFile]

  /// Reads a folder.
  ///
  /// - Parameter directory: the folder; `nil` for the program's own.
  /// - Throws: `PageFolderError`.
  init(_ directory: String?) throws(PageFolderError) {
    let places = directory.map { [$0] } ?? Self.places
    guard let place = places.first(where: { Self.hasPage($0) }) else {
      throw .noPage(places: places)
    }
    var files: [String: ServedFile] = [:]
    var byteCount = 0
    for name in (try? FileManager.default.subpathsOfDirectory(atPath: place)) ?? [] {
      let path = place + "/" + name
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      guard attributes?[.type] as? FileAttributeType == .typeRegular else { continue }
      byteCount += attributes?[.size] as? Int ?? 0
      guard files.count < Self.mostFiles, byteCount <= Self.mostBytes else {
        throw .tooMuch(place: place)
      }
      guard var data = FileManager.default.contents(atPath: path) else {
        throw .unreadable(path: path)
      }
      if name == "index.html" { data = try Self.withSession(data, in: place) }
      let suffix = name.split(separator: ".").last.map(String.init) ?? ""
      files[name] = ServedFile(data, type: Self.types[suffix] ?? "application/octet-stream")
    }
    self.files = files
  }

  /// The folder of an installed program, and that of a build.
  private static var places: [String] {
    guard
      let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    else { return [] }
    let directory = URL(fileURLWithPath: program).deletingLastPathComponent()
    return ["../share/headstock/page", "../../web/page"].map {
      directory.appendingPathComponent($0).standardizedFileURL.path
    }
  }

  /// Returns true if a folder holds a built page, and not only its sources.
  private static func hasPage(_ place: String) -> Bool {
    ["index.html", "headstock.wasm"].allSatisfy {
      FileManager.default.fileExists(atPath: place + "/" + $0)
    }
  }

  /// Tells the page where the records are.
  private static func withSession(_ data: Data, in place: String) throws(PageFolderError) -> Data {
    let text = String(decoding: data, as: UTF8.self)
    guard text.contains(emptyElement) else { throw .anotherPage(place: place) }
    return Data(text.replacing(emptyElement, with: filledElement).utf8)
  }
}

/// The reason why a folder can't be served.
enum PageFolderError: UsageError, Equatable {
  case noPage(places: [String])
  /// The page has no element for the session: it is of another version, or not the tuner's page.
  case anotherPage(place: String)
  case tooMuch(place: String)
  case unreadable(path: String)

  var description: String {
    switch self {
    case .noPage(let places):
      "there is no page in \(places.joined(separator: " or ")). Build it with scripts/web-page.sh, "
        + "and name its folder with --page"
    case .anotherPage(let place):
      "\(place): this is not the page of this version. Build it with scripts/web-page.sh"
    case .tooMuch(let place):
      "\(place): too many or too large files for a page. Name the page's own folder with --page"
    case .unreadable(let path): "\(path): can't be read. Change its permissions"
    }
  }
}
