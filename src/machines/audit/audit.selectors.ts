import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { auditMachine } from './audit.machine.ts';

export type AuditRef = ActorRefFrom<typeof auditMachine>;

type Snapshot = SnapshotFrom<typeof auditMachine>;

export const selectAudit = ({ context }: Snapshot) => context;
/** The export is running; it can be cancelled. */
export const selectIsExporting = (snapshot: Snapshot): boolean => snapshot.hasTag('exporting');
