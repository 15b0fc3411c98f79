/**
 * Tests of lifts and doors: the server calls the lift or opens the door, by its relay or in the simulated building, and
 * answers what came of it. The call runs before the write's transaction, so that none is open while the door moves.
 */
import { RateLimiterRes } from 'rate-limiter-flexible';
import type { Handlers } from '../../contract/endpoint.ts';
import type { sites as catalogue } from '../../contract/endpoints/sites.ts';
import type { EquipmentTest } from '../../contract/entities/site.ts';
import { EQUIPMENT_TESTS_PER_MINUTE } from '../../contract/rules/siteLimits.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import type { Db } from '../db/database.ts';
import { record } from '../db/repositories/audit.ts';
import { doorById, liftById, noteRelay, type StoredDoor, type StoredLift } from '../db/repositories/sites.ts';
import type { AskRelay } from '../gateway/relay.ts';
import { guarded } from '../guarded.ts';
import type { RequestContext } from '../requestContext.ts';
import { relayKeyOf } from '../security/relayKey.ts';
import { whyUntestable } from './describeEquipment.ts';
import { createRateLimiter } from './rateLimiter.ts';

type Calls = Pick<typeof catalogue, 'testLift' | 'testDoor'>;

/** A lift or door of the simulated building; resolves with whether it opened in time. */
export type AskBuilding = (wish: { kind: 'lift' | 'door'; id: string; mapId: string }) => Promise<boolean>;

export interface TestNeeds extends Pick<AppDeps, 'db' | 'sharedDb' | 'monotonicNow' | 'now'> {
  askRelay: AskRelay;
  askBuilding: AskBuilding;
  isSimulated: (id: string) => boolean;
}

const MINUTE_MS = 60_000;

export function createEquipmentTestHandlers({
  db: freeDb,
  sharedDb,
  monotonicNow,
  now,
  askRelay,
  askBuilding,
  isSimulated,
}: TestNeeds): Handlers<Calls, RequestContext> {
  const limiter = createRateLimiter({
    db: sharedDb,
    prefix: 'equipmentTest',
    points: EQUIPMENT_TESTS_PER_MINUTE,
    windowMs: MINUTE_MS,
  });
  const count = async (userId: string): Promise<void> => {
    try {
      await limiter.consume(userId);
    } catch (error) {
      if (error instanceof RateLimiterRes) throw new ApiError('tooManyEquipmentTests');
      throw error;
    }
  };

  const run = async (kind: 'lift' | 'door', row: StoredLift | StoredDoor, mapId: string): Promise<EquipmentTest> => {
    const { id, openedBy, relayUrl, relayKeyVersion, openSeconds } = row;
    if (whyUntestable(openedBy, isSimulated(id)) !== null) throw new ApiError('equipmentUntestable');
    const began = monotonicNow();
    const took = (): number => Math.round(monotonicNow() - began);
    if (openedBy !== 'relay') {
      const opened = await askBuilding({ kind, id, mapId });
      return { outcome: opened ? 'open' : 'silent', tookMs: took(), status: null };
    }
    const key = await relayKeyOf(freeDb, id, relayKeyVersion);
    const action = kind === 'lift' ? 'call' : 'open';
    const found = await askRelay({ url: relayUrl, key, id, action, mapId, openSeconds });
    await noteRelay(freeDb, kind, id, { opened: found.outcome === 'open', at: new Date(now()) });
    return { ...found, tookMs: took() };
  };
  const audit = (db: Db, userId: string, kind: 'lift' | 'door', id: string, after: EquipmentTest): Promise<void> =>
    record(db, { userId, act: `${kind}.test`, subject: id, after });

  return {
    testLift: guarded(
      async ({ elevatorId, mapId }: { elevatorId: string; mapId: string }, { db, userId }) => {
        await count(userId);
        const lift = await liftById(db, elevatorId);
        if (!lift) throw new ApiError('notFound', { field: 'elevatorId' });
        return run('lift', lift, mapId);
      },
      async ({ elevatorId }, { db, userId }, found) => {
        await audit(db, userId, 'lift', elevatorId, found);
        return found;
      },
    ),
    testDoor: guarded(
      async ({ doorId }: { doorId: string }, { db, userId }) => {
        await count(userId);
        const door = await doorById(db, doorId);
        if (!door) throw new ApiError('notFound', { field: 'doorId' });
        return run('door', door, door.mapId);
      },
      async ({ doorId }, { db, userId }, found) => {
        await audit(db, userId, 'door', doorId, found);
        return found;
      },
    ),
  };
}
