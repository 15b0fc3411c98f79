/**
 * Importing a map of 4,000 x 4,000 pixels in a real browser: selected and read, saved and listed; and the time to
 * cancel reading.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodePgm } from '../../contract/rules/mapFiles/pgm.ts';
import { ADMIN, DESK, launch, openContext, signIn, startServer } from '../e2e/harness.ts';
import { say } from './figures.ts';

const SIDE = 4_000;
/** Rooms of 10 m with walls roughened like in a scan, unknown outside. */
function building(): Uint8Array {
  const data = new Uint8Array(SIDE * SIDE).fill(254);
  let seed = 1;
  const chance = (): number => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
  for (let row = 0; row < SIDE; row++)
    for (let column = 0; column < SIDE; column++) {
      const at = row * SIDE + column;
      if (row < 150 || column < 150 || row >= SIDE - 150 || column >= SIDE - 150) data[at] = 205;
      else if ((row % 200 < 5 || column % 200 < 5) && row % 200 !== 100) data[at] = chance() < 0.9 ? 0 : 205;
      else if (chance() < 0.002) data[at] = 0;
    }
  return encodePgm({ width: SIDE, height: SIDE, channels: 1, data });
}

const folder = await mkdtemp(join(tmpdir(), 'rh-import-'));
const files = [join(folder, 'hall.yaml'), join(folder, 'hall.pgm')] as const;
await writeFile(
  files[0],
  'image: hall.pgm\nresolution: 0.05\norigin: [-10, -20, 0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n',
);
await writeFile(files[1], building());
const [server, browser] = await Promise.all([startServer(), launch()]);
try {
  const context = await openContext(browser, DESK);
  // A helper that tsx wraps around named functions, missing in the page.
  await context.addInitScript('globalThis.__name = (made) => made');
  const page = await context.newPage();
  await signIn(page, server, ADMIN, undefined, '/setting/maps?site=riverside');
  await page.getByText('Clinic floor').first().waitFor();
  await page.getByRole('button', { name: 'Import a map' }).click();
  const input = page.getByRole('dialog').locator('input[type=file]');
  // Checked in the page at every frame: reading can finish before Playwright sees the button.
  const givenUp = page.evaluate(async () => {
    const seen = async <Found>(look: () => Found | undefined | null | false): Promise<Found> => {
      for (;;) {
        const found = look();
        if (found) return found;
        await new Promise(requestAnimationFrame);
      }
    };
    // The dialog has a Cancel button of its own; this one stands beside the progress.
    const stop = await seen(() => document.querySelector('progress')?.parentElement?.querySelector('button'));
    const begun = performance.now();
    stop.click();
    await seen(() => document.querySelector('[role=dialog]')?.textContent?.includes('Choose files'));
    return performance.now() - begun;
  });
  await input.setInputFiles([...files]);
  say({ figure: 'import of a 4,000 x 4,000 map, given up', value: await givenUp, unit: 'ms', bound: 300 });

  let from = performance.now();
  await input.setInputFiles([...files]);
  await page.getByText('4000 × 4000 pixels').waitFor();
  const reading = performance.now() - from;
  await page.getByLabel('Name', { exact: true }).fill('Hall');
  await page.getByLabel('Floor', { exact: true }).fill('9F');
  from = performance.now();
  await page.getByRole('button', { name: 'Import map', exact: true }).click();
  await page.getByRole('heading', { name: 'Hall' }).waitFor();
  const saving = performance.now() - from;
  say({ figure: 'import of a 4,000 x 4,000 map, read and seen', value: reading, unit: 'ms', bound: 3_000 });
  say({ figure: 'import of a 4,000 x 4,000 map, whole', value: reading + saving, unit: 'ms', bound: 3_000 });
} finally {
  await browser.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
}
