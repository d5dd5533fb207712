// SPDX-License-Identifier: MIT

/// A boundary of the programs with its test inputs.
///
/// A target takes any bytes and returns no verdict. A trap, an error of a sanitizer or an endless
/// loop is a failure. If a result can be computed in two ways, the target compares them and traps
/// if they differ.
public struct FuzzTarget: Sendable {
  /// The name of the target on a command line.
  public let name: String
  /// The fuzzed function, in a few words.
  public let subject: String
  /// Valid inputs, which the fuzzer then damages.
  public let seeds: @Sendable () -> [[UInt8]]
  /// Takes one input.
  public let run: @Sendable ([UInt8]) -> Void

  init(
    _ name: String, _ subject: String, seeds: @escaping @Sendable () -> [[UInt8]],
    run: @escaping @Sendable ([UInt8]) -> Void
  ) {
    self.name = name
    self.subject = subject
    self.seeds = seeds
    self.run = run
  }

  /// A target whose seeds are texts.
  init(
    _ name: String, _ subject: String, texts: [String],
    run: @escaping @Sendable ([UInt8]) -> Void
  ) {
    self.init(name, subject, seeds: { texts.map { Array($0.utf8) } }, run: run)
  }

  /// All targets.
  public static let all =
    audio + banks + archives + annotations + tunings + storage + streams + words

  /// A target that traps on purpose; it is not among ``all``.
  ///
  /// It shows that a fuzzer without findings has really searched.
  public static let canary = FuzzTarget("canary", "what must be found", texts: ["headstoc"]) {
    precondition($0.count < 9 || $0[8] != UInt8(ascii: "k"), "The canary was found.")
  }

  /// Finds a target.
  ///
  /// - Parameter name: the name of the target.
  /// - Returns: `nil` if there is none.
  public static func named(_ name: String) -> FuzzTarget? {
    (all + [canary]).first { $0.name == name }
  }
}
