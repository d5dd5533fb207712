// SPDX-License-Identifier: MIT

import ALSAAudio
import FileStore
import Glibc
import Terminal

/// An open receiver of MIDI messages: a port of the sequencer, or a file.
enum MIDIOutput: ~Copyable {
  case port(SequencerPort)
  case file(MIDIFile)

  /// Opens a receiver.
  ///
  /// - Throws: `MIDIFailure`.
  init(_ destination: MIDIDestination) throws(MIDIFailure) {
    switch destination {
    case .ownPort: self = .port(try Self.port(nil))
    case .connected(let receiver): self = .port(try Self.port(receiver))
    case .file(let path): self = .file(try MIDIFile(path))
    }
  }

  private static func port(_ receiver: String?) throws(MIDIFailure) -> SequencerPort {
    do throws(SequencerError) {
      return try SequencerPort(named: "Headstock", connectedToBytes: receiver.map(PathText.bytes))
    } catch {
      throw MIDIFailure(description: "--midi: \(error).")
    }
  }

  /// The errno of the failure because of which messages are lost; `nil` for none.
  var failure: Int32? {
    switch self {
    case .port: nil
    case .file(let file): file.failure
    }
  }

  /// Sends a message without waiting for the receiver.
  ///
  /// - Returns: false if the receiver has no room now.
  mutating func send(_ bytes: [UInt8]) -> Bool {
    switch consume self {
    case .port(var port):
      let isSent = port.send(bytes)
      self = .port(port)
      return isSent
    case .file(var file):
      let isSent = file.send(bytes)
      self = .file(file)
      return isSent
    }
  }
}

/// A file, a FIFO or the node of a device that takes MIDI bytes.
struct MIDIFile: ~Copyable {
  private let descriptor: Int32
  /// The rest of a message that the receiver took only in part.
  private var rest: ArraySlice<UInt8> = []
  /// The errno of the first failure that is not the receiver's end; `nil` for none.
  private(set) var failure: Int32?

  /// Opens a FIFO or a device that exists, or makes a file.
  ///
  /// - Throws: `MIDIFailure`; an existing file is not overwritten.
  init(_ path: String) throws(MIDIFailure) {
    var status = stat()
    let exists = PathText.withCString(path) { stat($0, &status) } == 0
    let kind = status.st_mode & S_IFMT
    if exists, kind != S_IFIFO, kind != S_IFCHR {
      throw MIDIFailure(
        description:
          "--midi \(printable(path)): this exists and is no FIFO or device. Give another "
          + "name, or remove it.")
    }
    let flags = O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (exists ? 0 : O_CREAT | O_EXCL)
    let opened = PathText.open(path, flags, 0o666)
    guard opened >= 0 else {
      let code = errno
      let remedy =
        code == ENXIO
        ? "Start the program that reads it first" : "Check the name and its permissions"
      throw MIDIFailure(
        description: "--midi \(printable(path)): can't be opened "
          + "(\(errorText(code))). \(remedy).")
    }
    descriptor = opened
  }

  deinit { close(descriptor) }

  mutating func send(_ bytes: [UInt8]) -> Bool {
    guard rest.isEmpty || write() else { return false }
    rest = bytes[...]
    // The queue of the file holds the part that was not taken.
    _ = write()
    return true
  }

  /// Writes what is left of the last message; returns true if nothing is left.
  private mutating func write() -> Bool {
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        if errno == EAGAIN { return false }
        // Bytes for a receiver that has disappeared are dropped.
        if errno != EPIPE, errno != ENODEV, errno != ENXIO { failure = failure ?? errno }
        rest = []
      }
    }
    return true
  }
}

/// The reason why there is no receiver of MIDI messages.
package struct MIDIFailure: UsageError, Hashable {
  /// One sentence for a person, with the remedy at its end.
  package let description: String
}
