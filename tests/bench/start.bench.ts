/** From `npm start` to the console's page: the first time on an empty data folder, and again. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../fakes/freePort.ts';
import { say, wait } from './figures.ts';

const folder = await mkdtemp(join(tmpdir(), 'roundhouse-start-'));

/** ms until the page that carries the console is served, not the one that says it is starting. */
async function start(): Promise<number> {
  const port = await freePort();
  const from = performance.now();
  const child = spawn('npm', ['start'], { env: { ...process.env, PORT: String(port), ROUNDHOUSE_DATA: folder, LOG_LEVEL: 'warn' }, stdio: 'ignore', detached: true });
  try {
    for (;;) {
      const text = await fetch(`http://127.0.0.1:${port}/`).then((response) => response.text(), () => '');
      if (text.includes('type="module"')) return performance.now() - from;
      if (performance.now() - from > 120_000) throw new Error('the page never came');
      await wait(20);
    }
  } finally {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    if (child.pid) process.kill(-child.pid, 'SIGTERM');
    await ended;
    await wait(3_000);
  }
}

try {
  await rm('dist', { recursive: true, force: true });
  say({ figure: 'npm start, page served, the first time', value: (await start()) / 1_000, unit: 's', bound: 15 });
  say({ figure: 'npm start, page served, again', value: (await start()) / 1_000, unit: 's', bound: 4 });
} finally {
  await rm(folder, { recursive: true, force: true });
}
