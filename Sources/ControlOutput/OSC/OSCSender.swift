// SPDX-License-Identifier: MIT

import FileFormats
import FileStore
import Glibc
import Synchronization
package import TunerRuntime
package import Tuning

/// A sender of the live readings as OSC messages over UDP.
///
/// Each update is one message. `/tuner/pitch` has the frequency in hertz, the deviation in cents,
/// the confidence, the note, and the number of the string, 0 for none. `/tuner/silence` has no
/// arguments and is sent once when no reading has a target any more, also while a note sounds that
/// is far from every string. A reading without a target has no deviation and is not sent. Messages
/// to a receiver that is not listening are lost, as always with UDP.
package final class OSCSender: LiveSink {
  private struct State {
    var descriptor: Int32
    var isSilent = true
  }

  private let state: Mutex<State>

  /// Opens a socket to a receiver.
  ///
  /// A name with addresses of both families is reached by IPv4: a datagram has no answer that would
  /// tell where a program listens, and most receivers of OSC listen on IPv4 or on both. Messages to
  /// both addresses would arrive twice at a receiver of both.
  ///
  /// - Parameter destination: the receiver.
  /// - Throws: `OSCDestinationError.unknownHost` for a name that has no address, and `.unreachable`
  ///   for one that this machine cannot send to.
  package init(_ destination: OSCDestination) throws(OSCDestinationError) {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(destination.host, String(destination.port), &hints, &found)
    guard status == 0 else {
      throw Self.isUnknown(status)
        ? .unknownHost(destination.host)
        : .unreachable(destination.host, reason: String(cString: gai_strerror(status)))
    }
    defer { freeaddrinfo(found) }
    var failure: Int32 = 0
    for isPreferred in [true, false] {
      var next = found
      while let address = next?.pointee {
        next = address.ai_next
        guard (address.ai_family == AF_INET) == isPreferred else { continue }
        if let descriptor = Self.connected(to: address) {
          state = Mutex(State(descriptor: descriptor))
          return
        }
        if failure == 0 { failure = errno }
      }
    }
    throw .unreachable(destination.host, reason: errorText(failure))
  }

  /// True if a name has no address; false if it could not be looked up.
  private static func isUnknown(_ status: Int32) -> Bool {
    // EAI_NODATA, -5, is not in the headers without extensions of GNU.
    status == EAI_NONAME || status == -5
  }

  /// Returns a socket to an address; `nil` after a failure, whose code is in `errno`.
  private static func connected(to address: addrinfo) -> Int32? {
    let descriptor = socket(
      address.ai_family, address.ai_socktype | O_CLOEXEC | O_NONBLOCK, address.ai_protocol)
    guard descriptor >= 0 else { return nil }
    if connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 { return descriptor }
    let code = errno
    close(descriptor)
    errno = code
    return nil
  }

  deinit { state.withLock { _ = close($0.descriptor) } }

  /// Sends nothing.
  package func begin(_: LiveStream) {}

  /// Sends the message of a reading.
  package func take(_ result: PitchResult) {
    let message = OSCReading.message(of: result)
    state.withLock { state in
      guard let message else {
        if !state.isSilent { Self.send(OSCReading.silence, state.descriptor) }
        state.isSilent = true
        return
      }
      state.isSilent = false
      Self.send(message, state.descriptor)
    }
  }

  /// Sends nothing: a message has one pitch.
  package func take(_: StrumResult) {}

  /// Changes nothing.
  package func retarget(_: [StrumTarget]?) {}

  /// Sends the silence after a note.
  package func end() {
    state.withLock { state in
      if !state.isSilent { Self.send(OSCReading.silence, state.descriptor) }
      state.isSilent = true
    }
  }

  /// Sends a message; it is lost if the buffer is full or the receiver is not listening.
  private static func send(_ message: OSCMessage, _ descriptor: Int32) {
    let bytes = message.bytes
    _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }
}
