/** What of peek may leave this browser: what was found out, not the words on the control. */
import { defineRedaction } from '../recording/redaction.ts';
import type { PeekContext, PeekEvent } from './peek.machine.ts';

// A control may be named after a person, and its reason name one; what was caught has passed the leaves of its own machine.
const PRESS = { events: true } as const;

export const peekRedaction = defineRedaction<PeekContext, PeekEvent>()({
  context: { number: true, press: PRESS, failure: 'failure' },
  events: { 'press.caught': { number: true } },
  outputs: { explain: PRESS },
});
