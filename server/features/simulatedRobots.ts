/** Adds a simulated robot to a floor that was drawn in the console. */
import { randomUUID } from 'node:crypto';
import type { Handlers } from '../../contract/endpoint.ts';
import type { simulatedRobots } from '../../contract/endpoints/simulatedRobots.ts';
import { SIMULATED_FLOOR_MAX_M2, SIMULATED_ROBOTS_MAX } from '../../contract/rules/limits.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import { DEFAULT_INTERFACE } from '../../contract/wire/topics.ts';
import type { AppDeps } from '../appDeps.ts';
import { hashOf } from '../broker/credentials.ts';
import { record } from '../db/repositories/audit.ts';
import { mapById } from '../db/repositories/maps.ts';
import { changeRobot, makeSuperAdmin } from '../db/repositories/robots.ts';
import { countSimulated, lockSimulated, serialNumbersFrom } from '../db/repositories/simulatedRobots.ts';
import type { RequestContext } from '../requestContext.ts';
import { passwordIssuer } from '../security/simulatedPassword.ts';
import { runInWorker } from '../workerThreads/runInWorker.ts';
import { registerRobots } from './registerRobot.ts';
import { createRelationNotifications } from './relationNotifications.ts';

const PREFIX = 'SIM-';
const DIGITS = 4;
/** A delivery robot, which drives wherever it is sent and does nothing by itself. */
const MODEL = { manufacturer: 'Roundhouse', robotModel: 'W1', kind: 'delivery' } as const;

export interface SimulatedRobotNeeds {
  /** Whether this server can run the simulator. */
  canSimulate: boolean;
  /** The simulated robots or their floors have changed. */
  simulatedChanged: () => void;
}

export function createSimulatedRobotHandlers(
  deps: AppDeps & SimulatedRobotNeeds,
): Handlers<typeof simulatedRobots, RequestContext> {
  const { broker, fleet, now, canSimulate, simulatedChanged } = deps;
  const notifyRelations = createRelationNotifications({ broker, fleet });
  return {
    async add({ simulatedOnMap }, { db, userId, afterCommit }) {
      if (!canSimulate) throw new ApiError('simulatorMissing');
      const map = await mapById(db, simulatedOnMap);
      if (!map) throw new ApiError('mapUnknown', { field: 'simulatedOnMap' });
      const { plan, pictureId } = map;
      const isUsable =
        pictureId === null &&
        plan.width * plan.height <= SIMULATED_FLOOR_MAX_M2 &&
        (await runInWorker('startPlaceOn', { plan })) !== null;
      if (!isUsable)
        throw new ApiError('floorNotSimulable', { field: 'simulatedOnMap', words: { most: SIMULATED_FLOOR_MAX_M2 } });
      const issue = await passwordIssuer(db);

      const serialNumber = await db.transaction(async (transaction) => {
        await lockSimulated(transaction);
        if ((await countSimulated(transaction)) >= SIMULATED_ROBOTS_MAX)
          throw new ApiError('tooManySimulatedRobots', { words: { most: SIMULATED_ROBOTS_MAX } });
        const number = nextNumber(await serialNumbersFrom(transaction, PREFIX));
        const added = `${PREFIX}${String(number).padStart(DIGITS, '0')}`;
        const at = new Date(now());
        await registerRobots(
          transaction,
          [added],
          {
            ...MODEL,
            interfaceName: DEFAULT_INTERFACE,
            dialect: '2.x',
            registerSiteId: map.siteId,
            claimRole: null,
            maps: [{ registerMapId: map.id, robotMapName: map.id }],
          },
          { name: { zhCN: `模拟机器人 ${number}`, enUS: `Simulated robot ${number}` }, userId, at },
        );
        const robot = { serialNumber: added, simulated: true, demo: false };
        await changeRobot(transaction, added, {
          simulated: true,
          claimHash: null,
          passwordHash: hashOf(issue(robot, at)),
          passwordIssuedAt: at,
        });
        await makeSuperAdmin(transaction, { id: randomUUID(), userId, serialNumber: added });
        await record(transaction, { userId, act: 'robot.bind', subject: added, after: { superAdmin: userId } });
        return added;
      });
      afterCommit(async () => {
        await fleet.refresh();
        simulatedChanged();
        await notifyRelations([userId]);
      });
      return { serialNumber };
    },
  };
}

/** Numbers of retired robots are not used again: their records stay. */
const nextNumber = (taken: readonly string[]): number =>
  1 + Math.max(0, ...taken.map((one) => Number(one.slice(PREFIX.length))).filter(Number.isSafeInteger));
