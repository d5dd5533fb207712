// SPDX-License-Identifier: MIT

// scripts/web-page.sh replaces the two names. Another version has another name of its cache, and so
// has another copy of the page, in another folder of this origin. No address contains a space.
const VERSION = '@VERSION@';
const FILES = ['@FILES@'];
const PREFIX = `headstock ${new URL(self.registration.scope).pathname} `;
const CACHE = PREFIX + VERSION;

self.addEventListener('install', (event) => {
  // The browser's own cache may still hold a file of an earlier version.
  const requests = FILES.map((file) => new Request(file, { cache: 'reload' }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(requests)));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== CACHE)
      .map((name) => caches.delete(name)))));
});

// Every file of the page is in the cache, so the page starts without a network.
self.addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET') return;
  event.respondWith(caches.match(event.request, { cacheName: CACHE, ignoreSearch: true })
    .then((stored) => stored ?? fetch(event.request)));
});
