# SPDX-License-Identifier: MIT
"""The checks of the page as a folder of files: requests, installation, offline; imported."""

import pathlib
import shutil
import tempfile

# The directives of the page's policy that its attempts to reach another address break, and those
# that they should break.
OUTSIDE = """async () => {
  const attempts = {
    'connect-src': () => fetch('https://example.org/').catch(() => {}),
    'img-src': () => { new Image().src = 'https://example.org/image.png'; },
    'script-src-elem': () => {
      const script = document.createElement('script');
      script.src = 'https://example.org/script.js';
      document.head.append(script);
    },
    'form-action': () => {
      const form = document.createElement('form');
      form.action = 'https://example.org/';
      document.body.append(form);
      form.submit();
    },
  };
  const found = [];
  for (const attempt of Object.values(attempts)) {
    const violation = new Promise((resolve) => {
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
        resolve(effectiveDirective), { once: true });
    });
    attempt();
    found.push(await violation);
  }
  return [found, Object.keys(attempts)];
}"""


class FolderChecks:
    """The checks of requests, of the page's policy, and of a page without a network."""

    def requests_nothing_else(self):
        """The requests of a whole visit, and what the page's policy blocks."""
        files = {f"/{path.relative_to(self.page_directory)}"
                 for path in self.page_directory.rglob("*") if path.is_file()} | {"/"}
        first = len(self.server.requests)
        browser = self.browser()
        requests = []
        page, errors = self.open(browser, requests=requests)
        page.evaluate("async () => { await navigator.serviceWorker.ready; }")
        page.click("#listen")
        page.locator("[data-part=note]", has_text="E2").wait_for()
        page.set_input_files("#file", self.recording)
        page.wait_for_selector("#analysis svg", timeout=30_000)
        outside = [url for url in requests
                   if not url.startswith((self.server.address, f"blob:{self.server.address}"))]
        self.check("no request leaves the page's folder", not outside and len(requests) > 20,
                   outside or f"{len(requests)} requests")
        served = self.server.requests[first:]
        self.check("each is for a file of the page, without a query", set(served) <= files,
                   set(served) - files or f"{len(served)} requests")
        self.asks_once(page)
        self.check("no error is logged", not errors, errors)
        blocked = page.evaluate(OUTSIDE)
        self.check("the policy blocks requests to another address", blocked[0] == blocked[1],
                   blocked[0])
        browser.close()

    def asks_once(self, page):
        """A page that has been visited is loaded again."""
        page.reload()
        page.wait_for_selector("#listen:enabled")
        second = len(self.server.requests)
        page.click("#listen")
        page.locator("[data-part=note]", has_text="E2").wait_for()
        page.reload()
        page.wait_for_selector("#listen:enabled")
        again = [path for path in self.server.requests[second:] if path != "/service-worker.js"]
        self.check("a later visit asks for nothing but its own new version", not again, again)

    def can_be_installed(self):
        browser = self.browser()
        page, errors = self.open(browser)
        page.evaluate("async () => { await navigator.serviceWorker.ready; }")
        session = page.context.new_cdp_session(page)
        # Playwright's contexts are private, where no page can be installed.
        found = [error["errorId"] for error in
                 session.send("Page.getInstallabilityErrors")["installabilityErrors"]
                 if error["errorId"] != "in-incognito"]
        manifest = session.send("Page.getAppManifest")
        self.check("the page can be installed", not found and not manifest["errors"]
                   and manifest["url"].endswith(".webmanifest"), found or manifest["errors"])
        browser.close()

    def works_offline(self):
        browser = self.browser()
        page, errors = self.open(browser)
        page.evaluate("async () => { await navigator.serviceWorker.ready; }")
        page.context.set_offline(True)
        page.reload()
        page.wait_for_selector("#listen:enabled")
        page.click("#listen")
        page.locator("[data-part=note]", has_text="E2").wait_for(timeout=5000)
        self.check("the page starts and listens without a network", True)
        browser.close()

    def works_in_a_folder(self):
        """The page stands in a folder of a server, beside other files."""
        server = type(self.server)(self.page_directory.parent)
        browser = self.browser()
        page, errors = self.open(browser)
        address = f"{server.address}{self.page_directory.name}/"
        page.goto(address)
        page.click("#listen:enabled")
        page.locator("[data-part=note]", has_text="E2").wait_for()
        scope = page.evaluate("async () => (await navigator.serviceWorker.ready).scope")
        self.check("the page works in any folder, and keeps to it", scope == address and not errors
                   and all(path.startswith(f"/{self.page_directory.name}/")
                           for path in server.requests), scope)
        browser.close()
        server.stop()
        with tempfile.TemporaryDirectory() as directory:
            self.works_beside_another(pathlib.Path(directory))

    def works_beside_another(self, directory):
        """Two versions of the page stand in two folders of a server, which then stops."""
        for name in ("one", "two"):
            shutil.copytree(self.page_directory, directory / name)
            worker = directory / name / "service-worker.js"
            worker.write_text(worker.read_text().replace("VERSION = '", f"VERSION = '{name}"))
        server = type(self.server)(directory)
        browser = self.browser()
        page, errors = self.open(browser)
        for name in ("one", "two"):
            page.goto(f"{server.address}{name}/")
            page.evaluate("""async () => {
              const { active } = await navigator.serviceWorker.ready;
              while (active.state !== 'activated') {
                await new Promise((resolve) => { active.onstatechange = resolve; });
              }
            }""")
        kept = page.evaluate("caches.keys()")
        server.stop()
        page.goto(f"{server.address}one/")
        page.wait_for_selector("#listen:enabled")
        self.check("two copies on one server keep their own files", len(kept) == 2, kept)
        browser.close()
