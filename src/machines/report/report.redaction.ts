/** What may leave of `report` in a capsule (machines/recording/redaction.ts). */
import { defineRedaction } from '../recording/redaction.ts';
import type { ReportContext, ReportEvent, ReportInput } from './report.machine.ts';

const SURVEY = { since: true, until: true, steps: true, machines: true, bytes: true } as const;

export const reportRedaction = defineRedaction<ReportContext, ReportEvent, ReportInput>()({
  // The sentence is typed. The one that is sent stands at the head of the capsule, on purpose.
  context: { maySend: true, survey: SURVEY, isOpen: true, isSent: true, failure: 'failure' },
  input: { maySend: true },
  outputs: { survey: SURVEY },
});
