/**
 * Estimates one round of a route before it is run: metres, seconds, percent of the battery. The model is a typical
 * robot: it turns towards the next stop, accelerates, slows down for corners and, at a stop, turns to the stop's angle,
 * speaks and stays.
 */
import type { Place } from '../entities/floorPlan.ts';
import { drainOfRound } from './battery.ts';
import { toRadians } from './mapFrame.ts';
import { speakingSeconds } from './speaking.ts';

export interface EstimatedLeg {
  readonly metres: number;
  /** Left out if the path is unknown; corners are then ignored. */
  readonly path?: readonly Place[];
}
export interface EstimatedStop {
  /** Seconds. */
  readonly stayTime: number;
  /** The text that is spoken: the point's own if the stop has none. */
  readonly speech: string;
  /** Degrees, the point's own if the stop has none; null: the robot keeps its heading. */
  readonly angle: number | null;
}
export interface EstimateInput {
  /** One per pair of consecutive stops; one more if the route returns to the first stop. */
  readonly legs: readonly EstimatedLeg[];
  readonly stops: readonly EstimatedStop[];
  readonly startSpeech?: string;
  readonly endSpeech?: string;
  /** The robot's maximum speed, m/s (`abilities.maxSpeed`); default: a typical robot. */
  readonly speed?: number | undefined;
}
export interface RouteEstimate {
  readonly metres: number;
  /** Total of the round. */
  readonly seconds: number;
  /** Percent consumed. */
  readonly battery: number;
  /**
   * Seconds per leg and per stop, in the order of the input. The start announcement counts for the first stop, the end
   * announcement for the last.
   */
  readonly legs: readonly number[];
  readonly stops: readonly number[];
}

/** m/s, m/s², rad/s, rad/s² of a robot without known values. */
export const USUAL_SPEED = 0.8;
const USUAL = { acceleration: 0.6, deceleration: 1, turnRate: 1.2, turnAcceleration: 2.5 } as const;
/** Lower bound, m/s: a robot that reports a maximum speed of 0 would never arrive. */
const LEAST_SPEED = 0.1;
/** Smaller bends do not slow the robot down, radians. */
const GENTLE_BEND = 0.1;

/** Angle between two headings, 0..pi. */
const between = (a: number, b: number): number => Math.abs(Math.atan2(Math.sin(b - a), Math.cos(b - a)));
const headingOf = ([ax, ay]: Place, [bx, by]: Place): number => Math.atan2(by - ay, bx - ax);

/** Seconds to turn in place. */
function turningSeconds(angle: number): number {
  const { turnRate, turnAcceleration } = USUAL;
  const gathering = turnRate ** 2 / turnAcceleration;
  return angle <= gathering ? 2 * Math.sqrt(angle / turnAcceleration) : angle / turnRate + turnRate / turnAcceleration;
}

/** Seconds to drive a distance from standstill to standstill. */
function drivingSeconds(metres: number, speed: number): number {
  const { acceleration, deceleration } = USUAL;
  // Metres for accelerating to a speed and braking again, per (m/s)².
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

/** Additional seconds for a corner, compared with driving straight on. */
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
