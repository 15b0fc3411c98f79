/** One line of the audit log: who did what to what, before and after, when (design 8). */
import * as v from 'valibot';
import { time } from './values.ts';

export const auditEntry = v.object({
  id: v.number(),
  at: time,
  userId: v.string(),
  /** Who it was, as they are called now; empty for one that is no account. */
  name: v.string(),
  /** `account.lock`, `session.signIn` … */
  act: v.string(),
  /** The id of what it was done to, and the name of an account or a robot. */
  subject: v.string(),
  subjectName: v.string(),
  /** As it was written down, JSON; null for nothing. */
  before: v.unknown(),
  after: v.unknown(),
});
export type AuditEntry = v.InferOutput<typeof auditEntry>;
