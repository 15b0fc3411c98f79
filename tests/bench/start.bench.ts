/**
 * Time from `npm start` until the console is served, with packages installed: on sources that were never built, and
 * afterwards.
 */
import { cloneSources, npmStart } from '../fakes/npmStart.ts';
import { say } from './figures.ts';

const clone = await cloneSources();
try {
  for (const [figure, bound] of [
    ['npm start, page served, first time', 15],
    ['npm start, page served, after', 4],
  ] as const) {
    const started = await npmStart(clone.folder);
    say({ figure, value: started.servedMs / 1000, unit: 's', bound });
    // The next start would compress the rest at the same time.
    await started.compressed();
    await started.stop();
  }
} finally {
  await clone.remove();
}
