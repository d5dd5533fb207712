// SPDX-License-Identifier: MIT

/// An error in what a person asked a program for: a value, a name, a combination.
///
/// The description is a sentence that ends in the remedy. A program prints it, names the help of
/// the command, and ends with ``ExitStatus/usage``.
package protocol UsageError: Error, CustomStringConvertible {}
