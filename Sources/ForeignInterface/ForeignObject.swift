// SPDX-License-Identifier: MIT

/// An object that a program of C holds by an opaque pointer.
class ForeignObject {
  /// The pointer that the program holds from now on.
  final var held: OpaquePointer { OpaquePointer(Unmanaged.passRetained(self).toOpaque()) }

  /// Returns the object of a pointer; `nil` for null.
  ///
  /// - Parameter pointer: null, or a pointer from `held` that was not released.
  /// - Returns: the object.
  static func of(_ pointer: OpaquePointer?) -> Self? {
    // `Unmanaged<Self>` would look its type up on the first call, which allocates.
    guard let pointer else { return nil }
    let object = Unmanaged<ForeignObject>.fromOpaque(UnsafeRawPointer(pointer))
    return unsafeDowncast(object.takeUnretainedValue(), to: Self.self)
  }

  /// Ends the program's hold of an object.
  ///
  /// - Parameter pointer: null, or a pointer from `held`, which is not used again.
  static func release(_ pointer: OpaquePointer?) {
    guard let pointer else { return }
    Unmanaged<ForeignObject>.fromOpaque(UnsafeRawPointer(pointer)).release()
  }
}
