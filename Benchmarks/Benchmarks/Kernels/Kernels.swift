// SPDX-License-Identifier: MIT

import Acoustics
import Benchmark
import PitchDetection
import SignalProcessing
import TunerPipeline
import Tuning

/// Floats that are neither zero nor denormal, with buffers that start on staggered lines.
private func samples(_ count: Int, seed: UInt64 = 1) -> AlignedBuffer {
  var buffer = AlignedBuffer(count: count)
  var state = seed
  var floats = buffer.mutableSpan
  for index in floats.indices {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    floats[index] = Float(Int64(bitPattern: state) >> 40) / 16_777_216
  }
  return buffer
}

let benchmarks: @Sendable () -> Void = {
  // Time only: the harness's other counts need what it is built without here.
  Benchmark.defaultConfiguration = Benchmark.Configuration(
    metrics: [.wallClock], warmupIterations: 10, scalingFactor: .kilo,
    maxDuration: .seconds(1), maxIterations: 1000)
  kernelBenchmarks()
  transformBenchmarks()
  stageBenchmarks()
}

/// One benchmark for every function in Sources/SignalProcessing/Kernels, by its name.
private func kernelBenchmarks() {
  Benchmark("sumOfSquares 2048") { benchmark in
    let input = samples(2048)
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations { blackHole(sumOfSquares(input.span)) }
    benchmark.stopMeasurement()
  }
  Benchmark("sumsOfSquares 2048") { benchmark in
    let (first, second) = (samples(2048), samples(2048))
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations { blackHole(sumsOfSquares(first.span, second.span)) }
    benchmark.stopMeasurement()
  }
  Benchmark("laggedProducts 512") { benchmark in
    let (input, earlier) = (samples(512), samples(513))
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations {
      blackHole(laggedProducts(of: input.span, with: earlier.span, share: 0.3))
    }
    benchmark.stopMeasurement()
  }
  Benchmark("weightedSums 512") { benchmark in
    let input = samples(512)
    let weights = SampleWeights(count: 512) { SIMD4(1, 0.5, 0.25, 0.125) }
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations { blackHole(weightedSums(of: input.span, by: weights)) }
    benchmark.stopMeasurement()
  }
  Benchmark("writeEnergySteps 2047") { benchmark in
    let input = samples(4096)
    var output = AlignedBuffer(count: 2047)
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations {
      var steps = output.mutableSpan
      writeEnergySteps(
        entering: input.span.extracting(2048..<4095), leaving: input.span.extracting(0..<2047),
        into: &steps)
    }
    benchmark.stopMeasurement()
    blackHole(output.span[0])
  }
  Benchmark("multiplyConjugate 2049 bins") { benchmark in
    let left = samples(4098)
    let right = samples(4098, seed: 2)
    var product = AlignedBuffer(count: 4098)
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations { multiplyConjugate(left, by: right, into: &product) }
    benchmark.stopMeasurement()
    blackHole(product.span[0])
  }
  engineKernelBenchmarks()
}

/// The kernels that the engine's update is made of, at its sizes for 48 kHz.
private func engineKernelBenchmarks() {
  let count = 2048
  Benchmark("filterEvery 4th of 800, 80 taps") { benchmark in
    let (history, taps) = (samples(880), samples(80, seed: 2))
    var output = AlignedBuffer(count: 200)
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations {
      var outputs = output.mutableSpan
      filterEvery(
        history.span, by: taps.span, from: 0, stride: 4, into: &outputs, at: 0, count: 200)
    }
    benchmark.stopMeasurement()
  }
  halfBandBenchmarks()
  Benchmark("writeWindowed 2048") { benchmark in
    let (input, window) = (samples(count), samples(count, seed: 2))
    var output = AlignedBuffer(count: count)
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations {
      var windowed = output.mutableSpan
      writeWindowed(input.span, by: window.span, into: &windowed)
    }
    benchmark.stopMeasurement()
    blackHole(output.span[0])
  }
  floorBenchmarks()
  pairedBenchmarks()
  Benchmark("writeLaggedEnergies 407 lags of 1023") { benchmark in
    let window = samples(1023, seed: 2)
    var output = AlignedBuffer(count: 407)
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations {
      var energies = output.mutableSpan
      writeLaggedEnergies(of: window.span, into: &energies)
    }
    benchmark.stopMeasurement()
    blackHole(output.span[0])
  }
  Benchmark("normalise 407 lags") { benchmark in
    let products = samples(407)
    var output = AlignedBuffer(count: 407)
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations {
      var values = output.mutableSpan
      normalise(&values, of: products.span, scale: 0.5)
    }
    benchmark.stopMeasurement()
    blackHole(output.span[0])
  }
  Benchmark("hidePeaks 160") { benchmark in
    var (powers, bins) = (
      FixedArray<Float>(repeating: 1e-3, count: 160), FixedArray<Float>(repeating: 0, count: 160)
    )
    for index in 0..<160 { bins[index] = Float(5 * index) }
    let mask = LobeMask(nativePerBin: 1, mainLobe: 1.5, reach: 32, leastRatio: 22.6)
    var highest: Float = 0
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations {
      highest = hidePeaks(&powers, at: bins, count: 160, under: 1, at: 400, by: mask)
    }
    benchmark.stopMeasurement()
    blackHole(highest)
  }
  Benchmark("writeBinaryLogarithms 2048") { benchmark in
    let input = samples(count)
    var output = AlignedBuffer(count: count)
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations {
      var levels = output.mutableSpan
      writeBinaryLogarithms(of: input.span, into: &levels)
    }
    benchmark.stopMeasurement()
    blackHole(output.span[0])
  }
  Benchmark("writeNeighbourMaxima 2048") { benchmark in
    let input = samples(count)
    var output = AlignedBuffer(count: count)
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations {
      var maxima = output.mutableSpan
      writeNeighbourMaxima(of: input.span, into: &maxima)
    }
    benchmark.stopMeasurement()
    blackHole(output.span[0])
  }
  Benchmark("writeRaisedCosine 2048") { benchmark in
    var output = AlignedBuffer(count: count)
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations {
      var window = output.mutableSpan
      writeRaisedCosine(count: count, period: 4096, offset: 0, into: &window)
    }
    benchmark.stopMeasurement()
    blackHole(output.span[0])
  }
  Benchmark("findPeaks 823 bins") { benchmark in
    let (levels, floor) = (samples(823), AlignedBuffer(count: 823))
    var bins = FixedArray<Float>(repeating: 0, count: 160)
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations {
      blackHole(findPeaks(in: levels.span, over: floor.span, by: 0.2, from: 3, into: &bins))
    }
    benchmark.stopMeasurement()
  }
  foldBenchmarks()
}

/// The last halving of a hop at 48 kHz.
private func halfBandBenchmarks() {
  Benchmark("separate 217") { benchmark in
    let input = samples(434)
    var (evens, odds) = (AlignedBuffer(count: 217), AlignedBuffer(count: 217))
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations {
      var first = evens.mutableSpan
      var second = odds.mutableSpan
      separate(input.span, from: 0, count: 217, into: &first, and: &second)
    }
    benchmark.stopMeasurement()
    blackHole(evens.span[0] + odds.span[0])
  }
  Benchmark("filterHalfBand 200, 9 taps") { benchmark in
    let (evens, odds, taps) = (samples(217), samples(217, seed: 2), samples(9, seed: 3))
    var output = AlignedBuffer(count: 200)
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations {
      var outputs = output.mutableSpan
      filterHalfBand(evens.span, odds.span, by: taps.span, into: &outputs, at: 0, count: 200)
    }
    benchmark.stopMeasurement()
    blackHole(output.span[0])
  }
}

/// The kernels of the spectral floor.
private func floorBenchmarks() {
  let count = 416
  Benchmark("addToEverySecond \(count)") { benchmark in
    let (levels, tilt) = (samples(2 * count), samples(count, seed: 2))
    var output = AlignedBuffer(count: count)
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations {
      var looked = output.mutableSpan
      addToEverySecond(levels.span, tilt.span, lowest: -140, highest: 512, into: &looked)
    }
    benchmark.stopMeasurement()
    blackHole(output.span[0])
  }
  Benchmark("writeFifthLowest \(count)") { benchmark in
    let input = samples(count)
    var (space, output) = (
      AlignedBuffer(count: 5 * (count / 8 + 4)), AlignedBuffer(count: count / 8)
    )
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations {
      var scratch = space.mutableSpan
      var lowest = output.mutableSpan
      writeFifthLowest(of: input.span, scratch: &scratch, into: &lowest)
    }
    benchmark.stopMeasurement()
    blackHole(output.span[0])
  }
  Benchmark("writeLines 816") { benchmark in
    let (points, tilt) = (samples(52), samples(816, seed: 2))
    var output = AlignedBuffer(count: 816)
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations {
      var levels = output.mutableSpan
      writeLines(through: points.span, less: tilt.span, into: &levels, from: 0)
    }
    benchmark.stopMeasurement()
    blackHole(output.span[0])
  }
}

/// Folding three windows, and transforming them at one frequency.
private func foldBenchmarks() {
  let half = 384
  Benchmark("fold 384") { benchmark in
    let (input, window) = (samples(1024), samples(half, seed: 2))
    var rows = AlignedBuffer(count: 2 * half)
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations {
      var folded = rows.mutableSpan
      fold(
        input.span, about: 512, window: window.span, into: &folded, evenAt: 0, oddAt: half)
    }
    benchmark.stopMeasurement()
    blackHole(rows.span[0])
  }
  Benchmark("transformFolded 6 × 384") { benchmark in
    let folded = samples(6 * half)
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations {
      blackHole(transformFolded(folded.span, rowCount: half, at: 0.1))
    }
    benchmark.stopMeasurement()
  }
}

/// Real transforms, both ways, of the sizes that frames have at the common rates.
private func transformBenchmarks() {
  for count in [1024, 2048, 4096, 8192, 16384] {
    Benchmark("RealFFT forward \(count)") { benchmark in
      let transform = try RealFFT(count: count)
      let input = samples(count)
      var spectrum = AlignedBuffer(count: transform.spectrumCount)
      benchmark.startMeasurement()
      for _ in benchmark.scaledIterations { transform.forward(input, into: &spectrum) }
      benchmark.stopMeasurement()
      blackHole(spectrum.span[0])
    }
    Benchmark("RealFFT inverse \(count)") { benchmark in
      let transform = try RealFFT(count: count)
      // The inverse destroys its input: after the first run it transforms what that left, and the
      // work is the same. Flushed, because what it leaves may have shrunk or grown.
      var spectrum = AlignedBuffer(count: transform.spectrumCount)
      var output = samples(count)
      benchmark.startMeasurement()
      for _ in benchmark.scaledIterations {
        transform.inverse(destroying: &spectrum, into: &output)
      }
      benchmark.stopMeasurement()
      blackHole(output.span[0])
    }
  }
}

/// The stages between a sample and a reading, at 48 kHz and 60 updates a second.
private func stageBenchmarks() {
  let hop = 800
  Benchmark("InputConditioner (high-pass) hop 800") { benchmark in
    var conditioner = InputConditioner(sampleRate: SampleRate(48000))
    let input = samples(hop)
    var output = AlignedBuffer(count: hop)
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations {
      var conditioned = output.mutableSpan
      conditioner.condition(input.span, into: &conditioned)
    }
    benchmark.stopMeasurement()
    blackHole(output.span[0])
  }
  Benchmark("FrameAssembler hop 800, frame 4096") { benchmark in
    var assembler = try FrameAssembler(frameCount: 4096)
    let input = samples(hop)
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations { assembler.append(input.span) }
    benchmark.stopMeasurement()
    blackHole(assembler.totalCount)
  }
  Benchmark("YINDetector frame @48k") { benchmark in
    var detector = try YINDetector(.init(sampleRate: SampleRate(48000)))
    let input = samples(detector.frameCount)
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations { blackHole(detector.estimatePitch(of: input.span)) }
    benchmark.stopMeasurement()
  }
  pipelineBenchmark("YIN update @48k, hop 800") {
    try FramedDetector(YINDetector(.init(sampleRate: SampleRate(48000))))
  }
  pipelineBenchmark("engine update @48k, hop 800") {
    try PitchEngine(.init(sampleRate: SampleRate(48000)))
  }
}

/// A whole update in the pipeline that `tuner` runs, on noise.
private func pipelineBenchmark<Detector: PitchDetector & ~Copyable & SendableMetatype>(
  _ name: String, detector: @escaping @Sendable () throws -> Detector
) {
  Benchmark(name) { benchmark in
    var pipeline = try TunerPipeline(
      sampleRate: SampleRate(48000), updateRate: UpdateRate(updates: 60),
      classifier: PitchClassifier(selection: .chromatic), detector: detector())
    let input = samples(800)
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations {
      var cursor = 0
      blackHole(pipeline.nextResult(in: input.span, from: &cursor))
    }
    benchmark.stopMeasurement()
  }
}

private func pairedBenchmarks() {
  Benchmark("writePower 1024 pairs of 2048") { benchmark in
    let (bins, turns) = (samples(2048), samples(1026, seed: 3))
    var output = AlignedBuffer(count: 1025)
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations {
      var power = output.mutableSpan
      writePower(ofPaired: bins.span, turns: turns.span, scale: 0.5, into: &power)
    }
    benchmark.stopMeasurement()
    blackHole(output.span[0])
  }
  Benchmark("writeRealParts 407 of 2048") { benchmark in
    let (bins, turns) = (samples(2048), samples(1026, seed: 3))
    var output = AlignedBuffer(count: 407)
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations {
      var parts = output.mutableSpan
      writeRealParts(ofPaired: bins.span, turns: turns.span, count: 407, into: &parts)
    }
    benchmark.stopMeasurement()
    blackHole(output.span[0])
  }
}
