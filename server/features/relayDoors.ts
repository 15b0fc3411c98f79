/**
 * Opens the doors and calls the lifts that have a relay, while a robot with a task is at one of their points; repeated
 * for as long as it is there, before the door shuts. Runs on every server: a second request only keeps the door open.
 */
import type { AppDeps } from '../appDeps.ts';
import { noteRelay, relayEquipment, type RelayEquipment } from '../db/repositories/sites.ts';
import type { AskRelay } from '../gateway/relay.ts';
import { relayKeyOf } from '../security/relayKey.ts';

/** Interval of the check, ms. */
const CHECK_MS = 1_000;
/** A robot is at a point within this distance, metres. */
const AT_POINT_M = 2;
/** Pause after a request that did not open, ms. */
const RETRY_MS = 3_000;

type Needs = Pick<AppDeps, 'db' | 'fleet' | 'log' | 'now'> & { askRelay: AskRelay };

export interface RelayDoors {
  /** Checks once; resolves when every request has its answer. */
  check(): Promise<void>;
  close(): void;
}

export function createRelayDoors({ db, fleet, log, now, askRelay }: Needs): RelayDoors {
  /** When each lift or door may be asked again, ms; Infinity while a request runs. */
  const askAt = new Map<string, number>();

  const standing = (): { mapId: string; x: number; y: number }[] =>
    [...fleet.fleetCache.robots()].flatMap(({ serialNumber }) => {
      const { pose, connection, driving, task } = fleet.live(serialNumber, 'enUS');
      return pose && connection === 'online' && (driving || task !== null) ? [pose] : [];
    });

  const open = async ({ id, kind, relayUrl, relayKeyVersion, openSeconds }: RelayEquipment, mapId: string) => {
    const name = `${id} ${kind === 'lift' ? mapId : ''}`;
    if (now() < (askAt.get(name) ?? 0)) return;
    askAt.set(name, Infinity);
    let pauseMs = RETRY_MS;
    try {
      const key = await relayKeyOf(db, id, relayKeyVersion);
      const action = kind === 'lift' ? 'call' : 'open';
      const { outcome } = await askRelay({ url: relayUrl, key, id, action, mapId, openSeconds });
      await noteRelay(db, kind, id, { opened: outcome === 'open', at: new Date(now()) });
      if (outcome !== 'open') log.warn({ [kind]: id, outcome }, 'a relay did not open');
      // Again shortly before the door shuts.
      else pauseMs = Math.max(1, openSeconds - 2) * 1_000;
    } finally {
      askAt.set(name, now() + pauseMs);
    }
  };

  const check = async (): Promise<void> => {
    const equipment = await relayEquipment(db);
    const known = new Set(equipment.map(({ id }) => id));
    for (const name of askAt.keys()) if (!known.has(name.split(' ')[0] ?? '')) askAt.delete(name);
    if (equipment.length === 0) return;
    const robots = standing();
    const due = equipment.flatMap((one) => {
      const there = one.points.filter((point) =>
        robots.some(({ mapId, x, y }) => mapId === point.mapId && Math.hypot(x - point.x, y - point.y) <= AT_POINT_M),
      );
      return [...new Set(there.map(({ mapId }) => mapId))].map((mapId) => open(one, mapId));
    });
    await Promise.all(due);
  };

  const timer = setInterval(
    () => void check().catch((error: unknown) => log.warn({ err: error }, 'the relays could not be checked')),
    CHECK_MS,
  );
  timer.unref();
  return { check, close: () => clearInterval(timer) };
}
