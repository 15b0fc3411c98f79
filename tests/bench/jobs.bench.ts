/** Background jobs on an embedded database: how soon a due row is taken, and how many jobs a second one server does. */
import { openJobDatabase, testKind } from '../fakes/jobServer.ts';
import { percentile, say, wait } from './figures.ts';

const DUE = 20;
const DUE_EVERY_MS = 310;
const MANY = 1_000;

const jobDatabase = await openJobDatabase(undefined);
try {
  const started = new Map<string, number>();
  let ended = 0;
  await jobDatabase.start([
    testKind('work', {
      run: ({ key }) => {
        started.set(key, jobDatabase.now());
        ended += 1;
        return Promise.resolve();
      },
    }),
  ]);

  const dueAt = new Map<string, number>();
  const first = jobDatabase.now() + 1_000;
  for (let n = 0; n < DUE; n += 1) {
    dueAt.set(`due-${n}`, first + n * DUE_EVERY_MS);
    await jobDatabase.enqueue('work', { key: `due-${n}`, dueAt: first + n * DUE_EVERY_MS });
  }
  while (ended < DUE) await wait(20);
  const late = [...dueAt].map(([key, at]) => (started.get(key) ?? Infinity) - at);
  say({ figure: 'a due job runs, latest of 20', value: percentile(late, 1), unit: 'ms', bound: 1_000 });

  ended = 0;
  const began = performance.now();
  let queued = 0;
  // As requests would queue them: each in a transaction of its own, some at once.
  const queue = async (): Promise<void> => {
    while (queued < MANY) await jobDatabase.enqueue('work', { key: `many-${(queued += 1)}` });
  };
  await Promise.all(Array.from({ length: 4 }, queue));
  while (ended < MANY) await wait(5);
  const seconds = (performance.now() - began) / 1_000;
  say({ figure: 'jobs queued and done', value: ended / seconds, unit: '/s', bound: 100, atLeast: true });
} finally {
  await jobDatabase.close();
}
