// SPDX-License-Identifier: MIT

import FileStore
import Testing

@Suite("User directories")
struct UserDirectoriesTests {
  struct Row {
    let environment: [String: String]
    let cache: String?
  }

  /// XDG Base Directory Specification 0.8: relative values are invalid and ignored.
  static let rows = [
    Row(environment: ["XDG_CACHE_HOME": "/x/y", "HOME": "/h"], cache: "/x/y/headstock"),
    Row(environment: ["XDG_CACHE_HOME": "/x/y//", "HOME": "/h"], cache: "/x/y/headstock"),
    Row(environment: ["XDG_CACHE_HOME": "x/y", "HOME": "/h"], cache: "/h/.cache/headstock"),
    Row(environment: ["XDG_CACHE_HOME": "", "HOME": "/h"], cache: "/h/.cache/headstock"),
    Row(environment: ["HOME": "/"], cache: "/.cache/headstock"),
    Row(environment: ["HOME": "h"], cache: nil),
    Row(environment: [:], cache: nil),
  ]

  @Test("follow the XDG specification", arguments: rows)
  func cache(row: Row) throws {
    let directories = UserDirectories(environment: row.environment)
    if let cache = row.cache {
      #expect(try directories.cache() == cache)
    } else {
      #expect(throws: FileStoreError.noHome(variable: "XDG_CACHE_HOME")) {
        try directories.cache()
      }
    }
  }

  private func places(_ environment: [String: String]) throws -> [String] {
    let directories = UserDirectories(environment: environment)
    return try [
      directories.configuration(), directories.state(), directories.cache(),
    ]
  }

  // The defaults of the XDG Base Directory Specification 0.8.
  @Test("have the defaults of the specification without variables")
  func defaults() throws {
    #expect(
      try places(["HOME": "/home/p"]) == [
        "/home/p/.config/tuner", "/home/p/.local/state/tuner", "/home/p/.cache/headstock",
      ])
  }

  @Test("follow each its own variable, without a trailing slash")
  func variables() throws {
    let environment = [
      "HOME": "/home/p", "XDG_CONFIG_HOME": "/c/", "XDG_STATE_HOME": "/s", "XDG_CACHE_HOME": "/k//",
    ]
    #expect(try places(environment) == ["/c/tuner", "/s/tuner", "/k/headstock"])
  }

  @Test("count a variable that is empty or relative as not set, as the specification says")
  func ignored() throws {
    let environment = ["HOME": "/home/p", "XDG_CONFIG_HOME": "", "XDG_STATE_HOME": "relative"]
    let directories = UserDirectories(environment: environment)
    #expect(try directories.configuration() == "/home/p/.config/tuner")
    #expect(try directories.state() == "/home/p/.local/state/tuner")
  }

  @Test("are missing without a home directory, and the error names the variable to set")
  func withoutHome() {
    #expect(throws: FileStoreError.noHome(variable: "XDG_CONFIG_HOME")) {
      try UserDirectories(environment: [:]).configuration()
    }
    #expect(throws: FileStoreError.noHome(variable: "XDG_STATE_HOME")) {
      try UserDirectories(environment: ["HOME": "no/path"]).state()
    }
  }
}
