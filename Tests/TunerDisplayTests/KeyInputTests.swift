// SPDX-License-Identifier: MIT

import Foundation
import Terminal
import Testing
import TunerDisplay
import TunerTesting

@Suite("The keys of the display in time")
struct KeyInputTests {
  @Test("a single escape byte is a key after 25 ms, however often the display wakes before")
  func escape() throws {
    let keyboard = Pipe()
    let clock = ManualClock()
    let events = try #require(
      DisplayEvents(input: keyboard.fileHandleForReading.fileDescriptor, clock: clock))
    var input = KeyInput()
    func keys(after milliseconds: Int) -> [Key] {
      clock.advance(by: .milliseconds(milliseconds))
      events.notify()
      return events.wait(milliseconds: 1000, keyboard: &input, isWithoutKeys: false).keys
    }
    try keyboard.fileHandleForWriting.write(contentsOf: Data([0x1b]))
    // Updates at 60 Hz.
    #expect(keys(after: 0) == [])
    #expect(keys(after: 17) == [])
    #expect(keys(after: 17) == [.escape])
    try keyboard.fileHandleForWriting.write(contentsOf: Data("j".utf8))
    #expect(keys(after: 0) == [.character("j")])
    #expect(keys(after: 100) == [])
  }

  @Test("a sequence in pieces is one key, and an unfinished one ends 25 ms after its last byte")
  func pieces() {
    var input = KeyInput()
    #expect(input.keys(from: [0x1b], at: .zero) == [])
    #expect(input.keys(from: Array("[".utf8), at: .milliseconds(20)) == [])
    #expect(input.flush(at: .milliseconds(44)) == nil)
    #expect(input.keys(from: Array("A".utf8), at: .milliseconds(44)) == [.up])
    #expect(input.flush(at: .seconds(1)) == nil)
    #expect(input.keys(from: Array("\u{1b}[".utf8), at: .seconds(1)) == [])
    #expect(input.flush(at: .milliseconds(1025)) == .unknown)
    #expect(input.flush(at: .milliseconds(1026)) == nil)
    // A paste may last.
    #expect(input.keys(from: Array("\u{1b}[200~q".utf8), at: .seconds(2)) == [])
    #expect(input.flush(at: .seconds(3)) == nil)
    #expect(input.keys(from: Array("\u{1b}[201~".utf8), at: .seconds(4)) == [.pasted("q")])
  }
}
