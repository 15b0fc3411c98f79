/** Wires the copy of a task to the API: one call for each robot, so that a robot that refuses stops no other. */
import { fromPromise } from 'xstate';
import { schedules } from '../../../contract/endpoints/schedules.ts';
import { TASKS_PER_ROBOT } from '../../../contract/rules/schedule/scheduleLimits.ts';
import { BaseApiError } from '../../../contract/wire/baseApiError.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { NO_ANSWER } from '../../machines/factories/draftEditor.ts';
import { type Failure, failureOf } from '../../machines/failure.ts';
import {
  type CopiesInput,
  type CopyAnswer,
  type CopyCheck,
  taskCopyMachine,
} from '../../machines/taskCopy/taskCopy.machine.ts';
import { createClient } from '../../services/api.ts';
import type { Services } from '../services.ts';

/** Why a robot has no copy; null for the code 0. The answer names no parameters of the text. */
export const refusalOf = (code: number, said: string): Failure | null =>
  code === 0 ? null : { code, said, ...(code === ERRORS.tooManyTasks && { words: { limit: TASKS_PER_ROBOT } }) };

export function wireTaskCopy({ transport, world: { newId } }: Services) {
  const api = createClient(schedules, transport);
  /** Ids of requests whose answer is not known, by task, its revision and robot. */
  const requests = new Map<string, string>();

  const copyTo = async (
    { taskId, revision }: Omit<CopiesInput, 'serialNumbers'>,
    serialNumber: string,
    signal: AbortSignal,
  ): Promise<CopyAnswer> => {
    const key = `${taskId} ${revision} ${serialNumber}`;
    const id = requests.get(key) ?? newId();
    requests.set(key, id);
    try {
      const [answer] = await api.copy({ id: taskId, serialNumberStr: serialNumber, revision }, { signal, id });
      if (!answer) throw new BaseApiError('dataError');
      // Answered: another copy is another request.
      requests.delete(key);
      return { serialNumber, taskId: answer.id, failure: refusalOf(answer.code, answer.message) };
    } catch (error) {
      const failure = failureOf(error);
      if (!NO_ANSWER.includes(failure.code)) requests.delete(key);
      return { serialNumber, taskId: '', failure };
    }
  };

  return taskCopyMachine.provide({
    actors: {
      checkCopies: fromPromise<{ checks: readonly CopyCheck[] }, { taskId: string }>(
        async ({ input: { taskId }, signal }) => ({
          checks: (await api.checkCopy({ id: taskId }, { signal })).map(({ serialNumber, code, message }) => ({
            serialNumber,
            failure: refusalOf(code, message),
          })),
        }),
      ),
      sendCopies: fromPromise<{ answers: readonly CopyAnswer[] }, CopiesInput>(async ({ input, signal }) => {
        const answers: CopyAnswer[] = [];
        for (const serialNumber of input.serialNumbers) answers.push(await copyTo(input, serialNumber, signal));
        return { answers };
      }),
    },
  });
}
