// SPDX-License-Identifier: MIT

import Glibc

/// How a program is started: by a list of arguments, and never by a shell.
public struct Launch: Sendable {
  /// What a program is started apart from.
  public enum Separation: Sendable {
    /// Nothing: a key of the terminal that ends this process ends both.
    case none
    /// The group of processes, so that all it starts can be ended with it.
    case group
    /// The session, so that it lives on when this one ends.
    case session
  }

  /// The path of the executable.
  public var path: String
  /// The arguments, with the name in front.
  public var arguments: [String]
  /// The variables, all of them.
  public var environment: [String: String]
  /// What it is started apart from.
  public var separation: Separation
  /// The descriptor that becomes its standard input; `nil` for nothing to read.
  public var input: Int32?
  /// The descriptor that becomes its standard output; `nil` for nobody who reads it.
  public var output: Int32?
  /// The descriptor that becomes its standard error; `nil` for nobody who reads it.
  public var complaints: Int32?

  /// Describes a start.
  ///
  /// - Parameters:
  ///   - path: the path of the executable.
  ///   - arguments: the arguments, with the name in front.
  ///   - environment: the variables, all of them.
  ///   - separation: what it is started apart from.
  ///   - input: the descriptor that becomes its standard input; `nil` for nothing to read.
  ///   - output: the descriptor that becomes its standard output; `nil` for nobody who reads it.
  ///   - complaints: the descriptor that becomes its standard error; `nil` for nobody who reads it.
  public init(
    path: String, arguments: [String], environment: [String: String], separation: Separation,
    input: Int32? = nil, output: Int32? = nil, complaints: Int32? = nil
  ) {
    self.path = path
    self.arguments = arguments
    self.environment = environment
    self.separation = separation
    self.input = input
    self.output = output
    self.complaints = complaints
  }

  /// Looks a program up as a shell would.
  ///
  /// - Parameters:
  ///   - name: a path, or the name of a program.
  ///   - searchPath: directories with colons between; those that are no absolute paths are left out.
  /// - Returns: the path of a file that may be run; `nil` where there is none.
  public static func path(of name: String, in searchPath: String?) -> String? {
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
