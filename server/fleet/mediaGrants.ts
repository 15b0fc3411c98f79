/**
 * Sends each robot the grants of who may watch it, listen to it and speak through it (safety 9): the full list every
 * few seconds, and at once when it changes. Grants follow from the viewings that browsers renew, their sessions and
 * relations. All of these are in the database, so that a restarted or new leader has them. Nothing is sent while the
 * database does not answer: access then ends by the robots' own timeout of 30 s.
 */
import type { MediaKind } from '../../contract/entities/robotConstants.ts';
import { FEED_INTERVAL_MS, MEDIA_GRANTS_INTERVAL_MS, MEDIA_VIEWING_TTL_MS } from '../../contract/rules/limits.ts';
import { allowedMedia } from '../../contract/rules/mediaRights.ts';
import type { MediaGrant, PrivateCommand } from '../../contract/wire/privateCommands.ts';
import type { Broker } from '../broker/broker.ts';
import type { CoreDeps } from '../coreDeps.ts';
import { allViewings, expireViewings, forgetViewings, type Viewing } from '../db/repositories/mediaViewings.ts';
import type { FleetCache } from './fleetCache.ts';
import type { Leadership } from './leadership.ts';
import type { ToRobot } from './messages.ts';

export interface MediaGrantsSender {
  /**
   * Call after viewings, sessions, roles or relations changed. Resolves once the robots were notified, if this server
   * leads.
   */
  recheck(): Promise<void>;
  close(): Promise<void>;
}

type Needs = Pick<CoreDeps, 'db' | 'log' | 'now'> & {
  broker: Broker;
  fleetCache: FleetCache;
  leadership: Leadership;
  toRobot: ToRobot;
};

interface Sent {
  /** The viewers and media of the last list; null when it may not have arrived. */
  key: string | null;
  at: number;
  /** Since when the list has been empty, ms; null while it is not. */
  emptySince: number | null;
}

/** The viewer's camera takes a call besides the right. */
const allowed = ({ what, roles, relation, hasCall }: Viewing): MediaKind[] =>
  allowedMedia(what, roles, relation).filter((kind) => kind !== 'camera' || hasCall);
const keyOf = (grants: readonly MediaGrant[]): string =>
  grants
    .map(({ viewer, what }) => `${viewer} ${what.join('+')}`)
    .sort()
    .join('\n');

export function createMediaGrants({ db, log, now, broker, fleetCache, leadership, toRobot }: Needs): MediaGrantsSender {
  const sent = new Map<string, Sent>();
  /**
   * A failure for one robot does not affect the others. @returns whether the broker has the message; true for a robot
   * that no longer exists
   */
  const tell = async (serialNumber: string, command: PrivateCommand): Promise<boolean> => {
    const robot = fleetCache.robot(serialNumber);
    if (!robot) return true;
    return toRobot.privately(robot, command).then(
      () => true,
      (error: unknown) => {
        log.warn({ err: error, serialNumber }, 'media grants could not be sent to a robot');
        return false;
      },
    );
  };

  const send = async (serialNumber: string, grants: readonly MediaGrant[]): Promise<void> => {
    if (!fleetCache.robot(serialNumber) || !fleetCache.abilitiesOf(serialNumber).video)
      return void sent.delete(serialNumber);
    const at = now();
    const before = sent.get(serialNumber);
    const key = keyOf(grants);
    if (before?.key === key && Math.abs(at - before.at) < MEDIA_GRANTS_INTERVAL_MS) return;
    const emptySince = grants.length > 0 ? null : (before?.emptySince ?? at);
    // By then the robot's grants have ended, even if messages were lost.
    if (emptySince !== null && at - emptySince > MEDIA_VIEWING_TTL_MS) return void sent.delete(serialNumber);
    const isTold = await tell(serialNumber, { type: 'mediaGrants', sentAt: at, grants: [...grants] });
    sent.set(serialNumber, { key: isTold ? key : null, at, emptySince });
  };

  /**
   * Channels of an external media service: when a viewing expired or lost its right, the robot leaves its channel, and
   * no one can join it again.
   */
  const endChannels = async (over: readonly Viewing[], at: number): Promise<void> => {
    await expireViewings(
      db,
      over.filter(({ expiresAt }) => expiresAt.getTime() > at).map(({ viewer }) => viewer),
      new Date(at),
    );
    const told = await Promise.all(
      over.map(async ({ serialNumber, viewer }) =>
        (await tell(serialNumber, { type: 'leaveMediaChannel', channel: viewer })) ? viewer : [],
      ),
    );
    await forgetViewings(db, told.flat());
  };

  const look = async (): Promise<void> => {
    if (!leadership.isLeader() || !broker.isUp()) return sent.clear();
    const at = now();
    const viewings = await allViewings(db, new Date(at));
    const isOver = (viewing: Viewing): boolean =>
      viewing.expiresAt.getTime() <= at || (viewing.isChannel && allowed(viewing).length < viewing.what.length);
    // The grant of a channel has the channel's name as its viewer.
    const current = viewings.filter((viewing) => !isOver(viewing));
    // Robots whose viewers lost their right are included with an empty list: another server may have sent them grants.
    const lists = new Map<string, MediaGrant[]>(
      [...sent.keys(), ...current.map(({ serialNumber }) => serialNumber)].map((serialNumber) => [serialNumber, []]),
    );
    for (const viewing of current) {
      const what = allowed(viewing);
      const until = Math.min(viewing.expiresAt.getTime(), viewing.sessionUntil?.getTime() ?? 0);
      if (what.length > 0) lists.get(viewing.serialNumber)?.push({ viewer: viewing.viewer, what, until });
    }
    await Promise.all([
      ...[...lists].map(([serialNumber, grants]) => send(serialNumber, grants)),
      endChannels(
        viewings.filter((viewing) => viewing.isChannel && isOver(viewing)),
        at,
      ),
    ]);
    await forgetViewings(
      db,
      viewings
        .filter(({ isChannel, expiresAt }) => !isChannel && expiresAt.getTime() <= at)
        .map(({ viewer }) => viewer),
    );
  };

  /** One check at a time; a call during a check gets the next one, which starts after the call. */
  let looking: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  const recheck = (): Promise<void> =>
    (next ??= looking.then(() => {
      next = undefined;
      return (looking = look().catch((error: unknown) =>
        log.warn({ err: error }, 'the media grants could not be sent'),
      ));
    }));

  const timer = setInterval(() => void recheck(), FEED_INTERVAL_MS);
  return {
    recheck,
    async close() {
      clearInterval(timer);
      await (next ?? looking);
    },
  };
}
