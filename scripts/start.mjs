/**
 * `npm start`: installs what is missing, builds what is out of date and runs the server in this process. The server
 * listens first and shows a starting page while the console is being built.
 */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkNode, endWithNpm, installPackages, noteSignals, orExit, root } from './setup.mjs';

await orExit(async () => {
  process.chdir(root);
  checkNode();
  endWithNpm();
  await installPackages();
  const { build, isStale } = await import('./build.mjs');
  await build('server');
  const webIsStale = await isStale('web');
  process.env.NODE_ENV ??= 'production';
  process.setSourceMapsEnabled(true);
  noteSignals();
  const web = webIsStale ? buildWebBeside() : undefined;
  await import(pathToFileURL(join(root, 'dist', 'server', 'main.js')).href);
  await web;
});

/**
 * Builds in a child process, because Vite would block the server. The old console is not served meanwhile: its files
 * would vanish while pages use them.
 */
async function buildWebBeside() {
  rmSync(join(root, 'dist', 'web'), { recursive: true, force: true });
  const child = spawn(process.execPath, [join(root, 'scripts', 'build.mjs'), 'web'], { stdio: 'inherit' });
  const code = await new Promise((resolve) => child.once('close', resolve).once('error', () => resolve(1)));
  if (code === 0) return;
  console.error('The console could not be built; see the output above.');
  process.exitCode = 1;
  process.kill(process.pid, 'SIGTERM'); // the server drains and stops
}
