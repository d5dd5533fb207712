// SPDX-License-Identifier: MIT

import Testing

@testable import PracticeServices

@Suite("The directory of practice")
struct PracticePlacesTests {
  @Test(
    "is below XDG_DATA_HOME, or below the home directory",
    arguments: [
      (["XDG_DATA_HOME": "/data", "HOME": "/home/a"], "/data/headstock/practice"),
      (["XDG_DATA_HOME": "data", "HOME": "/home/a"], "/home/a/.local/share/headstock/practice"),
      (["HOME": "/home/a"], "/home/a/.local/share/headstock/practice"),
    ])
  func finds(environment: [String: String], directory: String) throws {
    let places = try PracticePlaces(environment: environment)
    #expect(places.directory == directory)
    #expect(places.gateFile.hasPrefix(directory + "/"))
    #expect(places.monitorLock != places.gateFile)
    #expect(places.journal.directory == directory + "/journal")
  }

  @Test("is refused without a home directory", arguments: [[:], ["HOME": ""], ["HOME": "x"]])
  func refuses(environment: [String: String]) {
    #expect(throws: PracticePlaceError.noHome) { try PracticePlaces(environment: environment) }
  }
}
