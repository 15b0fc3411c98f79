import type { SnapshotFrom } from 'xstate';
import type { outboxMachine } from './outbox.machine.ts';

/** All of it: the page shows nearly everything. */
export const selectOutbox = ({ context }: SnapshotFrom<typeof outboxMachine>) => context;
