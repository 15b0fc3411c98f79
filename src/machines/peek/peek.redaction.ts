/** Redaction rules of the dry run: its findings, not the texts of the controls. */
import { defineRedaction } from '../recording/redaction.ts';
import type { PeekContext, PeekEvent } from './peek.machine.ts';

// A control's name and reason can contain a person's name; the intercepted event is already redacted by the rules of
// its own machine.
const PRESS = { events: true } as const;

export const peekRedaction = defineRedaction<PeekContext, PeekEvent>()({
  context: { number: true, press: PRESS, failure: 'failure' },
  events: { 'press.caught': { number: true } },
  outputs: { explain: PRESS },
});
