// SPDX-License-Identifier: MIT

import Glibc

/// The descriptors of standard input, output and error.
enum StandardDescriptors {
  /// Opens the null device for each of the three that is closed.
  ///
  /// Otherwise the next file that the program opens would get the number, and receive the output.
  /// The opposite direction of the device keeps the error of a closed descriptor, EBADF.
  static func reserve() {
    // A file gets the lowest free number, so the numbers are filled in order.
    for (number, direction) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
    ] where fcntl(number, F_GETFD) < 0 {
      _ = open("/dev/null", direction)
    }
  }
}
