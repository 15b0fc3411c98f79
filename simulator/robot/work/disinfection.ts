/** Disinfection: drives to a room and covers it in lanes, as far as the furniture allows. */
import type { Room } from '../../../contract/entities/floorPlan.ts';
import type { Behaviour } from '../body.ts';
import type { PlacedPoint } from '../environment.ts';
import { selfAssignedTrip } from './selfAssignedTrip.ts';
import type { Worked, TaskApi } from './taskApi.ts';
import { reachStop, taskAlong } from './stops.ts';

/** Lane spacing in metres, and the speed at which the mist reaches everything in m/s. */
const LANE_M = 1.1;
const SPRAYING_SPEED = 0.35;
/** Clearance to walls and furniture, metres. */
const KEEP_OFF_M = 0.42;
const MOST_PLACES = 40;

export function* disinfect(worker: TaskApi, round: readonly PlacedPoint[]): Behaviour<Worked> {
  const { environment, body, spec, chance } = worker;
  const point = chance.pick(round);
  if (point.mapId !== body.mapId && !spec.capabilities.liftRide) return 'done';
  const task = taskAlong('disinfection', point, [point], worker);
  const there = yield* selfAssignedTrip(worker, point);
  if (there === 'interrupted') return there;
  if (there === 'missed') {
    worker.setTask(null);
    return 'done';
  }
  reachStop(task, 0, worker);
  const room = environment.building.floor(point.mapId).roomAt(point.x, point.y);
  const places = room ? lanesOf(room, worker, point) : [];
  for (const [i, place] of places.entries()) {
    worker.setTask({ ...task, progress: i / places.length, until: environment.now() + (places.length - i) * 5000 });
    const end = yield* selfAssignedTrip(worker, { ...place, id: point.id, mapId: point.mapId }, SPRAYING_SPEED);
    if (end === 'interrupted') return end;
  }
  worker.setTask(null);
  return 'done';
}

/** Places up one lane and down the next; unreachable ones are skipped while driving. */
function lanesOf(
  room: Pick<Room, 'x' | 'y' | 'w' | 'h'>,
  { environment }: TaskApi,
  point: PlacedPoint,
): { x: number; y: number }[] {
  const floor = environment.building.floor(point.mapId);
  // Covers only a part of long rooms, because a corridor would take all day.
  const [x0, x1] = [Math.max(room.x, point.x - 5), Math.min(room.x + room.w, point.x + 5)];
  const [y0, y1] = [Math.max(room.y, point.y - 5), Math.min(room.y + room.h, point.y + 5)];
  const places: { x: number; y: number }[] = [];
  for (let lane = 0, x = x0 + LANE_M / 2; x < x1; lane++, x += LANE_M) {
    const column: { x: number; y: number }[] = [];
    for (let y = y0 + LANE_M / 2; y < y1; y += LANE_M * 1.6) if (floor.isFree(x, y, KEEP_OFF_M)) column.push({ x, y });
    places.push(...(lane % 2 ? column.reverse() : column));
  }
  return places.slice(0, MOST_PLACES);
}
