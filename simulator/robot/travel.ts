/** Travel between any two places of a building, on one floor or by lift. */
import type { DriveLeg, Leg, LiftLeg, Spot } from '../building/building.ts';
import { legsLength } from '../building/building.ts';
import { lengthOf } from '../../contract/rules/planPath/path.ts';
import { CLEAR_OF_LIFT_M } from '../fleet/lifts.ts';
import type { Body, Behaviour } from './body.ts';
import { driveTo, face } from './driving.ts';
import type { Driven } from './driving.ts';
import type { Environment } from './environment.ts';

/** `noLift`: no lift came within `liftPatience`. */
export type Travelled = Exclude<Driven, 'elsewhere'> | 'noLift';
type Ridden = Driven | 'noLift';

/** Public state of a journey in progress. */
export interface Journey {
  readonly to: Spot;
  /** Metres of the legs after the current one. */
  later: number;
  phase: 'driving' | 'waitingForLift' | 'riding';
  /** Seconds of waiting for a lift. */
  waited: number;
  /** The lift of the phase, and since when, ms; null while driving. */
  lift: { readonly id: string; readonly since: number } | null;
}

export interface TravelPlan {
  to: Spot;
  theta?: number;
  /** m/s */
  speed?: number;
  /** Seconds of blockage after which it gives up; never if absent. */
  patience?: number;
  /** Seconds of waiting for a lift after which it gives up; never if absent. */
  liftPatience?: number;
  journey: (journey: Journey | null) => void;
}

/** Distance at which a robot calls its lift, and distance that queued robots keep from the waiting place, metres. */
const CALL_M = 12;
const QUEUE_M = 3;
/** Seconds after which a robot leaving a lift gives up on a blocked door. */
const LEAVING_PATIENCE = 20;

export function* travel(body: Body, environment: Environment, plan: TravelPlan): Behaviour<Travelled> {
  const journey: Journey = { to: plan.to, later: 0, phase: 'driving', waited: 0, lift: null };
  plan.journey(journey);
  try {
    for (;;) {
      const end = yield* alongRoute(body, environment, plan, journey);
      if (end === 'elsewhere') continue;
      if (end !== 'arrived') return end;
      if (plan.theta === undefined) return 'arrived';
      return yield* face(body, plan.theta);
    }
  } finally {
    plan.journey(null);
  }
}

const here = ({ mapId, motion }: Body): Spot => ({ mapId, x: motion.x, y: motion.y });

function routeOf(body: Body, environment: Environment, to: Spot): Leg[] | null {
  const { radius } = body;
  const without = environment.lifts.crowded();
  return (
    environment.building.route(here(body), to, { radius, without }) ??
    (without.length ? environment.building.route(here(body), to, { radius }) : null)
  );
}

function* alongRoute(body: Body, environment: Environment, plan: TravelPlan, journey: Journey): Behaviour<Ridden> {
  const legs = routeOf(body, environment, plan.to);
  if (!legs) return 'noPath';
  let lift: LiftLeg | null = null;
  try {
    for (let i = 0; i < legs.length; i++) {
      const leg = legs[i];
      if (!leg) break;
      journey.later = legsLength(legs.slice(i + 1));
      if (leg.kind === 'lift') {
        lift = leg;
        const ridden = yield* ride(body, environment, leg, journey, plan);
        if (ridden !== 'arrived') return ridden;
        continue;
      }
      const next = legs[i + 1];
      const driven =
        next?.kind === 'lift'
          ? yield* toLift(body, environment, leg, (lift = next), plan)
          : yield* driveLeg(body, environment, leg, plan, lift);
      if (driven !== 'arrived') return driven;
    }
    return 'arrived';
  } finally {
    // A robot still in the cabin keeps the lift reserved; the world releases it once the robot is out.
    if (lift && insideOf(body, environment)?.lift.id === lift.liftId)
      environment.lifts.get(lift.liftId).abandon(body.id);
    else if (lift) environment.lifts.get(lift.liftId).leave(body.id);
  }
}

const insideOf = ({ mapId, motion }: Body, environment: Environment) =>
  environment.lifts.inside(mapId, motion.x, motion.y);

/** Leaves a lift cabin, for example after the order was cancelled during the ride. Does nothing elsewhere. */
export function* leaveCabin(body: Body, environment: Environment): Behaviour<'done' | 'interrupted'> {
  const inside = insideOf(body, environment);
  if (!inside || !inside.lift.isOpenAt(body.mapId)) return 'done';
  const { x, y } = inside.stop.waiting;
  const driven = yield* driveTo(body, environment, { mapId: body.mapId, to: [x, y], patience: LEAVING_PATIENCE });
  return driven === 'interrupted' ? driven : 'done';
}

function* driveLeg(
  body: Body,
  environment: Environment,
  leg: DriveLeg,
  plan: TravelPlan,
  from: LiftLeg | null,
): Behaviour<Driven> {
  const end = leg.path.at(-1) ?? [plan.to.x, plan.to.y];
  const holdBefore = (): number => {
    if (from && Math.hypot(from.to.cabin.x - body.motion.x, from.to.cabin.y - body.motion.y) > CLEAR_OF_LIFT_M)
      environment.lifts.get(from.liftId).leave(body.id);
    return 0;
  };
  return yield* driveTo(body, environment, { mapId: leg.mapId, to: end, path: leg.path, holdBefore, ...pace(plan) });
}

const pace = ({ speed, patience }: TravelPlan): { speed?: number; patience?: number } => ({
  ...(speed !== undefined && { speed }),
  ...(patience !== undefined && { patience }),
});

/** To the waiting place of the lift. Calls the lift on the way; robots that are not next keep their distance. */
function* toLift(
  body: Body,
  environment: Environment,
  leg: DriveLeg,
  next: LiftLeg,
  plan: TravelPlan,
): Behaviour<Driven> {
  const lift = environment.lifts.get(next.liftId);
  const { waiting, mapId } = next.from;
  const holdBefore = (): number => {
    if (Math.hypot(waiting.x - body.motion.x, waiting.y - body.motion.y) < CALL_M) lift.call(body.id, mapId);
    return lift.isNext(body.id) ? 0 : QUEUE_M;
  };
  return yield* driveTo(body, environment, {
    mapId,
    to: [waiting.x, waiting.y],
    path: leg.path,
    holdBefore,
    ...pace(plan),
  });
}

function* ride(
  body: Body,
  environment: Environment,
  leg: LiftLeg,
  journey: Journey,
  plan: TravelPlan,
): Behaviour<Ridden> {
  const lift = environment.lifts.get(leg.liftId);
  lift.call(body.id, leg.from.mapId);
  journey.phase = 'waitingForLift';
  journey.lift = { id: leg.liftId, since: environment.now() };
  const faced = yield* face(body, Math.atan2(leg.from.cabin.y - body.motion.y, leg.from.cabin.x - body.motion.x));
  if (faced !== 'arrived') return faced;
  while (!lift.isOpenFor(body.id, leg.from.mapId)) {
    const { dt, interrupted } = yield;
    if (interrupted) return 'interrupted';
    if (body.mapId !== leg.from.mapId) return 'elsewhere';
    journey.waited += dt;
    if (journey.waited > (plan.liftPatience ?? Infinity)) return 'noLift';
  }
  const end: [number, number] = [leg.from.cabin.x, leg.from.cabin.y];
  const boarded = yield* driveTo(body, environment, { mapId: leg.from.mapId, to: end, path: leg.enter, ...pace(plan) });
  if (boarded !== 'arrived') return boarded;
  const turned = yield* face(body, leg.from.cabin.theta);
  if (turned !== 'arrived') return turned;

  // No interruption from here on, because a moving lift cannot be left.
  journey.phase = 'riding';
  journey.lift = { id: leg.liftId, since: environment.now() };
  lift.call(body.id, leg.to.mapId);
  while (!lift.isOpenFor(body.id, leg.to.mapId)) yield;
  const { from, to } = leg;
  body.motion = {
    ...body.motion,
    x: body.motion.x + to.cabin.x - from.cabin.x,
    y: body.motion.y + to.cabin.y - from.cabin.y,
  };
  body.mapId = to.mapId;
  journey.phase = 'driving';
  journey.waited = 0;
  journey.lift = null;
  return 'arrived';
}

/** Remaining metres, including the rest of the current leg. */
export const toGo = (body: Body, journey: Journey): number =>
  journey.later +
  (body.track
    ? body.track.length - body.s
    : lengthOf([
        [body.motion.x, body.motion.y],
        [journey.to.x, journey.to.y],
      ]));
