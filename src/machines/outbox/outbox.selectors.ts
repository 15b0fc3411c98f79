import type { SnapshotFrom } from 'xstate';
import { MESSAGES_PER_PAGE, type outboxMachine } from './outbox.machine.ts';

type Snapshot = SnapshotFrom<typeof outboxMachine>;

/** All of it: the page shows nearly everything. */
export const selectOutbox = ({ context }: Snapshot) => context;
export const selectIsReading = (snapshot: Snapshot) => snapshot.hasTag('waiting');
export const selectPages = ({ context }: Snapshot): number => Math.max(1, Math.ceil(context.total / MESSAGES_PER_PAGE));
