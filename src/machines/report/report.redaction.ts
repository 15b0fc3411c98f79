/** Redaction rules of `report` (machines/recording/redaction.ts). */
import { defineRedaction } from '../recording/redaction.ts';
import type { ReportContext, ReportEvent, ReportInput } from './report.machine.ts';

const SURVEY = { since: true, until: true, steps: true, machines: true, bytes: true } as const;

export const reportRedaction = defineRedaction<ReportContext, ReportEvent, ReportInput>()({
  // The sentence is typed. When it is sent, it is deliberately in the header of the recording.
  context: { maySend: true, survey: SURVEY, isOpen: true, isSent: true, failure: 'failure' },
  input: { maySend: true },
  outputs: { survey: SURVEY },
});
