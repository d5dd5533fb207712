// SPDX-License-Identifier: MIT

import ChildProcesses
import FileFormats

/// The nodes of the running PipeWire, as the program `pw-dump` lists them.
package enum PipeWireListing: Hashable, Sendable {
  /// The nodes.
  case nodes([PipeWireNode])
  /// `pw-dump` is not installed.
  case noProgram
  /// `pw-dump` failed, with the reason.
  case failed(String)

  private static let program = "pw-dump"
  private static let timeLimit = 5.0
  private static let outputLimit = 16 << 20

  /// Returns true if a device of ALSA names a node that PipeWire does not have.
  ///
  /// PipeWire lets a stream wait for such a node, or connects it to another one, without an error.
  ///
  /// - Parameters:
  ///   - deviceName: the name of the device.
  ///   - environment: the variables of this process.
  /// - Returns: true if PipeWire has no such node; false if it has one or does not answer.
  package static func lacks(_ deviceName: String, environment: [String: String]) -> Bool {
    guard let name = PipeWireNode.name(in: deviceName),
      case .nodes(let nodes) = current(environment: environment)
    else { return false }
    return !nodes.contains { $0.name == name }
  }

  /// Asks the running PipeWire.
  ///
  /// - Parameter environment: the variables of this process.
  /// - Returns: the nodes, or the reason why there are none.
  package static func current(environment: [String: String]) -> PipeWireListing {
    guard let path = Launch.path(of: program, in: environment["PATH"]) else { return .noProgram }
    let outcome: BoundedRun.Outcome
    do throws(ChildError) {
      outcome = try BoundedRun(
        path: path, arguments: [], environment: environment, timeLimit: timeLimit,
        outputLimit: outputLimit
      ).run()
    } catch {
      return .failed("\(error)")
    }
    guard outcome.ending == .exited(0) else {
      return .failed(outcome.reason)
    }
    do throws(JSONError) {
      return .nodes(try PipeWireNode.nodes(in: outcome.output))
    } catch {
      return .failed("line \(error.line) of its output is no JSON")
    }
  }
}
