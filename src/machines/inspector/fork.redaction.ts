/** What may leave of `fork` in a capsule (machines/recording/redaction.ts). */
import { defineRedaction } from '../recording/redaction.ts';
import type { ForkContext, ForkEvent, ForkInput } from './fork.machine.ts';

/** What is typed for a fork, and what its effects carry, may be anything. */
export const forkRedaction = defineRedaction<ForkContext, ForkEvent, ForkInput>()({
  context: { capsule: true, step: true, key: true, actor: true, fault: true, length: true, at: true, next: true },
  input: { capsule: true, step: true },
  events: {
    'actor.choose': { actor: true },
    'event.send': { actor: true },
    'fork.grew': { key: true, length: true, at: true, next: true },
  },
});
