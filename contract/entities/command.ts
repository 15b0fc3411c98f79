/** A command in the ledger (design 6): never done because it was sent. */
import * as v from 'valibot';
import { COMMAND_KINDS, COMMAND_STATES } from '../rules/commandLife.ts';
import { id, serialNumber, time } from './values.ts';

export const command = v.object({
  id,
  serialNumber,
  kind: v.picklist(COMMAND_KINDS),
  /** What it is about, in the reader's language: a point's name, say; empty when there is nothing to name. */
  target: v.string(),
  targetId: v.nullable(v.string()),
  askedBy: v.object({ userId: v.string(), name: v.string() }),
  state: v.picklist(COMMAND_STATES),
  askedAt: time,
  sentAt: v.nullable(time),
  acceptedAt: v.nullable(time),
  runningAt: v.nullable(time),
  endedAt: v.nullable(time),
  /** null: it does not expire (Stop). */
  expiresAt: v.nullable(time),
  /** Why it failed: the robot's errorType or our error's name, and the robot's own words. */
  reason: v.nullable(v.object({ type: v.string(), description: v.string() })),
});
export type Command = v.InferOutput<typeof command>;
