/**
 * `npm run check`: runs every static check, two at a time, and prints the outcome of each. Fails if any check fails.
 * The longest come first, and each keeps one core busy.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { checkNode, installPackages, orExit, root, say, SetupError, stopwatch } from './setup.mjs';

const module = (...path) => join(root, 'node_modules', ...path);
const checks = {
  types: [module('typescript', 'bin', 'tsc'), '--noEmit'],
  format: [join(root, 'scripts', 'format.mjs'), '--check'],
  lint: [join(root, 'scripts', 'lint.mjs')],
  imports: [join(root, 'scripts', 'imports.mjs')],
  unused: [module('knip', 'bin', 'knip.js'), '--no-config-hints'],
  texts: [join(root, 'scripts', 'locales.mjs')],
};

await orExit(async () => {
  checkNode();
  await installPackages();
  const failed = [];
  const left = Object.entries(checks);
  const runNext = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [name, command] = next;
      const seconds = stopwatch();
      // Printed whole at its end, so that the outputs do not mix.
      const child = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
      const output = [];
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => output.push(data));
      const code = await new Promise((resolve) => child.once('close', resolve));
      process.stdout.write(Buffer.concat(output));
      say(`${name}: ${code === 0 ? 'fine' : 'FAILED'} (${seconds()} s)`);
      if (code !== 0) failed.push(name);
    }
  };
  await Promise.all([runNext(), runNext()]);
  if (failed.length > 0) throw new SetupError(`npm run check failed: ${failed.join(', ')}`);
});
