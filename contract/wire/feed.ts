/** What the server says to one account: the fleet's beat every second, and notices (design 6, 7). */
import * as v from 'valibot';
import { command } from '../entities/command.ts';
import { lease } from '../entities/lease.ts';
import { robotLive } from '../entities/robot.ts';
import { time } from '../entities/values.ts';

export const fleetBeat = v.object({
  /** The server's clock: ages are counted by it. */
  time,
  /** Rises by one a beat; a gap means something was missed and the picture is fetched anew. */
  beat: v.number(),
  /** Whether the cloud reaches its broker. Over an outside broker a lost one is simply silence. */
  broker: v.picklist(['ok', 'slow', 'down']),
  /** Robots whose picture changed since the last beat; names in the language asked for with the MQTT credentials. */
  robots: v.array(robotLive),
  /** Robots that only said again what was known: their new times of receipt. */
  heard: v.record(v.string(), time),
});
export type FleetBeat = v.InferOutput<typeof fleetBeat>;

export const notice = v.variant('type', [
  v.object({ type: v.literal('sessionEnded'), code: v.number(), sessionId: v.string() }),
  /** Name, picture, address, number or time zone: whoever shows the person reads them anew. */
  v.object({ type: v.literal('accountChanged') }),
  /** The robots one may see, or one's rights on them, have changed. */
  v.object({ type: v.literal('relationsChanged') }),
  /** Somebody invites the account to a robot; names are in the inviter's language. */
  v.object({ type: v.literal('robotInvited'), serialNumber: v.string(), robot: v.string(), by: v.string() }),
  /** Somebody, perhaps this very account, changed a map's points, picture, names or place in the order; `revision` null: it is gone. */
  v.object({
    type: v.literal('mapChanged'),
    siteId: v.string(),
    mapId: v.string(),
    revision: v.nullable(v.number()),
    by: v.object({ userId: v.string(), name: v.string() }),
  }),
  /** A robot is stopped, and somebody who may not resume it asks for that. */
  v.object({ type: v.literal('resumeAsked'), serialNumber: v.string(), by: v.string() }),
  v.object({ type: v.literal('leaseAsked'), serialNumber: v.string(), by: v.string() }),
  v.object({ type: v.literal('leaseTaken'), serialNumber: v.string(), by: v.string(), reason: v.nullable(v.string()) }),
]);
export type Notice = v.InferOutput<typeof notice>;

/** Names in a message that readers of several languages share: the reader takes its own language's. */
const perLanguage = v.object({ zhCN: v.string(), enUS: v.string() });

/** On `{base}/ledger`: a command as it now is. */
export const ledgerMessage = v.object({
  ...command.entries,
  names: v.object({ target: perLanguage, askedBy: perLanguage }),
});
export type LedgerMessage = v.InferOutput<typeof ledgerMessage>;
/** On `{base}/lease`, retained: who steers now. */
export const leaseMessage = v.object({
  ...lease.entries,
  names: v.object({ holder: perLanguage, askedBy: perLanguage }),
});
export type LeaseMessage = v.InferOutput<typeof leaseMessage>;
