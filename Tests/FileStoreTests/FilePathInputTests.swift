// SPDX-License-Identifier: MIT

import FileStore
import Foundation
import ProgramRunning
import Testing

@Suite("Paths of inputs")
struct FilePathInputTests {
  @Test("a hyphen is standard input, and only a regular file can be read a second time")
  func kinds() throws {
    #expect(FilePath.inputName("-") == "standard input")
    #expect(FilePath.inputName("./-") == "./-")
    let files = try TemporaryDirectory(holding: ["a": Data("abc".utf8)])
    let link = files.path + "/link"
    try #require(symlink(files.path + "/a", link) == 0)
    let pipe = files.path + "/pipe"
    try #require(mkfifo(pipe, 0o600) == 0)
    #expect(FilePath.regularFile(link)?.st_size == 3)
    for path in ["-", files.path, files.path + "/none", pipe, "/dev/null"] {
      #expect(FilePath.regularFile(path) == nil, "\(path)")
    }
  }
}
