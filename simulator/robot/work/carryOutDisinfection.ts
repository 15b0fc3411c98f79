/** Carries out a disinfection: drives to each place, covers it in lanes or stands there, and waits for people. */
import type { Place } from '../../../contract/entities/floorPlan.ts';
import { laneSpeed, lanesOf, PERSON_PATIENCE_MS, REACH_M } from '../../../contract/rules/disinfection.ts';
import type { Behaviour, Body, Tick } from '../body.ts';
import { stand } from '../driving.ts';
import type { Environment } from '../environment.ts';
import { travel, type Journey } from '../travel.ts';
import type { DisinfectionWork } from './disinfectionWork.ts';
import type { Task } from './task.ts';

export interface Disinfecting {
  readonly body: Body;
  readonly environment: Environment;
  journey: (journey: Journey | null) => void;
  setTask(task: Task | null): void;
}
type End = 'done' | 'interrupted' | 'person' | 'agentEmpty' | 'missed';

/** Cells between two places to drive to in a lane. */
const EVERY = 6;
/** How far from its lane the robot passes an obstacle, metres. */
const BESIDE_M = 0.7;
/** Seconds of blockage after which a place is left out. */
const PATIENCE = 15;
/** Places that are done again at the end of a room, and how long at most, s. */
const MOST_AGAIN = 60;
const AGAIN_SECONDS = 40;

/** @returns whether it ended, or was interrupted and can go on */
export function* carryOutDisinfection(work: DisinfectionWork, robot: Disinfecting): Behaviour<'ended' | 'interrupted'> {
  const { order, sections } = work;
  if (!robot.environment.building.has(order.mapId)) return (work.end('done'), 'ended');
  for (; work.at < sections.length; work.at += 1) {
    const section = sections[work.at];
    if (!section || section.state === 'done') continue;
    section.state = 'underway';
    const end = yield* order.sections[work.at]?.stand ? atPoint(work, robot) : inLanes(work, robot);
    if (end === 'interrupted') return end;
    if (end === 'agentEmpty') {
      section.state = 'waiting';
      work.end('agentEmpty');
      return 'ended';
    }
    section.state = end === 'person' ? 'person' : end === 'missed' ? 'unreachable' : 'done';
    work.goOn(robot.environment.now());
  }
  work.end('done');
  return 'ended';
}

function* inLanes(work: DisinfectionWork, robot: Disinfecting): Behaviour<End> {
  const { body, environment } = robot;
  const { order, at } = work;
  const floor = environment.building.floor(order.mapId);
  const cells = new Set(work.cellsOf(at));
  const radius = body.radius + 0.02;
  const places = thinned(lanesOf(order.grid, (cell) => cells.has(cell) && !work.isCovered(cell)))
    .map(([x, y]) => floor.nearestFree(x, y, radius, BESIDE_M))
    .filter((place) => place !== null);
  const speed = laneSpeed(order.mode, order.sections[at]?.dose ?? 1);
  let isThere = false;
  for (const place of places) {
    const end = yield* guarded(work, robot, { to: place, ...(isThere && { speed }) }, isThere);
    if (end === 'missed') continue;
    if (end !== 'done') return end;
    if (!isThere) {
      const empty = yield* untilEmpty(work, robot);
      if (empty !== 'done') return empty;
    }
    isThere = true;
  }
  if (!isThere && places.length > 0) return 'missed';
  for (const cell of [...cells].filter((one) => !work.isCovered(one)).slice(0, MOST_AGAIN)) {
    // An earlier place can have covered it.
    if (work.isCovered(cell)) continue;
    const [x, y] = work.placeOf(cell);
    const beside = floor.nearestFree(x, y, radius, REACH_M * 0.9);
    const end = beside ? yield* guarded(work, robot, { to: beside }, true) : 'missed';
    if (end !== 'done' && end !== 'missed') return end;
    const given = end === 'done' ? yield* guarded(work, robot, { seconds: AGAIN_SECONDS, cell }, true) : end;
    if (given !== 'done' && given !== 'missed') return given;
    if (given === 'missed') work.skip(cell);
  }
  return 'done';
}

function* atPoint(work: DisinfectionWork, robot: Disinfecting): Behaviour<End> {
  const { order, at } = work;
  const point = order.sections[at]?.stand;
  const section = work.sections[at];
  if (!point || !section) return 'done';
  const there = yield* guarded(work, robot, { to: [point.x, point.y] }, false);
  if (there !== 'done') return there;
  const empty = yield* untilEmpty(work, robot);
  if (empty !== 'done') return empty;
  return yield* guarded(work, robot, { seconds: Math.max(0, point.seconds - section.seconds) }, true);
}

/** Every sixth place of a lane, and its ends. */
function thinned(places: readonly Place[]): Place[] {
  return places.filter(([x, y], i) => {
    const [before, after] = [places[i - 1], places[i + 1]];
    const isEnd = !before || !after || before[1] !== y || after[1] !== y || Math.abs(after[0] - x) > 0.6;
    return isEnd || i % EVERY === 0;
  });
}

/** Before a room or point: nobody may be there. */
function* untilEmpty(work: DisinfectionWork, robot: Disinfecting): Behaviour<'done' | 'interrupted' | 'person'> {
  const { environment, body } = robot;
  if (!work.order.waitUntilEmpty) return work.isUnsafe(environment.now()) ? 'person' : 'done';
  for (;;) {
    const now = environment.now();
    if (!work.isPersonNear(now) && !work.isUnsafe(now)) {
      if (work.pausedSince !== null) work.goOn(now);
      return 'done';
    }
    work.pause(now, [body.motion.x, body.motion.y]);
    if (now - (work.pausedSince ?? now) > PERSON_PATIENCE_MS) return 'person';
    const { interrupted, dt } = yield;
    if (interrupted) return 'interrupted';
    work.lookAround(environment.now(), dt);
  }
}

type Doing = { to: Place; speed?: number } | { seconds: number; cell?: number };

/** Drives or stands; stops while a person is near UV or mist. @param isOn whether it gives off */
function* guarded(work: DisinfectionWork, robot: Disinfecting, doing: Doing, isOn: boolean): Behaviour<End> {
  const { body, environment, journey, setTask } = robot;
  const { order, at } = work;
  const section = work.sections[at];
  const point = order.sections[at]?.stand;
  const isCellDone = 'cell' in doing && doing.cell !== undefined ? () => work.isCovered(doing.cell ?? 0) : () => false;
  const inner: Behaviour<string> =
    'to' in doing
      ? travel(body, environment, {
          to: { mapId: order.mapId, x: doing.to[0], y: doing.to[1] },
          patience: PATIENCE,
          journey,
          ...(doing.speed !== undefined && { speed: doing.speed }),
        })
      : stand(doing.seconds, isCellDone);
  setTask({
    kind: 'disinfection',
    target: point?.nodeId ?? '',
    progress: at / work.sections.length,
    until: null,
    stops: [],
  });
  let step = inner.next(STILL);
  while (!step.done) {
    const tick: Tick = yield;
    const now = environment.now();
    work.lookAround(now, tick.dt);
    // On the way to a place nothing is given off, so nobody is in danger.
    const isPaused = isOn && work.isUnsafe(now);
    if (isPaused) work.pause(now, [body.motion.x, body.motion.y]);
    else if (work.pausedSince !== null) work.goOn(now);
    if (isPaused && now - (work.pausedSince ?? now) > PERSON_PATIENCE_MS) return (stopped(inner), 'person');
    if (isOn && !isPaused && !tick.halted && !tick.interrupted) {
      if (!work.hasAgent) return (stopped(inner), 'agentEmpty');
      if (section) section.seconds += tick.dt;
      if (point) work.emitAtPoint(at, tick.dt / point.seconds);
      else work.emit(at, [body.motion.x, body.motion.y], tick.dt);
    }
    step = inner.next({ ...tick, halted: tick.halted || isPaused });
  }
  if (step.value === 'interrupted') return 'interrupted';
  if (step.value === 'arrived') return 'done';
  return step.value === 'done' && (!('cell' in doing) || isCellDone()) ? 'done' : 'missed';
}

const STILL: Tick = { dt: 0, halted: false, interrupted: false };
/** Ends a behaviour that is left early, with its clean-up. */
const stopped = (inner: Behaviour<string>): void => void inner.return('interrupted');
