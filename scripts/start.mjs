/**
 * `npm start`: installs what is missing, builds what is out of date and runs the server in this process. The server
 * listens first and shows a starting page while the console is being built; the console is served as soon as it is
 * built, and compressed afterwards. Only a server that runs replaces the console: a start that fails, such as a second one in
 * this folder, leaves it to the server that runs.
 */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isCompressed, WEB_FOLDER } from './compressWeb.mjs';
import { checkNode, endWithNpm, installPackages, noteSignals, orExit, root, wasSignalled } from './setup.mjs';

await orExit(async () => {
  process.chdir(root);
  checkNode();
  endWithNpm();
  await installPackages();
  const { build, isStale } = await import('./build.mjs');
  const webIsStale = await isStale('web');
  noteSignals();
  const web = webIsStale ? run('build.mjs', 'web', '--uncompressed', '--when-told') : null;
  await build('server');
  process.env.NODE_ENV ??= 'production';
  process.setSourceMapsEnabled(true);
  // Resolves when the server has its data folder and its port; if it does not get them, it ends this process.
  await import(pathToFileURL(join(root, 'dist', 'server', 'main.js')).href);
  await finishWeb(web);
});

/**
 * Builds and compresses in child processes, because both would block the server. The old console is not served while
 * the new one is built: its files would vanish while pages use them.
 * @param building null: the console is up to date
 */
async function finishWeb(building) {
  if (building) {
    if (building.child.exitCode === null) rmSync(WEB_FOLDER, { recursive: true, force: true, maxRetries: 5 });
    // Not sent if the build has failed.
    building.child.send('replace', () => undefined);
    const isBuilt = await building.succeeds;
    if (wasSignalled()) return; // Ctrl+C ends both
    if (!isBuilt) {
      console.error('The console could not be built; see the output above.');
      process.exitCode = 1;
      process.kill(process.pid, 'SIGTERM'); // the server drains and stops
      return;
    }
  }
  if (isCompressed() || (await run('compressWeb.mjs').succeeds) || wasSignalled()) return;
  console.error('The console could not be compressed; see the output above. It works, but loads more slowly.');
}

/** Runs a script to its end; it does not outlive this process. */
function run(script, ...words) {
  const child = spawn(process.execPath, [join(root, 'scripts', script), ...words], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  const end = () => child.kill();
  process.once('exit', end);
  const succeeds = new Promise((resolve) => child.once('close', resolve).once('error', () => resolve(1))).then(
    (code) => {
      process.off('exit', end);
      return code === 0;
    },
  );
  return { child, succeeds };
}
