/**
 * `npm run backup`, `npm run restore` and `npm run rotate-key`: installs and builds what is missing, then runs the server's
 * own program.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkNode, installPackages, orExit, root } from './setup.mjs';

await orExit(async () => {
  checkNode();
  await installPackages();
  const { build } = await import('./build.mjs');
  await build('server');
  await import(pathToFileURL(join(root, 'dist', 'server', 'maintenance.process.js')).href);
});
