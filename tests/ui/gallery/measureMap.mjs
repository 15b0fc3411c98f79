/**
 * Measures the map with many robots in a real browser: `node tests/ui/gallery/measureMap.mjs [robots ...]` after `npx
 * vite build --config tests/ui/gallery/vite.config.ts`. Prints the share of the main thread that is busy at rest
 * (robots reporting at 1 Hz, all in view), and the gaps between frames while panning and zooming.
 */
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const ROOT = fileURLToPath(new URL('../../../dist/gallery', import.meta.url));
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const REST_MS = 10_000;
const HAND_MS = 4_000;

const server = createServer((request, reply) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const path = pathname === '/' ? '/index.html' : pathname;
  readFile(ROOT + path).then(
    (body) => reply.setHeader('content-type', TYPES[extname(path)] ?? 'application/octet-stream').end(body),
    () => reply.writeHead(404).end(),
  );
});
await new Promise((resolve) => {
  server.listen(0, '127.0.0.1', resolve);
});
const { port } = server.address();
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });

const sleep = (ms) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];

async function framesWhile(page, busy, hand) {
  await page.evaluate(() => {
    window.gaps = [];
    let last = performance.now();
    const step = (now) => {
      window.gaps.push(now - last);
      last = now;
      window.counting = requestAnimationFrame(step);
    };
    window.counting = requestAnimationFrame(step);
  });
  const before = await busy();
  await hand();
  const worked = (await busy()) - before;
  const gaps = await page.evaluate(() => {
    cancelAnimationFrame(window.counting);
    return window.gaps.slice(2);
  });
  const sorted = gaps.toSorted((a, b) => a - b);
  const fps = (1000 * gaps.length) / gaps.reduce((sum, gap) => sum + gap, 0);
  return `${fps.toFixed(1)} frames/s, gap p50 ${at(sorted, 0.5).toFixed(1)} p95 ${at(sorted, 0.95).toFixed(1)} max ${sorted.at(-1).toFixed(1)} ms, main thread ${((worked * 1000) / gaps.length).toFixed(1)} ms a frame`;
}

// The same gesture on an empty page: the baseline of this machine during the measurement.
const empty = await browser.newPage({ viewport: { width: 1440, height: 900 } });
await empty.setContent('<body></body>');
console.log(
  `empty page: ${await framesWhile(
    empty,
    async () => 0,
    () => sleep(HAND_MS),
  )}`,
);
await empty.close();

for (const robots of process.argv.slice(2).length > 0 ? process.argv.slice(2).map(Number) : [1000, 10_000]) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`http://127.0.0.1:${port}/?page=map&robots=${robots}`);
  await sleep(2000);
  const devtools = await page.context().newCDPSession(page);
  // CPU time instead of wall time: other programs on the machine do not count.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busy = async () =>
    (await devtools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration').value;
  const before = await busy();
  await sleep(REST_MS);
  console.log(
    `${robots} robots, at rest: main thread ${((((await busy()) - before) / (REST_MS / 1000)) * 100).toFixed(1)} % busy`,
  );
  const panned = await framesWhile(page, busy, async () => {
    await page.mouse.move(700, 450);
    await page.mouse.down();
    const began = Date.now();
    while (Date.now() - began < HAND_MS) {
      const t = (Date.now() - began) / 1000;
      await page.mouse.move(700 + 500 * Math.sin(t * 2), 450 + 250 * Math.sin(t * 3));
      await sleep(8);
    }
    await page.mouse.up();
  });
  console.log(`${robots} robots, pan: ${panned}`);
  const zoomed = await framesWhile(page, busy, async () => {
    await page.mouse.move(720, 450);
    const began = Date.now();
    for (let notch = 0; Date.now() - began < HAND_MS; notch += 1) {
      await page.mouse.wheel(0, notch % 24 < 12 ? -60 : 60);
      await sleep(24);
    }
  });
  console.log(`${robots} robots, zoom: ${zoomed}`);
  await page.close();
}
await browser.close();
server.close();
