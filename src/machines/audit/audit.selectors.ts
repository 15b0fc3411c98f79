/** Selectors of the audit log. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { auditMachine } from './audit.machine.ts';

export type AuditRef = ActorRefFrom<typeof auditMachine>;

type Snapshot = SnapshotFrom<typeof auditMachine>;

export const selectAudit = ({ context }: Snapshot) => context;
