// SPDX-License-Identifier: MIT

import CLinux
import Glibc

/// The conditions under which a program starts: a list of arguments, and never a shell.
package struct Launch: Sendable {
  /// The separation of a child process from this one.
  package enum Separation: Sendable {
    /// None: a key of the terminal that ends this process also ends the child.
    case none
    /// A process group of its own, so that all processes of the child can be killed together.
    case group
    /// A session of its own, so that the child continues when this process ends.
    case session
  }

  /// The path of the executable.
  package var path: String
  /// The bytes of the arguments, beginning with the program's name.
  ///
  /// The name of a file need not be UTF-8.
  package var arguments: [[UInt8]]
  /// The complete variables of the program.
  package var environment: [String: String]
  /// The separation of the child process from this one.
  package var separation: Separation
  /// The descriptor for the child's standard input; `nil` for an empty input.
  package var input: Int32?
  /// The descriptor for the child's standard output; `nil` to discard the output.
  package var output: Int32?
  /// The descriptor for the child's standard error; `nil` to discard it.
  package var errorOutput: Int32?

  /// Describes a start.
  package init(
    path: String, arguments: [String], environment: [String: String], separation: Separation,
    input: Int32? = nil, output: Int32? = nil, errorOutput: Int32? = nil
  ) {
    self.path = path
    self.arguments = arguments.map { Array($0.utf8) }
    self.environment = environment
    self.separation = separation
    self.input = input
    self.output = output
    self.errorOutput = errorOutput
  }

  /// Finds a program by its name, like a shell.
  ///
  /// - Parameters:
  ///   - name: a path or the name of a program.
  ///   - searchPath: directories separated by colons; those that are not absolute paths are
  ///     ignored.
  /// - Returns: the path of an executable file; `nil` for none.
  package static func path(of name: String, in searchPath: String?) -> String? {
    func isProgram(_ path: String) -> Bool {
      var status = stat()
      return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        && access(path, X_OK) == 0
    }
    if name.contains("/") { return isProgram(name) ? name : nil }
    return (searchPath ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
      .map { "\($0)/\(name)" }.first { $0.hasPrefix("/") && isProgram($0) }
  }
}

/// Pipes to and from programs.
package enum ChildPipe {
  /// Makes a pipe that no child process inherits, even one that starts on another thread meanwhile.
  ///
  /// - Returns: the two ends, which the caller closes.
  /// - Throws: `ChildError.pipeFailed`.
  package static func ends() throws(ChildError) -> (reading: Int32, writing: Int32) {
    var pair: [Int32] = [-1, -1]
    guard headstock_pipe(&pair) == 0 else { throw .pipeFailed(code: errno) }
    return (pair[0], pair[1])
  }
}
