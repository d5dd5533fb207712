// SPDX-License-Identifier: MIT

import FileStore
import Glibc

/// The folder with the sounds of several recordings, one WAV file each, beside their page.
struct PageSounds {
  /// The path of the folder.
  let folder: String

  /// Names the folder of a page: `session-sound` beside `session.html`.
  init(page: String) {
    let name = FilePath.name(of: page)
    let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    folder = String(page.dropLast(name.count)) + (stem.isEmpty ? name : stem) + "-sound"
  }

  /// The name of the folder.
  var name: String { FilePath.name(of: folder) }

  /// Returns the path of the sound of a recording, by its number on the page.
  func path(of number: Int) -> String { folder + "/\(number).wav" }

  /// Returns the reference of the page to the sound of a recording.
  func reference(of number: Int) -> String { Self.escaped(name) + "/\(number).wav" }

  /// Makes the folder.
  ///
  /// - Returns: true if it is new.
  /// - Throws: `OutputError.cannotWrite`.
  func make() throws(OutputError) -> Bool {
    let isNew = PathText.withCString(folder) { access($0, F_OK) } != 0
    let code = FilePath.makeDirectory(folder, mode: 0o777)
    guard code == 0 else { throw .cannotWrite(place: folder, code: code) }
    return isNew
  }

  /// Removes the sound of a recording, by its number on the page.
  func remove(_ number: Int) { PathText.withCString(path(of: number)) { _ = unlink($0) } }

  /// Removes the folder if it is empty.
  func remove() { PathText.withCString(folder) { _ = rmdir($0) } }

  /// Returns a name for a URL: every byte except letters, digits and `-._~` becomes `%XX` (RFC
  /// 3986, §2.3).
  private static func escaped(_ name: String) -> String {
    PathText.bytes(of: name).map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        String(UnicodeScalar(byte))
      default:
        "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }.joined()
  }
}
