/**
 * A test order: where it leads, and the control lease that it needs. The console renews the lease while the test runs
 * and gives it back at its end; without renewals it expires, so a closed tab leaves nothing behind.
 */
import { randomUUID } from 'node:crypto';
import type { StartedTest, TestTarget } from '../../contract/entities/conformance.ts';
import { LEASE_TTL_MS } from '../../contract/rules/limits.ts';
import { PLAN_META } from '../../contract/rules/mapFiles/planPicture.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import { nameIn } from '../db/localName.ts';
import { changeLease, lockLease, NO_HOLDER } from '../db/repositories/leases.ts';
import { pictureById } from '../db/repositories/mapFiles.ts';
import { mapById } from '../db/repositories/maps.ts';
import type { FileStore } from '../files/fileStore.ts';
import { mapPictureBytes } from '../files/mapPictures.ts';
import type { RequestContext } from '../requestContext.ts';
import { runInWorker } from '../workerThreads/runInWorker.ts';
import { createCommandIssuer, namedIn } from './commandIssuer.ts';

/** How far ahead a test order leads, metres. */
const TEST_M = 2;

export function createTestOrder(deps: Pick<AppDeps, 'fleet' | 'now'> & { store: FileStore }) {
  const { fleet, now } = deps;
  const { demand } = createCommandIssuer(deps);

  /** @throws ApiError for what keeps the robot from driving, robotNotLocated, wayNotFree */
  const plan = async (serialNumber: string, context: RequestContext): Promise<TestTarget> => {
    await demand('goTo', serialNumber, context, { isTest: true });
    const live = fleet.live(serialNumber, context.language);
    // A test order must not displace anything: the robot has nothing to do.
    if (live.busy || live.task !== null || live.drive !== null) throw new ApiError('robotBusy');
    const { pose } = live;
    const map = pose ? await mapById(context.db, pose.mapId) : undefined;
    if (!pose || !map) throw new ApiError('robotNotLocated');
    const { mapId, x, y, theta } = pose;
    const target = { x: x + TEST_M * Math.cos(theta), y: y + TEST_M * Math.sin(theta) };
    const stored = map.pictureId === null ? undefined : await pictureById(context.db, mapId, map.pictureId);
    const isFree = await runInWorker('isWayFree', {
      png: stored ? await mapPictureBytes(deps.store, stored) : null,
      meta: stored?.meta ?? PLAN_META,
      plan: map.plan,
      resolution: map.resolution,
      origin: { x: map.originX, y: map.originY, yaw: map.originYaw },
      from: [x, y],
      to: [target.x, target.y],
    });
    if (!isFree) throw new ApiError('wayNotFree');
    return { mapId, ...target, theta, backX: x, backY: y };
  };

  return {
    async start({ serialNumber }: { serialNumber: string }, context: RequestContext): Promise<StartedTest> {
      const target = await plan(serialNumber, context);
      const before = await lockLease(context.db, serialNumber);
      if (!before) throw new ApiError('robotUnknown', { field: 'serialNumber' });
      const isHeld = before.holderId !== null && before.expiresAt !== null && before.expiresAt.getTime() > now();
      // The lease of an earlier test of the same person is taken over; one to drive by hand in another tab is not.
      if (isHeld && !(before.holderId === context.userId && before.test?.number === before.number))
        throw new ApiError('leaseHeld', { words: { holder: nameIn(before.holderName ?? '', context.language) } });
      const at = new Date(now());
      const number = before.number + 1;
      // No connection has this client id: the lease allows nobody to drive by hand.
      const clientId = `${context.userId}~${serialNumber}~test-${randomUUID()}`;
      const row = await changeLease(context.db, serialNumber, {
        ...NO_HOLDER,
        number,
        holderId: context.userId,
        holderName: namedIn(context.nickname),
        holderClientId: clientId,
        since: at,
        expiresAt: new Date(at.getTime() + LEASE_TTL_MS),
        test: { ...target, number },
      });
      context.afterCommit(async () => {
        if (before.commandId) await fleet.ledger.advance(before.commandId, { to: 'finished' });
        if (row) await fleet.leaseChanged(row);
      });
      return { ...target, clientId, number };
    },
  };
}
