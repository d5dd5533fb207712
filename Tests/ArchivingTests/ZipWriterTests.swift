// SPDX-License-Identifier: MIT

import Archiving
import Foundation
import ProgramRunning
import Testing

@Suite("Zip writer")
struct ZipWriterTests {
  @Test("Python reads every member; a member is deflated where that is smaller")
  func readByPython() throws {
    let text = Array(String(repeating: "one ", count: 1000).utf8)
    let archive = ZipWriter.bytes(of: [
      .init(name: "README.txt", bytes: text), .init(name: "é.bin", bytes: Array(0...255)),
      .init(name: "empty", bytes: []),
    ])
    #expect(archive.count < 1000)
    let place = try TemporaryDirectory(holding: ["made.zip": Data(archive)])
    let script = """
      import sys, zipfile
      with zipfile.ZipFile(sys.argv[1]) as z:
          assert z.testzip() is None
          for i in z.infolist():
              print(i.filename, i.compress_type, i.file_size, i.date_time, z.read(i)[:3])
      """
    let outcome = try Program(path: "/usr/bin/env").run([
      "python3", "-c", script, place.path + "/made.zip",
    ])
    #expect(outcome.errors == "")
    #expect(
      outcome.output == """
        README.txt 8 4000 (1980, 1, 1, 0, 0, 0) b'one'
        é.bin 0 256 (1980, 1, 1, 0, 0, 0) b'\\x00\\x01\\x02'
        empty 0 0 (1980, 1, 1, 0, 0, 0) b''

        """)
  }

  @Test("equal files give equal archives, and no files give an empty archive")
  func reproducible() {
    let member = ZipWriter.Member(name: "a", bytes: Array("abc".utf8))
    #expect(ZipWriter.bytes(of: [member]) == ZipWriter.bytes(of: [member]))
    #expect(
      ZipWriter.bytes(of: []) == Array("PK\u{5}\u{6}".utf8) + [UInt8](repeating: 0, count: 18))
  }
}
