/** `npm run check`: runs every static check in turn and prints its outcome. Fails if any check fails. */
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
  for (const [name, command] of Object.entries(checks)) {
    const seconds = stopwatch();
    const child = spawn(process.execPath, command, { cwd: root, stdio: 'inherit' });
    const code = await new Promise((resolve) => child.once('close', resolve));
    say(`${name}: ${code === 0 ? 'fine' : 'FAILED'} (${seconds()} s)`);
    if (code !== 0) failed.push(name);
  }
  if (failed.length > 0) throw new SetupError(`npm run check failed: ${failed.join(', ')}`);
});
