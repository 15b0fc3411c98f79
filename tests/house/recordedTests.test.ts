/**
 * Tests generated from a recording run under the real test runner: they pass, and one with a changed end state fails.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { testOf } from '../../src/machines/recording/testText.ts';
import { playConsole } from '../fakes/playedConsole.ts';

let folder: string;
beforeEach(async () => {
  // At the depth of the folder for which their imports are generated.
  folder = await mkdtemp(join('tests', 'machines', 'recorded-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const run = (): Promise<{ ok: boolean; said: string }> =>
  promisify(execFile)(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project=unit',
      '--reporter=dot',
      '--no-isolate',
      '--maxWorkers=1',
      `${folder}/`,
    ],
    { env: { ...process.env, NO_COLOR: '1' } },
  ).then(
    ({ stdout, stderr }) => ({ ok: true, said: stdout + stderr }),
    ({ stdout, stderr }: { stdout: string; stderr: string }) => ({ ok: false, said: stdout + stderr }),
  );

it('pass, from a start and from a state on the way, and fail when the machine would end elsewhere', async () => {
  const played = (await playConsole()).toPage();
  const from = played.capsule().recording.steps.length - 1;
  played
    .beat(1)
    .send('fleet', { type: 'filter.set', filter: 'working' })
    .send('session', { type: 'session.askSignOut' });
  played
    .send('notices', { type: 'notice.show', notice: { tone: 'info', key: 'common.closeMessage' } })
    .send('preferences', { type: 'sidebar.toggle' })
    .send('frame', { type: 'palette.open' });
  const capsule = played.capsule();
  const to = capsule.recording.steps.length - 1;
  const machines = Object.entries(capsule.recording.actors).filter(
    ([number, { machine }]) => machine && capsule.replay.momentAt(to).states[number]?.status === 'active',
  );
  let count = 0;
  let notices = '';
  for (const [number, { machine }] of machines) {
    for (const begin of ['start', from] as const) {
      const written = testOf({ capsule, actor: Number(number), from: begin, to, machines: played.machines });
      if ('refusal' in written) continue;
      count += 1;
      if (machine === 'notices' && begin === 'start') notices = written.text;
      await writeFile(join(folder, `${number}-${written.fileName}`), written.text);
    }
  }
  expect(count).toBeGreaterThan(10);
  const passed = await run();
  expect(passed.said).toContain(`${count} passed`);
  expect(passed.ok).toBe(true);

  expect(notices).toContain('"shown":"counting"');
  await writeFile(join(folder, 'wrong.test.ts'), notices.replace('"shown":"counting"', '"shown":"held"'));
  const failed = await run();
  expect(failed.ok).toBe(false);
  expect(failed.said).toContain('wrong.test.ts');
});
