// SPDX-License-Identifier: MIT

import Acoustics
import FileFormats
import Testing
import Tuning

@testable import ControlOutput

@Suite("Live readings as OSC messages")
struct OSCReadingTests {
  private func result(_ hertz: Double, confidence: Double = 0.9) -> PitchResult {
    PitchClassifier(selection: .strings(.standard)).classify(
      PitchEstimate(frequency: Hertz(hertz), confidence: confidence), level: nil, at: .start)
  }

  @Test("a reading has hertz, cents, confidence, note and string")
  func reading() throws {
    let message = try #require(OSCReading.message(of: result(110)))
    #expect(message.address == "/tuner/pitch")
    #expect(
      message.arguments
        == [.float(110), .float(0), .float(0.9), .text("A2"), .integer(5)])
  }

  @Test("far from a locked string a reading has the true deviation")
  func far() throws {
    let locked = try PitchClassifier(
      selection: .strings(.standard), system: .concert, lockedTo: 5)
    let result = locked.classify(
      PitchEstimate(frequency: Hertz(220), confidence: 0.9), level: nil, at: .start)
    let message = try #require(OSCReading.message(of: result))
    #expect(message.arguments[1] == .float(1200))
  }

  @Test("noise, and a pitch that is near no string, have no message")
  func silence() {
    #expect(OSCReading.message(of: result(110, confidence: 0.1)) == nil)
    #expect(OSCReading.message(of: result(30)) == nil)
    #expect(OSCReading.message(of: PitchResult(timestamp: .start)) == nil)
  }

  @Test(
    "a receiver is a host and a port",
    arguments: [("localhost:9000", "localhost", 9000), ("[::1]:1", "::1", 1)])
  func destination(text: String, host: String, port: Int) throws {
    let destination = try OSCDestination(text)
    #expect(destination.host == host && destination.port == port)
  }

  @Test("anything else is refused", arguments: ["", "localhost", ":9000", "a:0", "a:65536", "a:x"])
  func refused(text: String) {
    #expect(throws: OSCDestinationError.malformed(text)) { try OSCDestination(text) }
  }

  @Test("a receiver that cannot be reached is refused with the reason of the system")
  func unreachable() throws {
    // A broadcast needs a permission that the socket does not ask for.
    let broadcast = try OSCDestination("255.255.255.255:9000")
    let error = #expect(throws: OSCDestinationError.self) { try OSCSender(broadcast) }
    #expect(error?.description.contains("cannot send to 255.255.255.255") == true)
  }
}
