/** Starts a disinfection, for a person or for a scheduled run. */
import { randomUUID } from 'node:crypto';
import type { Language } from '../../contract/entities/constants.ts';
import type { DisinfectionPlan } from '../../contract/rules/disinfection.ts';
import { blockingError } from '../../contract/rules/robotCan.ts';
import { isOrder } from '../../contract/rules/commandLife.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import type { Db } from '../db/database.ts';
import type { LocalName } from '../db/localName.ts';
import { isOnRouteRun } from '../db/repositories/cruiseRecords.ts';
import { addDisinfection, type DisinfectionRow } from '../db/repositories/disinfections.ts';
import { leaseOf } from '../db/repositories/leases.ts';
import { planDisinfection, type PlannedDisinfection } from './planDisinfection.ts';

export type StartDeps = Pick<AppDeps, 'fleet' | 'now'> & {
  /** The transaction that decides the start. */
  db: Db;
  /** Runs the effect after that transaction is committed. */
  afterCommit: (effect: () => void | Promise<void>) => void;
};
export interface DisinfectionStart {
  serialNumber: string;
  plan: DisinfectionPlan;
  startedBy: { userId: string; nickname: LocalName; language: Language };
  /** The scheduled run that starts it (`taskRunIdOf`). */
  taskRun?: { id: string };
  /** The plan on the map, if it was worked out before. */
  planned?: PlannedDisinfection;
}

/**
 * Starts the run and returns its id. Rights are checked by the caller, who holds the robot's row; everything else here.
 * @throws ApiError as for route runs: robotUnknown, robotBusy, robotOffline, robotHeld, leaseHeld, robotBatteryLow, …;
 * and those of `planDisinfection`
 */
export const startDisinfection = async (deps: StartDeps, start: DisinfectionStart): Promise<string> =>
  (await addRun(deps, start)).id;

export async function addRun(
  { db, fleet, now, afterCommit }: StartDeps,
  { serialNumber, plan, startedBy: { userId, nickname, language }, taskRun, planned: known }: DisinfectionStart,
): Promise<DisinfectionRow> {
  const { fleetCache, ledger, disinfections } = fleet;
  const robot = fleetCache.robot(serialNumber);
  if (!robot) throw new ApiError('robotUnknown', { field: 'serialNumber' });
  const lease = await leaseOf(db, serialNumber);
  const isLeased = lease?.holderId != null && lease.expiresAt !== null && lease.expiresAt.getTime() > now();
  const live = fleet.live(serialNumber, language);
  const abilities = fleetCache.abilitiesOf(serialNumber);
  const obstacle = blockingError('disinfect', {
    live,
    abilities,
    rights: ['read', 'operate'],
    leasedByOther: isLeased && lease.holderId !== userId,
    leasedByMe: isLeased && lease.holderId === userId,
    now: now(),
  });
  if (obstacle) throw new ApiError(obstacle);
  // The robot's state does not show commands issued a moment ago.
  if (ledger.openOf(serialNumber).some(({ kind }) => isOrder(kind))) throw new ApiError('robotBusy');
  // The live state shows a route run only after its start is committed.
  if (await isOnRouteRun(db, serialNumber)) throw new ApiError('robotBusy');
  const mapName = fleetCache.robotMapNameOf(serialNumber, plan.mapId);
  if (mapName === null) throw new ApiError('wrongFloor', { field: 'mapId' });
  const floor = live.pose?.mapId;
  if (floor !== undefined && floor !== plan.mapId && !abilities.liftRide)
    throw new ApiError('crossFloorUnsupported', { field: 'mapId' });

  const { map, grid, planned, plannedCells, sections, estimate } = known ?? (await planDisinfection(db, plan));
  const row = await addDisinfection(db, {
    id: randomUUID(),
    serialNumber,
    robotName: robot.name,
    mapId: map.id,
    mapName: map.name,
    floor: map.floor,
    robotMapName: mapName,
    kind: plan.target.kind,
    mode: plan.mode,
    aim: plan.dose,
    waitUntilEmpty: plan.waitUntilEmpty,
    state: 'inProgress',
    phase: 'starting',
    startedBy: userId,
    startedByName: nickname,
    language,
    taskRunId: taskRun?.id ?? null,
    startedAt: new Date(now()),
    estimate,
    plannedCells,
    sections,
    grid,
    planned,
    doses: [],
    pauses: [],
  });
  if (!row) throw new ApiError('robotBusy');
  afterCommit(() => disinfections.changed(row));
  return row;
}
