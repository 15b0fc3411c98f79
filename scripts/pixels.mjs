/**
 * `npm run pixels -- save <folder> [--only <word>]` keeps a picture of every page of the console, and all that is needed to take it again;
 * `npm run pixels -- compare <folder> [--only <word>]` takes them again from the sources of today and fails when a pixel differs.
 */
import { compare, save } from './pixels/saved.ts';
import { orExit, SetupError } from './setup.mjs';

await orExit(async () => {
  const [command, folder, ...more] = process.argv.slice(2);
  const only = more[0] === '--only' ? (more[1] ?? '') : '';
  if (folder === undefined || !['save', 'compare'].includes(command)) throw new SetupError('npm run pixels -- save|compare <folder> [--only <word>]');
  if (command === 'save') await save({ folder, only });
  else if ((await compare({ folder, only })) > 0) process.exitCode = 1;
});
