/** Redaction rules of copying a task: which robots, and what each answered; what is searched for is left out. */
import { type RedactionRule, defineRedaction } from '../recording/redaction.ts';
import type { TaskCopyContext, TaskCopyEvent, TaskCopyInput } from './taskCopy.machine.ts';

const INPUT = {
  taskId: true,
  revision: true,
  serialNumber: true,
  kind: true,
  name: true,
  executeTime: true,
} as const satisfies RedactionRule;
const CHECKS = { '*': { serialNumber: true, failure: 'failure' } } as const satisfies RedactionRule;
const ANSWERS = { '*': { serialNumber: true, taskId: true, failure: 'failure' } } as const satisfies RedactionRule;

export const taskCopyRedaction = defineRedaction<TaskCopyContext, TaskCopyEvent, TaskCopyInput>()({
  context: { ...INPUT, checks: CHECKS, chosen: true, answers: ANSWERS, failure: 'failure' },
  defaults: { search: '' },
  input: INPUT,
  events: { 'copy.toggle': { serialNumber: true } },
  outputs: { checkCopies: { checks: CHECKS }, sendCopies: { answers: ANSWERS } },
});
