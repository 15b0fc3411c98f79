/** Redaction rules of `fork` (machines/recording/redaction.ts). */
import { defineRedaction } from '../recording/redaction.ts';
import type { ForkContext, ForkEvent, ForkInput } from './fork.machine.ts';

/** The typed event and the effects are left out, because they can hold anything. */
export const forkRedaction = defineRedaction<ForkContext, ForkEvent, ForkInput>()({
  context: { capsule: true, step: true, key: true, actor: true, fault: true, length: true, at: true, next: true },
  input: { capsule: true, step: true },
  events: {
    'actor.choose': { actor: true },
    'event.send': { actor: true },
    'fork.grew': { key: true, length: true, at: true, next: true },
  },
});
