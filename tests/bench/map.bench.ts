/**
 * The live map with many robots (tests/ui/gallery/measureMap.mjs): idle, pan and zoom with 1,000 and 10,000 robots in
 * view.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { say } from './figures.ts';

const run = promisify(execFile);

await run(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--config', 'tests/ui/gallery/vite.config.ts']);
const { stdout } = await run(process.execPath, ['tests/ui/gallery/measureMap.mjs', '1000', '10000'], {
  env: { ...process.env, CHROMIUM: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium' },
});

for (const line of stdout.split('\n')) {
  const rest = /^(\d+) robots, at rest: main thread ([\d.]+) %/u.exec(line);
  if (rest && rest[1] === '1000')
    say({
      figure: 'map with 1,000 robots at 1 Hz, main thread busy at rest',
      value: Number(rest[2]),
      unit: '%',
      bound: 10,
    });
  const moved = /^(\d+) robots, (pan|zoom): ([\d.]+) frames\/s, .*p95 ([\d.]+)/u.exec(line);
  if (moved?.[1] === '1000')
    say({
      figure: `map with 1,000 robots, ${moved[2]}, gap between frames, p95`,
      value: Number(moved[4]),
      unit: 'ms',
      bound: 20,
    });
  if (moved?.[1] === '10000')
    say({
      figure: `map with 10,000 robots, ${moved[2]}`,
      value: Number(moved[3]),
      unit: 'frames/s',
      bound: 30,
      atLeast: true,
    });
  if (line.trim() && !rest && !moved) console.log(line);
}
