# SPDX-License-Identifier: MIT
"""The checks of what a screen reader is told; imported, never run."""

# The lines about a D3 whose deviation wanders by a cent, 20 times a second for 3 s each time.
WANDER = """async () => {
  const { Engine } = await import('./modules/engine.js');
  const bytes = await (await fetch('headstock.wasm')).arrayBuffer();
  const engine = new Engine(await WebAssembly.compile(bytes));
  const lines = [];
  for (let step = 0; step < 180; step++) {
    const middle = [30, 1, -20][Math.floor(step / 60)];
    const cents = middle + step % 2;
    // The states sharp, in tune and flat by the standard tolerance.
    const line = engine.spoken({
      time_s: step / 20, state_number: [7, 3, 4][Math.floor(step / 60)], cents,
      letter: 1, accidental: 0, octave: 3, guidance_string: null, guidance_cents: null,
    });
    if (line !== '') lines.push(line);
  }
  return lines;
}"""


class SpokenChecks:
    """The checks of announcements."""

    def speaks_seldom(self):
        browser = self.browser()
        page, errors = self.open(browser)
        count = page.evaluate("""async () => {
          const { Announcer } = await import('./modules/announcer.js');
          const region = document.createElement('p');
          const announcer = new Announcer(region);
          let changes = 0;
          new MutationObserver((records) => { changes += records.length; })
            .observe(region, { childList: true });
          const began = performance.now();
          for (let index = 0; performance.now() - began < 2500; index++) {
            announcer.say(`text ${index}`);
            await new Promise((resolve) => { setTimeout(resolve, 20); });
          }
          return changes;
        }""")
        self.check("a screen reader hears at most one text a second", 2 <= count <= 3, count)
        lines = page.evaluate(WANDER)
        self.check("a note that wanders by a cent has one line, and its changes have theirs",
                   lines == ["D3, 30 cents sharp", "D3, in tune", "D3, 20 cents flat"], lines)
        browser.close()
