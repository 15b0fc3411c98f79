import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { outboxMachine } from './outbox.machine.ts';

export type OutboxRef = ActorRefFrom<typeof outboxMachine>;

/** All of it: the page shows nearly everything. */
export const selectOutbox = ({ context }: SnapshotFrom<typeof outboxMachine>) => context;
