// SPDX-License-Identifier: MIT

import ArgumentParser
import TunerAnalysis

extension CheckFormat: ExpressibleByArgument {}

extension DocumentFormat: ExpressibleByArgument {}

extension LiveFormat: ExpressibleByArgument {}

extension OutputContent: ExpressibleByArgument {}

extension ToneWave: ExpressibleByArgument {}
