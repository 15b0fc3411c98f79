/**
 * What a round of a route takes, before anything drives: metres, seconds, per cent of the battery. As a usual robot drives: it turns
 * towards where it goes, gathers speed, slows for corners, and at a stop looks where it is to look, speaks, and stays.
 */
import type { Place } from '../entities/floorPlan.ts';
import { drainOfRound } from './battery.ts';
import { toRadians } from './mapFrame.ts';
import { speakingSeconds } from './speaking.ts';

export interface EstimatedLeg {
  readonly metres: number;
  /** Left out where the way is not known: then it has no corners. */
  readonly path?: readonly Place[];
}
export interface EstimatedStop {
  /** Seconds. */
  readonly stayTime: number;
  /** What is really said there: the point's own word where the stop has none. */
  readonly speech: string;
  /** Degrees, the point's own where the stop has none; null: it looks as it comes. */
  readonly angle: number | null;
}
export interface EstimateInput {
  /** One a stop but the last; one more where it goes back to the first. */
  readonly legs: readonly EstimatedLeg[];
  readonly stops: readonly EstimatedStop[];
  readonly startSpeech?: string;
  readonly endSpeech?: string;
  /** The most that the robot drives, m/s: `abilities.maxSpeed`; left out for a usual robot. */
  readonly speed?: number | undefined;
}
export interface RouteEstimate {
  readonly metres: number;
  /** All of the round. */
  readonly seconds: number;
  /** Per cent that it takes. */
  readonly battery: number;
  /** Seconds of each leg and at each stop, in the order of the input; the speech at the start is the first stop's, that at the end the last one's. */
  readonly legs: readonly number[];
  readonly stops: readonly number[];
}

/** m/s, m/s², rad/s, rad/s² of a robot that nothing is known of. */
export const USUAL_SPEED = 0.8;
const USUAL = { acceleration: 0.6, deceleration: 1, turnRate: 1.2, turnAcceleration: 2.5 } as const;
/** Slower it never goes: a robot that says it drives at no speed would never arrive. */
const LEAST_SPEED = 0.1;
/** A gentler bend is taken in passing, radians. */
const GENTLE_BEND = 0.1;

/** Between 0 and half a turn. */
const between = (a: number, b: number): number => Math.abs(Math.atan2(Math.sin(b - a), Math.cos(b - a)));
const headingOf = ([ax, ay]: Place, [bx, by]: Place): number => Math.atan2(by - ay, bx - ax);

/** Seconds to turn on the spot. */
function turningSeconds(angle: number): number {
  const { turnRate, turnAcceleration } = USUAL;
  const gathering = turnRate ** 2 / turnAcceleration;
  return angle <= gathering ? 2 * Math.sqrt(angle / turnAcceleration) : angle / turnRate + turnRate / turnAcceleration;
}

/** Seconds to drive so many metres from standing to standing. */
function drivingSeconds(metres: number, speed: number): number {
  const { acceleration, deceleration } = USUAL;
  // Metres that gathering a speed and losing it again take, for each (m/s)².
  const ramps = 1 / (2 * acceleration) + 1 / (2 * deceleration);
  return metres >= ramps * speed ** 2 ? metres / speed + ramps * speed : 2 * Math.sqrt(metres * ramps);
}

interface Driven {
  seconds: number;
  turned: number;
  arrives: number | null;
}

function drivenLeg({ metres, path = [] }: EstimatedLeg, facing: number | null, speed: number): Driven {
  const headings = path.flatMap((place, i) => {
    const next = path[i + 1];
    return next && (next[0] !== place[0] || next[1] !== place[1]) ? [headingOf(place, next)] : [];
  });
  const first = headings[0];
  const start = first === undefined || facing === null ? 0 : between(facing, first);
  const bends = headings
    .slice(1)
    .map((heading, i) => between(headings[i] ?? heading, heading))
    .filter((bend) => bend > GENTLE_BEND);
  return {
    seconds:
      drivingSeconds(metres, speed) +
      turningSeconds(start) +
      bends.reduce((sum, bend) => sum + cornerSeconds(bend, speed), 0),
    turned: start + bends.reduce((sum, bend) => sum + bend, 0),
    arrives: headings.at(-1) ?? facing,
  };
}

/** What a corner takes longer than going straight on. */
const cornerSeconds = (bend: number, speed: number): number => bend * 0.9 * speed;

export function estimateOf({
  legs,
  stops,
  startSpeech = '',
  endSpeech = '',
  speed: told = USUAL_SPEED,
}: EstimateInput): RouteEstimate {
  const speed = Math.max(LEAST_SPEED, Number.isFinite(told) ? told : USUAL_SPEED);
  const said = (text: string): number => (text.trim() === '' ? 0 : speakingSeconds(text));
  let facing: number | null = null;
  let turned = 0;
  const legSeconds: number[] = [];
  const stopSeconds = stops.map((stop, i) => {
    const wished = stop.angle === null ? facing : toRadians(stop.angle);
    const turn = facing === null || wished === null ? 0 : between(facing, wished);
    facing = wished;
    turned += turn;
    const leg = legs[i];
    if (leg) {
      const driven = drivenLeg(leg, facing, speed);
      legSeconds.push(driven.seconds);
      turned += driven.turned;
      facing = driven.arrives;
    }
    return (
      turningSeconds(turn) +
      said(stop.speech) +
      stop.stayTime +
      (i === 0 ? said(startSpeech) : 0) +
      (i === stops.length - 1 ? said(endSpeech) : 0)
    );
  });
  const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0);
  const metres = sum(legs.map((leg) => leg.metres));
  const seconds = sum(legSeconds) + sum(stopSeconds);
  return {
    metres,
    seconds,
    battery: drainOfRound({ seconds, metres, turned, speed }),
    legs: legSeconds,
    stops: stopSeconds,
  };
}
