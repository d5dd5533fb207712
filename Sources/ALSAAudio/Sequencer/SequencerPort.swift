// SPDX-License-Identifier: MIT

import CALSA
import Glibc

/// A port of the ALSA sequencer, which sends MIDI messages to the ports that are connected to it.
///
/// Its functions do not wait for a receiver.
public struct SequencerPort: ~Copyable {
  private let client: OpaquePointer
  private let port: Int32
  private var encoder: EventEncoder

  /// Opens the sequencer, and makes a port.
  ///
  /// - Parameters:
  ///   - name: the name of the client, and of its port.
  ///   - receiver: the address of a port to connect to, such as `128:0`; `nil` for none.
  /// - Throws: `SequencerError`.
  public init(named name: String, connectedTo receiver: String? = nil) throws(SequencerError) {
    try self.init(named: name, connectedToBytes: receiver.map { Array($0.utf8) })
  }

  /// Opens the sequencer, and makes a port, for the name of a receiver that need not be UTF-8.
  ///
  /// - Parameters:
  ///   - name: the name of the client, and of its port.
  ///   - receiver: the bytes of the address of a port to connect to; `nil` for none.
  /// - Throws: `SequencerError`.
  public init(named name: String, connectedToBytes receiver: [UInt8]?) throws(SequencerError) {
    calsa_silence()
    var opened: OpaquePointer?
    let code = snd_seq_open(&opened, "default", SND_SEQ_OPEN_OUTPUT, SND_SEQ_NONBLOCK)
    guard code >= 0, let opened else { throw .noSequencer(code: -code) }
    do throws(SequencerError) {
      snd_seq_set_client_name(opened, name)
      let port = snd_seq_create_simple_port(
        opened, name, UInt32(SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ),
        UInt32(SND_SEQ_PORT_TYPE_MIDI_GENERIC | SND_SEQ_PORT_TYPE_APPLICATION))
      guard port >= 0 else { throw .noSequencer(code: -port) }
      if let receiver { try Self.connect(opened, port, to: receiver) }
      self.port = port
      encoder = EventEncoder()
      client = opened
    } catch {
      snd_seq_close(opened)
      throw error
    }
  }

  deinit { snd_seq_close(client) }

  private static func connect(
    _ client: OpaquePointer, _ port: Int32, to receiver: [UInt8]
  ) throws(SequencerError) {
    var address = snd_seq_addr_t()
    let name = String(decoding: receiver, as: UTF8.self)
    let characters = (receiver + [0]).map { CChar(bitPattern: $0) }
    guard snd_seq_parse_address(client, &address, characters) >= 0 else {
      throw .noReceiver(name: name)
    }
    let code = snd_seq_connect_to(client, port, Int32(address.client), Int32(address.port))
    guard code >= 0 else { throw .refused(name: name, code: -code) }
  }

  /// The address of the port: client and port.
  public var address: String { "\(snd_seq_client_id(client)):\(port)" }

  /// Sends one message to every connected port.
  ///
  /// - Parameter bytes: the bytes of one channel message.
  /// - Returns: false if the message was not sent because the sequencer has no room.
  public mutating func send(_ bytes: [UInt8]) -> Bool {
    guard var event = encoder.event(of: bytes) else {
      preconditionFailure("A channel message has all of its bytes.")
    }
    event.source.port = UInt8(port)
    event.dest.client = UInt8(SND_SEQ_ADDRESS_SUBSCRIBERS)
    event.dest.port = UInt8(SND_SEQ_ADDRESS_UNKNOWN)
    event.queue = UInt8(SND_SEQ_QUEUE_DIRECT)
    return snd_seq_event_output_direct(client, &event) >= 0
  }
}

/// The translation of MIDI bytes to events of the sequencer, by libasound.
struct EventEncoder: ~Copyable {
  private let encoder: OpaquePointer

  /// The longest message, in bytes.
  private static let longest = 16

  init() {
    var made: OpaquePointer?
    guard snd_midi_event_new(Self.longest, &made) >= 0, let made else {
      preconditionFailure("There is no memory for a translator.")
    }
    // Every message must begin with its status byte.
    snd_midi_event_no_status(made, 1)
    encoder = made
  }

  deinit { snd_midi_event_free(encoder) }

  /// Returns the event of one message; `nil` for an unfinished one.
  mutating func event(of bytes: [UInt8]) -> snd_seq_event_t? {
    var event = snd_seq_event_t()
    snd_midi_event_reset_encode(encoder)
    let used = snd_midi_event_encode(encoder, bytes, bytes.count, &event)
    guard used == bytes.count, event.type != UInt8(SND_SEQ_EVENT_NONE.rawValue) else { return nil }
    return event
  }
}

/// The reason why there is no port of the sequencer, or no connection.
public enum SequencerError: Error, Hashable, Sendable {
  /// The sequencer can't be opened; `code` is the system's errno.
  case noSequencer(code: Int32)
  /// No port has that address.
  case noReceiver(name: String)
  /// The port does not take a connection; `code` is the system's errno.
  case refused(name: String, code: Int32)
}

extension SequencerError: CustomStringConvertible {
  /// One sentence for a person, with the remedy at its end.
  public var description: String {
    switch self {
    case .noSequencer(let code):
      "the ALSA sequencer can't be opened (\(String(cString: strerror(code)))). Load its module with "
        + "sudo modprobe snd-seq, and join the group audio if access is denied"
    case .noReceiver(let name):
      "\(name) is no port of the ALSA sequencer. aconnect -o lists the ports that take messages"
    case .refused(let name, let code):
      "\(name) takes no messages (\(String(cString: strerror(code)))). aconnect -o lists the ports "
        + "that do"
    }
  }
}
