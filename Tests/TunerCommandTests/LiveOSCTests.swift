// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning
import Testing

@Suite("tuner live --osc")
struct LiveOSCTests {
  private let tuner = Program("tuner")

  /// A receiver of datagrams on this host.
  private struct Receiver {
    let descriptor: Int32
    let port: Int

    init() throws {
      let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | O_NONBLOCK | O_CLOEXEC, 0)
      try #require(descriptor >= 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let bound = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
        }
      }
      try #require(bound)
      self.descriptor = descriptor
      port = Int(UInt16(bigEndian: address.sin_port))
    }

    /// The datagrams that have come.
    func datagrams() -> [[UInt8]] {
      var found: [[UInt8]] = []
      var buffer = [UInt8](repeating: 0, count: 1024)
      while true {
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count < 0 { return found }
        found.append(Array(buffer[..<count]))
      }
    }
  }

  // The receiver listens on IPv4 only. On many machines localhost is an address of IPv6 too.
  @Test("sends every reading of a note, and silence once behind it")
  func sends() throws {
    let receiver = try Receiver()
    defer { close(receiver.descriptor) }
    let silence = [Float](repeating: 0, count: 48000)
    let files = try TemporaryDirectory(holding: [
      "take.wav": WAVE.floats(WAVE.pluck(111, seconds: 1) + silence)
    ])
    let outcome = try tuner.run([
      "live", "--input", files.path + "/take.wav", "--osc", "localhost:\(receiver.port)",
    ])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let messages = receiver.datagrams()
    let pitches = messages.filter { $0.starts(with: Array("/tuner/pitch\0\0\0\0,fffsi\0\0".utf8)) }
    let ends = messages.filter { $0 == Array("/tuner/silence\0\0,\0\0\0".utf8) }
    #expect(pitches.count >= 5 && !ends.isEmpty && pitches.count + ends.count == messages.count)
    let last = try #require(pitches.last)
    func float(_ start: Int) -> Float {
      Float(bitPattern: last[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) })
    }
    // Address 16 bytes, tags 8, then hertz, cents, confidence, a text of 4 and the string.
    #expect(abs(float(24) - 111) < 0.5)
    #expect(abs(float(28) - 15.67) < 8)
    #expect(Array(last[36..<40]) == Array("A2\0\0".utf8))
    #expect(Array(last[40..<44]) == [0, 0, 0, 5])
    let records = outcome.output.split(separator: "\n").dropFirst()
    #expect(pitches.count <= records.count)
  }

  @Test("a receiver that is not there changes nothing, and a wrong one is refused")
  func absent() throws {
    let files = try TemporaryDirectory(holding: [
      "take.wav": WAVE.floats(WAVE.pluck(110, seconds: 0.8))
    ])
    let input = ["live", "--input", files.path + "/take.wav"]
    let plain = try tuner.run(input)
    let sent = try tuner.run(input + ["--osc", "127.0.0.1:9"])
    #expect(sent.status == 0 && sent.output == plain.output)
    let wrong = try tuner.run(input + ["--osc", "nowhere"])
    #expect(wrong.status == 2 && wrong.errors.contains("give a host and a port"))
    let strum = try tuner.run(input + ["--strum", "--osc", "127.0.0.1:9"])
    #expect(strum.status == 2 && strum.errors.contains("--osc or --strum"))
  }
}
