/**
 * An entry of the command ledger (design 6). A sent command is not a completed one: only the robot's state confirms it.
 */
import * as v from 'valibot';
import { COMMAND_KINDS, COMMAND_STATES } from '../rules/commandLife.ts';
import { fileId } from './file.ts';
import { flag, id, serialNumber, time } from './values.ts';

export const command = v.object({
  id,
  serialNumber,
  kind: v.picklist(COMMAND_KINDS),
  /**
   * What the command refers to, in the reader's language, for example a point's name; empty if there is nothing to
   * name.
   */
  target: v.string(),
  /** A point; of `takePhoto`: the alarm case whose place it shows. */
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
  /** What an action of a device asked for; the text of `say` is not among it. */
  parameters: v.optional(
    v.nullable(
      v.object({
        on: v.optional(flag),
        horizontal: v.optional(v.number()),
        vertical: v.optional(v.number()),
        volume: v.optional(v.number()),
        cabinet: v.optional(v.number()),
      }),
    ),
  ),
  /** The photo that `takePhoto` ended with. */
  fileId: v.optional(v.nullable(fileId)),
});
export type Command = v.InferOutput<typeof command>;
