/** An entry of the audit log: who changed what, before and after, and when (design 8). */
import * as v from 'valibot';
import { time } from './values.ts';

export const auditEntry = v.object({
  id: v.number(),
  at: time,
  userId: v.string(),
  /** The current name of the account; empty if there is no such account. */
  name: v.string(),
  /** `account.lock`, `session.signIn` … */
  act: v.string(),
  /** The id of the affected object, and its name if the object still exists. */
  subject: v.string(),
  subjectName: v.string(),
  /** The recorded values as JSON; null for none. */
  before: v.unknown(),
  after: v.unknown(),
});
export type AuditEntry = v.InferOutput<typeof auditEntry>;
