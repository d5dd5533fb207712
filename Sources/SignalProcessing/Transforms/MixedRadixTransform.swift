// SPDX-License-Identifier: MIT

internal import CMathematics

/// A discrete Fourier transform of complex points, in Swift, for platforms without FFTW.
///
/// The count has no prime factor above 5. Each pass divides the transform by 4, 2, 3 or 5 and
/// leaves its results in the order that the next pass reads (Stockham), so nothing is reordered and
/// four neighbouring points are one vector. Real and imaginary parts are separate between the
/// passes.
///
/// Source: Van Loan 1992, Computational Frameworks for the Fast Fourier Transform, §1.7,
/// doi:10.1137/1.9781611970999.
struct MixedRadixTransform: ~Copyable {
  /// One pass, which divides the transform.
  private struct Pass: BitwiseCopyable {
    /// The number of parts: 2, 3, 4 or 5.
    let radix: Int
    /// The points of each part that this pass makes.
    let rest: Int
    /// The transforms that earlier passes have made, side by side.
    let stride: Int
    /// The index of this pass's first factor.
    let turns: Int
  }

  /// The number of complex points.
  let count: Int
  private let passes: FixedArray<Pass>
  /// e^(−2πi·p·k/(radix·rest)) of every pass: for each k from 1 a row of real parts over p and one
  /// of imaginary parts.
  private let turns: AlignedBuffer
  /// The real and the imaginary parts before and after a pass: four rows of `count`.
  private let work: AlignedBuffer

  /// Makes a transform of `count` points.
  ///
  /// It is `nil` for a prime factor above 5, or no point.
  init?(count: Int) {
    guard count > 0 else { return nil }
    var passes: [Pass] = []
    var (rest, stride, turns) = (count, 1, 0)
    for radix in [4, 2, 3, 5] {
      while rest.isMultiple(of: radix) {
        rest /= radix
        passes.append(Pass(radix: radix, rest: rest, stride: stride, turns: turns))
        stride *= radix
        turns += 2 * (radix - 1) * rest
      }
    }
    guard rest == 1 else { return nil }
    self.count = count
    var planned = FixedArray(
      repeating: Pass(radix: 1, rest: 1, stride: 1, turns: 0), count: passes.count)
    for index in passes.indices { planned[index] = passes[index] }
    self.passes = planned
    self.turns = Self.factors(of: passes, count: turns)
    work = AlignedBuffer(count: 4 * count)
  }

  private static func factors(of passes: [Pass], count: Int) -> AlignedBuffer {
    var turns = AlignedBuffer(count: count)
    var span = turns.mutableSpan
    for pass in passes {
      for part in 1..<pass.radix {
        let row = pass.turns + 2 * (part - 1) * pass.rest
        for point in 0..<pass.rest {
          let angle = -2 * Double.pi * Double(point * part) / Double(pass.radix * pass.rest)
          span[row + point] = Float(cos(angle))
          span[row + pass.rest + point] = Float(sin(angle))
        }
      }
    }
    return turns
  }

  /// Writes X[k] = Σ x[n]·e^(−2πikn/count).
  ///
  /// - Parameters:
  ///   - points: `count` complex numbers, interleaved.
  ///   - bins: the same number, interleaved; may be `points`.
  /// - Complexity: O(n log n). Does not allocate or lock. Two calls at a time would share memory.
  func forward(_ points: UnsafePointer<Float>, into bins: UnsafeMutablePointer<Float>) {
    run(points, real: 0, into: bins)
  }

  /// Writes x[n] = Σ X[k]·e^(2πikn/count), as ``forward(_:into:)`` does its sum.
  func inverse(_ bins: UnsafePointer<Float>, into points: UnsafeMutablePointer<Float>) {
    // Exchanging real and imaginary parts before and after a forward transform gives the inverse
    // transform.
    run(bins, real: 1, into: points)
  }

  private func run(
    _ input: UnsafePointer<Float>, real: Int, into output: UnsafeMutablePointer<Float>
  ) {
    var (source, target) = (work.address, work.address + 2 * count)
    separate(input, real: real, into: source)
    for index in 0..<passes.count {
      run(passes[index], UnsafePointer(source), target)
      swap(&source, &target)
    }
    join(UnsafePointer(source), real: real, into: output)
  }

  private func separate(
    _ points: UnsafePointer<Float>, real: Int, into rows: UnsafeMutablePointer<Float>
  ) {
    let (re, im) = (rows + real * count, rows + (1 - real) * count)
    let vectorised = count & ~3
    for index in stride(from: 0, to: vectorised, by: 4) {
      let (first, second) = (SIMD4(points + 2 * index), SIMD4(points + 2 * index + 4))
      SIMD4(first.x, first.z, second.x, second.z).store(to: re + index)
      SIMD4(first.y, first.w, second.y, second.w).store(to: im + index)
    }
    for index in vectorised..<count {
      re[index] = points[2 * index]
      im[index] = points[2 * index + 1]
    }
  }

  private func join(
    _ rows: UnsafePointer<Float>, real: Int, into points: UnsafeMutablePointer<Float>
  ) {
    let (re, im) = (rows + real * count, rows + (1 - real) * count)
    let vectorised = count & ~3
    for index in stride(from: 0, to: vectorised, by: 4) {
      let (first, second) = (SIMD4(re + index), SIMD4(im + index))
      SIMD4(first.x, second.x, first.y, second.y).store(to: points + 2 * index)
      SIMD4(first.z, second.z, first.w, second.w).store(to: points + 2 * index + 4)
    }
    for index in vectorised..<count {
      points[2 * index] = re[index]
      points[2 * index + 1] = im[index]
    }
  }

  private func run(
    _ pass: Pass, _ source: UnsafePointer<Float>, _ target: UnsafeMutablePointer<Float>
  ) {
    switch pass.radix {
    case 2: run(Radix2.self, pass, source, target)
    case 3: run(Radix3.self, pass, source, target)
    case 4: run(Radix4.self, pass, source, target)
    default: run(Radix5.self, pass, source, target)
    }
  }

  /// Divides each of the transforms that are stored side by side.
  @inline(__always)
  private func run<R: Radix>(
    _ radix: R.Type, _ pass: Pass, _ source: UnsafePointer<Float>,
    _ target: UnsafeMutablePointer<Float>
  ) {
    if pass.rest == 1, pass.stride.isMultiple(of: 4) {
      // All factors of the last pass are 1.
      for column in stride(from: 0, to: pass.stride, by: 4) {
        R.transform({ load($0 * pass.stride + column, source) as ComplexLanes<SIMD4<Float>> }) {
          store($1, to: $0 * pass.stride + column, target)
        }
      }
    } else if pass.stride.isMultiple(of: 4) {
      runRows(radix, pass, source, target)
    } else if pass.stride == 1, pass.rest.isMultiple(of: 4) {
      runFirst(radix, pass, source, target)
    } else {
      runPoints(radix, pass, source, target)
    }
  }

  /// Divides four transforms at a time, which have the same factors.
  @inline(__always)
  private func runRows<R: Radix>(
    _ radix: R.Type, _ pass: Pass, _ source: UnsafePointer<Float>,
    _ target: UnsafeMutablePointer<Float>
  ) {
    for point in 0..<pass.rest {
      let (from, to) = (pass.stride * point, pass.stride * R.count * point)
      for column in stride(from: 0, to: pass.stride, by: 4) {
        R.transform({
          load(from + $0 * pass.rest * pass.stride + column, source)
            as ComplexLanes<SIMD4<Float>>
        }) { part, value in
          let turned =
            part == 0 ? value : value * turn({ SIMD4(repeating: $0) }, pass, part, point)
          store(turned, to: to + part * pass.stride + column, target)
        }
      }
    }
  }

  /// Divides the one transform, four neighbouring points at a time.
  @inline(__always)
  private func runFirst<R: Radix>(
    _ radix: R.Type, _ pass: Pass, _ source: UnsafePointer<Float>,
    _ target: UnsafeMutablePointer<Float>
  ) {
    for point in stride(from: 0, to: pass.rest, by: 4) {
      R.transform({
        load(point + $0 * pass.rest, source) as ComplexLanes<SIMD4<Float>>
      }) { part, value in
        let turned = part == 0 ? value : value * turns(pass, part, point)
        for lane in 0..<4 {
          target[R.count * (point + lane) + part] = turned.re[lane]
          target[R.count * (point + lane) + part + count] = turned.im[lane]
        }
      }
    }
  }

  /// Divides one transform at a time, point by point, if vectors do not fit.
  @inline(__always)
  private func runPoints<R: Radix>(
    _ radix: R.Type, _ pass: Pass, _ source: UnsafePointer<Float>,
    _ target: UnsafeMutablePointer<Float>
  ) {
    for point in 0..<pass.rest {
      let (from, to) = (pass.stride * point, pass.stride * R.count * point)
      for column in 0..<pass.stride {
        R.transform({
          load(from + $0 * pass.rest * pass.stride + column, source) as ComplexLanes<Float>
        }) { part, value in
          let turned = part == 0 ? value : value * turn({ $0 }, pass, part, point)
          store(turned, to: to + part * pass.stride + column, target)
        }
      }
    }
  }

  @inline(__always)
  private func load<Lanes: TransformLanes>(
    _ index: Int, _ rows: UnsafePointer<Float>
  ) -> ComplexLanes<Lanes> {
    ComplexLanes(Lanes(rows + index), Lanes(rows + count + index))
  }

  @inline(__always)
  private func store<Lanes: TransformLanes>(
    _ value: ComplexLanes<Lanes>, to index: Int, _ rows: UnsafeMutablePointer<Float>
  ) {
    value.re.store(to: rows + index)
    value.im.store(to: rows + count + index)
  }

  /// The factor of a point and a part, the same in each lane.
  @inline(__always)
  private func turn<Lanes: TransformLanes>(
    _ lanes: (Float) -> Lanes, _ pass: Pass, _ part: Int, _ point: Int
  ) -> ComplexLanes<Lanes> {
    let row = turns.address + pass.turns + 2 * (part - 1) * pass.rest + point
    return ComplexLanes(lanes(row.pointee), lanes(row[pass.rest]))
  }

  /// The factors of four neighbouring points.
  @inline(__always)
  private func turns(_ pass: Pass, _ part: Int, _ point: Int) -> ComplexLanes<SIMD4<Float>> {
    let row = turns.address + pass.turns + 2 * (part - 1) * pass.rest + point
    return ComplexLanes(
      SIMD4(UnsafePointer(row)), SIMD4(UnsafePointer(row + pass.rest)))
  }
}
