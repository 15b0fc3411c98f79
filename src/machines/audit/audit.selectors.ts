import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { auditMachine } from './audit.machine.ts';

export type AuditRef = ActorRefFrom<typeof auditMachine>;

type Snapshot = SnapshotFrom<typeof auditMachine>;

export const selectAudit = ({ context }: Snapshot) => context;
/** The file is on its way; it can be given up. */
export const selectIsExporting = (snapshot: Snapshot): boolean => snapshot.hasTag('exporting');
