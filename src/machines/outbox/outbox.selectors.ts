import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { outboxMachine } from './outbox.machine.ts';

export type OutboxRef = ActorRefFrom<typeof outboxMachine>;

/** The whole context: the page shows nearly all of it. */
export const selectOutbox = ({ context }: SnapshotFrom<typeof outboxMachine>) => context;
