/** Presents a route run and its visits in the reader's language. */
import type { RouteRun, CruiseVisit } from '../../contract/entities/routeRun.ts';
import type { Language } from '../../contract/entities/constants.ts';
import { nameIn } from '../db/localName.ts';
import type { RouteRunRow, VisitRow } from '../db/repositories/cruiseRecords.ts';

export const toRouteRunDto = (row: RouteRunRow, language: Language, usualMs?: number): RouteRun => ({
  id: row.id,
  serialNumber: row.serialNumber,
  robotName: nameIn(row.robotName, language),
  pathId: row.pathId,
  pathName: nameIn(row.pathName, language),
  mapId: row.mapId,
  mapName: nameIn(row.mapName, language),
  floor: row.floor,
  cycleType: row.cycleType,
  state: row.state,
  phase: row.phase,
  stayUntil: row.phase === 'staying' ? (row.course?.stayUntil ?? null) : null,
  loop: row.loop,
  rounds: row.rounds,
  task: row.taskId !== null && row.plannedAt !== null ? { id: row.taskId, plannedAt: row.plannedAt.getTime() } : null,
  reason: row.reason,
  startedBy: { userId: row.startedBy, name: nameIn(row.startedByName, language) },
  startedAt: row.startedAt.getTime(),
  endedAt: row.endedAt?.getTime() ?? null,
  ...(usualMs !== undefined && { usualMs }),
  distance: row.distance,
  stops: row.stops.map(({ areaId, name, state, arrivedAt, leftAt }) => ({
    areaId,
    name: nameIn(name, language),
    state,
    arrivedAt,
    leftAt,
  })),
  arrived: row.arrived,
  skipped: row.skipped,
  revision: row.revision,
  demo: row.demo,
});

export const toVisitDto = (
  { loop, stop, areaId, name, state, arrivedAt, leftAt }: VisitRow,
  language: Language,
): CruiseVisit => ({
  loop,
  stop,
  areaId,
  name: nameIn(name, language),
  state,
  arrivedAt: arrivedAt?.getTime() ?? null,
  leftAt: leftAt?.getTime() ?? null,
});
