/** Redaction rules of `notices` (machines/recording/redaction.ts). */
import { type RedactionRule, defineRedaction } from '../recording/redaction.ts';
import type { Notice, NoticesEvent } from '../app/events.ts';

const NOTICE = {
  tone: true,
  key: true,
  params: 'numbers',
  failure: 'failure',
  way: { to: 'path', key: true },
} as const satisfies RedactionRule;

export const noticesRedaction = defineRedaction<{ notice: Notice | null; number: number }, NoticesEvent>()({
  context: { notice: NOTICE, number: true },
  events: { 'notice.show': { notice: NOTICE } },
});
