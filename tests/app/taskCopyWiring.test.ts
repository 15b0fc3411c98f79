/** The calls of copying a task: one for each robot, and a repeated one is the same request only while its answer is unknown. */
import { expect, it } from 'vitest';
import { type AnyActorLogic, createActor, toPromise } from 'xstate';
import type { Services } from '../../src/app/services.ts';
import { wireTaskCopy } from '../../src/app/wiring/taskCopy.ts';
import { ApiError, ERRORS } from '../../contract/wire/errors.ts';
import { TASKS_PER_ROBOT } from '../../contract/rules/schedule/scheduleLimits.ts';
import { childLogicOf } from '../../src/machines/xstateInternals.ts';

function wired() {
  const calls: { robot: string; revision: number; id: string | undefined }[] = [];
  const answers = new Map<string, Error | number | 'nothing'>();
  let made = 0;
  const transport = async (
    _: string,
    { serialNumberStr: robot, revision }: { serialNumberStr: string; revision: number },
    once: { id?: string },
  ) => {
    calls.push({ robot, revision, id: once.id });
    const answer = answers.get(robot) ?? 0;
    if (answer instanceof Error) throw answer;
    if (answer === 'nothing') return [];
    return [{ serialNumber: robot, id: answer === 0 ? `copy-${robot}` : '', code: answer, message: '' }];
  };
  // Nothing else of these is read by what is wired.
  const machine = wireTaskCopy({ transport, world: { newId: () => `id${(made += 1)}` } } as unknown as Services);
  const send = (serialNumbers: string[], revision = 1) =>
    toPromise(
      createActor(
        childLogicOf(machine, 'sendCopies') as AnyActorLogic,
        {
          input: { taskId: 't1', revision, serialNumbers },
        } as never,
      ).start(),
    );
  return { calls, answers, send };
}

it('a robot that refuses stops no other', async () => {
  const { answers, send } = wired();
  answers.set('B', new ApiError('notAllowed')).set('C', ERRORS.tooManyTasks);
  expect(await send(['B', 'C', 'D'])).toMatchObject({
    answers: [
      { serialNumber: 'B', taskId: '', failure: { code: ERRORS.notAllowed } },
      { serialNumber: 'C', taskId: '', failure: { code: ERRORS.tooManyTasks, words: { limit: TASKS_PER_ROBOT } } },
      { serialNumber: 'D', taskId: 'copy-D', failure: null },
    ],
  });
});

it('repeats a copy without an answer under the same id, and any other under a new one', async () => {
  const { calls, answers, send } = wired();
  answers.set('B', new ApiError('networkFailed')).set('C', new ApiError('notAllowed'));
  await send(['B', 'C']);
  answers.clear();
  await send(['B', 'C']);
  await send(['B']);
  const idsOf = (robot: string) => calls.filter((call) => call.robot === robot).map(({ id }) => id);
  const [lost, again, later] = idsOf('B');
  expect(again).toBe(lost);
  expect(later).not.toBe(lost);
  expect(new Set(idsOf('C')).size).toBe(2);
});

it('after the task was edited, a copy whose answer was lost is another request', async () => {
  const { calls, answers, send } = wired();
  answers.set('B', new ApiError('networkFailed'));
  for (const revision of [1, 1, 2]) await send(['B'], revision);
  const [lost, again, edited] = calls.map(({ id }) => id);
  expect(again).toBe(lost);
  expect(edited).not.toBe(lost);
  expect(calls.map(({ revision }) => revision)).toEqual([1, 1, 2]);
});

it('an answer without the robot is no copy', async () => {
  const { answers, send } = wired();
  answers.set('B', 'nothing');
  expect(await send(['B'])).toMatchObject({
    answers: [{ serialNumber: 'B', taskId: '', failure: { code: ERRORS.dataError } }],
  });
});
