/** Selectors of commands, the ledger and the active tool. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { commandsMachine } from './commands.machine.ts';

export type CommandsRef = ActorRefFrom<typeof commandsMachine>;

type Snapshot = SnapshotFrom<typeof commandsMachine>;

export type Tool = 'none' | 'listing' | 'placing' | 'confirming';
export const selectTool = (snapshot: Snapshot): Tool =>
  (['listing', 'placing', 'confirming'] as const).find((tool) => snapshot.hasTag(tool)) ?? 'none';
export const selectTarget = ({ context }: Snapshot) => context.target;
export const selectAct = ({ context }: Snapshot) => context.act;
export const selectKeyword = ({ context }: Snapshot): string => context.keyword;
export const selectResume = (snapshot: Snapshot) => ({
  open: snapshot.hasTag('resuming'),
  busy: snapshot.hasTag('dropping'),
  order: snapshot.context.resume.order,
});
export const selectIsChargeAsked = (snapshot: Snapshot): boolean => snapshot.hasTag('charging');
export const selectRows = ({ context }: Snapshot) => context.rows;
export const selectPending = ({ context }: Snapshot) => context.pending;
