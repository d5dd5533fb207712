// SPDX-License-Identifier: MIT

import Testing

@testable import PracticeServices

@Suite("The directory of practice")
struct PracticeDirectoriesTests {
  @Test(
    "is below XDG_DATA_HOME, or below the home directory",
    arguments: [
      (["XDG_DATA_HOME": "/data", "HOME": "/home/a"], "/data/headstock/practice"),
      (["XDG_DATA_HOME": "data", "HOME": "/home/a"], "/home/a/.local/share/headstock/practice"),
      (["HOME": "/home/a"], "/home/a/.local/share/headstock/practice"),
    ])
  func finds(environment: [String: String], directory: String) throws {
    let directories = try PracticeDirectories(environment: environment)
    #expect(directories.directory == directory)
    #expect(directories.gateFile.hasPrefix(directory + "/"))
    #expect(directories.monitorLock != directories.gateFile)
    #expect(directories.journal.directory == directory + "/journal")
  }

  @Test("is refused without a home directory", arguments: [[:], ["HOME": ""], ["HOME": "x"]])
  func refuses(environment: [String: String]) {
    #expect(throws: PracticeDirectoryError.noHome) {
      try PracticeDirectories(environment: environment)
    }
  }
}
