/** What the server publishes to one account: a fleet update every second, and notices (design 6, 7). */
import * as v from 'valibot';
import { command } from '../entities/command.ts';
import { lease } from '../entities/lease.ts';
import { robotLive } from '../entities/robot.ts';
import { CALL_STATES } from '../rules/call.ts';
import { DELIVERY_STATUSES } from '../entities/robotConstants.ts';
import { time } from '../entities/values.ts';

export const fleetUpdate = v.object({
  /** The server's clock; ages are computed from it. */
  time,
  /** Sequence number of the update; after a gap the client reloads the full state. */
  beat: v.number(),
  /** Whether the server reaches its broker. With an external broker, a lost broker shows only as missing updates. */
  broker: v.picklist(['ok', 'slow', 'down']),
  /**
   * Robots whose live state changed since the last update; names in the language that was requested with the MQTT
   * credentials.
   */
  robots: v.array(robotLive),
  /** Robots that reported no change: their new times of receipt. */
  heard: v.record(v.string(), time),
});
export type FleetUpdate = v.InferOutput<typeof fleetUpdate>;

/** A name in every language, for messages with readers of several languages. */
const perLanguage = v.object({ zhCN: v.string(), enUS: v.string() });

export const notice = v.variant('type', [
  v.object({ type: v.literal('sessionEnded'), code: v.number(), sessionId: v.string() }),
  /** Name, picture, address, number or time zone changed: clients reload the account. */
  v.object({ type: v.literal('accountChanged') }),
  /** The account's visible robots, or its rights on them, changed. */
  v.object({ type: v.literal('relationsChanged') }),
  /** A robot can do something else than before: clients that show it load it again. At most one a minute for a robot. */
  v.object({ type: v.literal('abilitiesChanged'), serialNumber: v.string() }),
  /**
   * The account was invited to `count` robots, of which this is the first; names are in the inviter's language.
   */
  v.object({
    type: v.literal('robotInvited'),
    serialNumber: v.string(),
    robot: v.string(),
    by: v.string(),
    count: v.optional(v.number(), 1),
  }),
  /** Somebody asks for access to a robot that the account may administer. */
  v.object({
    type: v.literal('accessRequested'),
    serialNumber: v.string(),
    names: v.object({ robot: perLanguage, by: perLanguage }),
  }),
  /** The robot was bound by a view-only account; account administrators can add a role to it. */
  v.object({
    type: v.literal('viewerBound'),
    serialNumber: v.string(),
    names: v.object({ robot: perLanguage, by: perLanguage }),
  }),
  /**
   * A map's points, picture, names or position in the order changed, possibly by this account; `revision` null: the map
   * was deleted.
   */
  v.object({
    type: v.literal('mapChanged'),
    siteId: v.string(),
    mapId: v.string(),
    revision: v.nullable(v.number()),
    by: v.object({ userId: v.string(), name: v.string() }),
  }),
  /**
   * Face recognition at a site was changed, or a record or person was deleted there: clients load what they show again,
   * so that a clear picture that may no longer be seen is closed at once.
   */
  v.object({ type: v.literal('facesChanged'), siteId: v.string() }),
  /** A user who may not resume a stopped robot asks for a resume. */
  v.object({ type: v.literal('resumeAsked'), serialNumber: v.string(), by: v.string() }),
  /** An alarm case was raised or changed; clients load it. */
  v.object({
    type: v.literal('alarmChanged'),
    caseId: v.string(),
    serialNumber: v.string(),
    /** It was raised just now, or its countdown began again. */
    isRaised: v.boolean(),
    /** The account is asked to take it over. */
    isOffered: v.optional(v.boolean(), false),
    /** The account changed it itself. */
    isOwn: v.optional(v.boolean(), false),
  }),
  /**
   * A delivery was made or changed; clients load it, or the board after several. `serialNumber` is '' while it waits for
   * a robot.
   */
  v.object({
    type: v.literal('deliveryChanged'),
    deliveryId: v.string(),
    siteId: v.string(),
    serialNumber: v.string(),
    status: v.picklist(DELIVERY_STATUSES),
    /** It needs somebody since this change. */
    needsYou: v.boolean(),
  }),
  /** A call rings for the account, or changed; clients load their open calls. */
  v.object({
    type: v.literal('callChanged'),
    callId: v.string(),
    serialNumber: v.string(),
    state: v.picklist(CALL_STATES),
    /** Who answered, in the language of the readers. */
    answeredBy: v.nullable(v.object({ userId: v.string(), names: perLanguage })),
  }),
  v.object({ type: v.literal('leaseAsked'), serialNumber: v.string(), by: v.string() }),
  v.object({ type: v.literal('leaseTaken'), serialNumber: v.string(), by: v.string(), reason: v.nullable(v.string()) }),
]);
export type Notice = v.InferOutput<typeof notice>;

/** On `{base}/ledger`: the current state of a command. */
export const ledgerMessage = v.object({
  ...command.entries,
  names: v.object({ target: perLanguage, askedBy: perLanguage }),
});
export type LedgerMessage = v.InferOutput<typeof ledgerMessage>;
/** On `{base}/lease`, retained: the current lease. */
export const leaseMessage = v.object({
  ...lease.entries,
  names: v.object({ holder: perLanguage, askedBy: perLanguage }),
});
export type LeaseMessage = v.InferOutput<typeof leaseMessage>;
