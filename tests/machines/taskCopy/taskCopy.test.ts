/** Copying a task: what does not fit cannot be chosen, each robot answers, and only robots without a copy are tried again. */
import { expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { ApiError } from '../../../contract/wire/errors.ts';
import { failureOf } from '../../../src/machines/failure.ts';
import {
  type CopiesInput,
  type CopyAnswer,
  type CopyCheck,
  taskCopyMachine,
} from '../../../src/machines/taskCopy/taskCopy.machine.ts';
import { settle } from '../../fakes/settle.ts';

const WRONG_FLOOR = failureOf(new ApiError('wrongFloor'));
const LOST = failureOf(new ApiError('networkFailed'));

async function start(checks: readonly CopyCheck[] | Error) {
  const server = { checks, refuses: new Map<string, CopyAnswer['failure']>(), sent: [] as (readonly string[])[] };
  const actor = createActor(
    taskCopyMachine.provide({
      actors: {
        checkCopies: fromPromise<{ checks: readonly CopyCheck[] }, { taskId: string }>(async () => {
          if (server.checks instanceof Error) throw server.checks;
          return { checks: server.checks };
        }),
        sendCopies: fromPromise<{ answers: readonly CopyAnswer[] }, CopiesInput>(
          async ({ input: { serialNumbers } }) => {
            server.sent.push(serialNumbers);
            return {
              answers: serialNumbers.map((serialNumber) => {
                const failure = server.refuses.get(serialNumber) ?? null;
                return { serialNumber, taskId: failure ? '' : `copy of ${serialNumber}`, failure };
              }),
            };
          },
        ),
      },
    }),
    {
      input: {
        taskId: 't1',
        revision: 1,
        serialNumber: 'A',
        kind: 'cruise',
        name: 'Lobby round',
        executeTime: '22:00',
      },
    },
  ).start();
  await settle();
  return { actor, server };
}
const CHECKS: CopyCheck[] = [
  { serialNumber: 'B', failure: null },
  { serialNumber: 'C', failure: WRONG_FLOOR },
  { serialNumber: 'D', failure: null },
];

it('a robot that the task does not fit, or that is not known any more, cannot be chosen', async () => {
  const { actor, server } = await start(CHECKS);
  for (const serialNumber of ['B', 'C', 'gone']) actor.send({ type: 'copy.toggle', serialNumber });
  expect(actor.getSnapshot().context.chosen).toEqual(['B']);
  actor.send({ type: 'copy.toggle', serialNumber: 'B' });
  actor.send({ type: 'copy.send' });
  await settle();
  expect(server.sent).toEqual([]);
});

it('each robot answers, and only those without a copy are tried again', async () => {
  const { actor, server } = await start(CHECKS);
  for (const serialNumber of ['B', 'D']) actor.send({ type: 'copy.toggle', serialNumber });
  server.refuses.set('D', LOST);
  actor.send({ type: 'copy.send' });
  await settle();
  expect(actor.getSnapshot().context.answers).toEqual([
    { serialNumber: 'B', taskId: 'copy of B', failure: null },
    { serialNumber: 'D', taskId: '', failure: LOST },
  ]);
  server.refuses.clear();
  actor.send({ type: 'copy.send' });
  await settle();
  expect(server.sent).toEqual([['B', 'D'], ['D']]);
  actor.send({ type: 'copy.send' });
  await settle();
  expect(server.sent).toHaveLength(2);
  actor.send({ type: 'copy.close' });
  expect(actor.getSnapshot().status).toBe('done');
});

it('without an answer about the robots all can be chosen; a check that comes later takes out what does not fit', async () => {
  const { actor, server } = await start(new ApiError('networkFailed'));
  expect(actor.getSnapshot().context).toMatchObject({ checks: null, failure: LOST });
  for (const serialNumber of ['B', 'C']) actor.send({ type: 'copy.toggle', serialNumber });
  expect(actor.getSnapshot().context.chosen).toEqual(['B', 'C']);
  server.checks = CHECKS;
  actor.send({ type: 'copy.check' });
  await settle();
  expect(actor.getSnapshot().context).toMatchObject({ chosen: ['B'], failure: null });
});
