/**
 * `npm run pixels -- save <folder> [--only <words>]` saves a picture of every page of the console and the data to repeat
 * it; `npm run pixels -- compare <folder> [--only <words>]` repeats them with the current sources and fails if a pixel
 * differs.
 */
import { build } from './build.mjs';
import { compare, save } from './pixels/saved.ts';
import { findBrowser, orExit, SetupError } from './setup.mjs';

await orExit(async () => {
  const [command, folder, ...more] = process.argv.slice(2);
  const run = { save, compare }[command];
  if (run === undefined || folder === undefined)
    throw new SetupError('npm run pixels -- save|compare <folder> [--only <words>]');
  await build('server');
  await build('web');
  const only = more[0] === '--only' ? (more[1] ?? '') : '';
  if ((await run({ folder, only, browser: await findBrowser() })) > 0) process.exitCode = 1;
});
