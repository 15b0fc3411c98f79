/**
 * An entry of the command ledger (design 6). A sent command is not a completed one: only the robot's state confirms it.
 */
import * as v from 'valibot';
import { COMMAND_KINDS, COMMAND_STATES } from '../rules/commandLife.ts';
import { id, serialNumber, time } from './values.ts';

export const command = v.object({
  id,
  serialNumber,
  kind: v.picklist(COMMAND_KINDS),
  /**
   * What the command refers to, in the reader's language, for example a point's name; empty if there is nothing to
   * name.
   */
  target: v.string(),
  targetId: v.nullable(v.string()),
  askedBy: v.object({ userId: v.string(), name: v.string() }),
  state: v.picklist(COMMAND_STATES),
  askedAt: time,
  sentAt: v.nullable(time),
  acceptedAt: v.nullable(time),
  runningAt: v.nullable(time),
  endedAt: v.nullable(time),
  /** null: the command does not expire (Stop). */
  expiresAt: v.nullable(time),
  /** Why it failed: the robot's errorType or the name of our error, and the robot's own description. */
  reason: v.nullable(v.object({ type: v.string(), description: v.string() })),
});
export type Command = v.InferOutput<typeof command>;
