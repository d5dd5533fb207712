// SPDX-License-Identifier: MIT

import CAllocationCounter

/// Returns the system calls of `body`, which runs on a new thread.
func systemCalls(of body: () -> Void) -> headstock_calls {
  withoutActuallyEscaping(body) { body in
    var body = body
    return withUnsafeMutablePointer(to: &body) { place in
      headstock_calls_of({ $0?.assumingMemoryBound(to: (() -> Void).self).pointee() }, place)
    }
  }
}
