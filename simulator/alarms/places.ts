/** Where a robot finds what an alarm is about: on the floor in sight, at a door, a window or an extinguisher. */
import type { AlarmType } from '../../contract/entities/robotConstants.ts';
import type { Place } from '../../contract/entities/floorPlan.ts';
import { MAPS } from '../../demo/sites.ts';
import type { Floor } from '../building/floor.ts';
import { extinguishersOf } from '../camera/extinguishers.ts';
import type { WallPlace } from '../camera/extinguishers.ts';
import { sceneOf } from '../camera/scene.ts';
import type { Chance } from '../fleet/random.ts';

export interface View {
  readonly mapId: string;
  readonly x: number;
  readonly y: number;
  readonly theta: number;
}
export interface AlarmPlace {
  readonly x: number;
  readonly y: number;
  /** Direction in which the thing faces: towards the robot, or away from its wall. */
  readonly theta: number;
  /** Index of the door in the plan. */
  readonly door?: number;
  /** From where the robot's camera sees it. */
  readonly view: View;
}

interface FloorNeeds {
  /** Distance from the robot, and free space around the place, metres. */
  readonly distance: readonly [least: number, most: number];
  readonly free: number;
  /** Half of its width, all of which the robot should see, metres. */
  readonly half?: number;
  /** Only in these kinds of rooms, unless a person asks for the alarm. */
  readonly rooms?: readonly string[];
  /** Out of the way, beside a wall. */
  readonly aside?: boolean;
}

const INDOORS = ['corridor', 'lobby', 'linen', 'dock', 'office', 'kitchen', 'restaurant', 'lab', 'pharmacy', 'gym'];
const WET = ['kitchen', 'guest', 'restaurant', 'linen', 'gym', 'ward', 'lab', 'clinic'];
const ON_FLOOR: Partial<Record<AlarmType, FloorNeeds>> = {
  humanBody: { distance: [2.6, 5], free: 0.35, rooms: INDOORS },
  highTemperature: { distance: [2.1, 2.5], free: 0.3 },
  noMask: { distance: [2.1, 2.5], free: 0.3 },
  smoke: { distance: [2.8, 5], free: 0.35, rooms: INDOORS, aside: true },
  fall: { distance: [2.8, 4], free: 0.5, half: 0.95 },
  carton: { distance: [2.9, 4.5], free: 0.45, half: 0.6, rooms: ['corridor', 'lobby', 'linen', 'office'], aside: true },
  waterAccumulation: { distance: [2.9, 4.1], free: 0.45, half: 0.8, rooms: WET },
  clutter: {
    distance: [3, 4.4],
    free: 0.5,
    half: 0.8,
    rooms: ['corridor', 'lobby', 'linen', 'dock', 'restaurant'],
    aside: true,
  },
  navigationException: { distance: [2.7, 3.1], free: 0.4, half: 0.6 },
};
/** Distance from which something on a wall is seen, and the steepest angle to the wall's normal. */
const WALL_DISTANCE_M = [2.2, 6.5] as const;
const DOOR_DISTANCE_M = [1.9, 5.5] as const;
const STEEPEST = 1.05;
/** Where the robot looks for an alarm of its own, radians to either side. */
const AHEAD = [0, 0.2, -0.2, 0.4, -0.4, 0.55, -0.55] as const;
const AROUND = [...AHEAD, 0.9, -0.9, 1.3, -1.3, 1.7, -1.7, 2.1, -2.1, 2.6, -2.6, Math.PI] as const;
const BEFORE_WALL_M = 0.35;

export interface Search {
  readonly from: View;
  readonly floor: Floor;
  readonly chance: Chance;
  /** Anything near the robot will do, in whatever direction and room. */
  readonly anywhere: boolean;
}

const bearing = (from: { x: number; y: number }, to: { x: number; y: number }) =>
  Math.atan2(to.y - from.y, to.x - from.x);
const turn = (from: number, to: number): number => Math.atan2(Math.sin(to - from), Math.cos(to - from));

/** @returns null if there is no such place in sight */
export function placeFor(alarm: AlarmType, search: Search): AlarmPlace | null {
  const needs = ON_FLOOR[alarm];
  return needs ? onFloor(needs, search, alarm === 'navigationException') : onWall(alarm, search);
}

/** Whether the place is in sight from there. */
export function isInSight(
  floor: Search['floor'],
  { x, y }: { x: number; y: number },
  place: AlarmPlace | WallPlace,
): boolean {
  const target: Place = [
    place.x + Math.cos(place.theta) * BEFORE_WALL_M,
    place.y + Math.sin(place.theta) * BEFORE_WALL_M,
  ];
  return Math.hypot(target[0] - x, target[1] - y) < 8 && floor.sees([x, y], target);
}

function onFloor(needs: FloorNeeds, search: Search, onWay: boolean): AlarmPlace | null {
  const { floor, chance, anywhere } = search;
  const fitting = fittingPlaces(needs, search, onWay);
  // On demand, a part of it can be hidden.
  if (anywhere && fitting.length === 0) fitting.push(...fittingPlaces({ ...needs, half: 0 }, search, onWay));
  if (fitting.length === 0) return anywhere ? inLongestDirection(search, needs.distance[0]) : null;
  if (!needs.aside) return chance.pick(fitting);
  const clearance = fitting.map(({ x, y }) => floor.clearance(x, y));
  return fitting[clearance.indexOf(Math.min(...clearance))] ?? null;
}

function fittingPlaces({ distance, free, half = 0, rooms }: FloorNeeds, search: Search, onWay: boolean): AlarmPlace[] {
  const { from, floor, anywhere } = search;
  const [least, most] = distance;
  const isVisible = (x: number, y: number) => floor.isFree(x, y, 0.1) && floor.sees([from.x, from.y], [x, y]);
  const fitting: AlarmPlace[] = [];
  for (const off of anywhere ? AROUND : onWay ? [0] : AHEAD) {
    const direction = from.theta + off;
    const [aside, along] = [-Math.sin(direction) * half, Math.cos(direction) * half];
    for (let far = least; far <= most + 1e-9; far += 0.2) {
      const place = facing(from, direction, far);
      const { x, y } = place;
      if (!floor.isFree(x, y, free) || !isVisible(x, y)) continue;
      if (half > 0 && !(isVisible(x + aside, y + along) && isVisible(x - aside, y - along))) continue;
      if (!anywhere && rooms && !rooms.includes(floor.roomAt(x, y)?.kind ?? '')) continue;
      fitting.push(place);
    }
    // The direction nearest to the robot's own is enough.
    if (anywhere && fitting.length > 0) break;
  }
  return fitting;
}

/** A place in that direction from the robot, facing it. */
function facing(from: View, direction: number, distance: number): AlarmPlace {
  return {
    x: from.x + Math.cos(direction) * distance,
    y: from.y + Math.sin(direction) * distance,
    theta: turn(Math.PI, direction),
    view: { ...from, theta: direction },
  };
}

/** In a corner that is too narrow for the thing: as far as the robot sees. */
function inLongestDirection({ from, floor }: Search, distance: number): AlarmPlace {
  let best = from.theta;
  let most = 0;
  for (const off of AROUND) {
    const free = floor.raycast(from.x, from.y, from.theta + off, distance + 1);
    if (free > most) [best, most] = [from.theta + off, free];
  }
  return facing(from, best, Math.max(0.9, Math.min(distance, most - 0.4)));
}

function onWall(alarm: AlarmType, search: Search): AlarmPlace | null {
  const { from, floor, chance, anywhere } = search;
  const isDoor = alarm === 'doorOpen' || alarm === 'noise';
  const [least, most] = isDoor ? DOOR_DISTANCE_M : WALL_DISTANCE_M;
  const all = isDoor ? doors(search) : alarm === 'unclosedWindow' ? windows(search) : extinguishers(search);
  const seen = all.filter((place) => {
    const distance = Math.hypot(place.x - from.x, place.y - from.y);
    const direction = bearing(from, place);
    return (
      distance >= least &&
      distance <= most &&
      Math.abs(turn(place.theta, direction + Math.PI)) < STEEPEST &&
      (anywhere || Math.abs(turn(from.theta, direction)) < 0.75) &&
      isInSight(floor, from, place)
    );
  });
  const byDistance = (a: WallPlace, b: WallPlace) =>
    Math.hypot(a.x - from.x, a.y - from.y) - Math.hypot(b.x - from.x, b.y - from.y);
  if (seen.length > 0) {
    const place = anywhere ? [...seen].sort(byDistance)[0] : chance.pick(seen);
    return place ? { ...place, view: { ...from, theta: bearing(from, place) } } : null;
  }
  const nearest = anywhere ? [...all].sort(byDistance)[0] : undefined;
  return nearest ? { ...nearest, view: viewOf(nearest, search) } : null;
}

/** A view of a place that the robot does not see from where it is: from straight in front of it. */
function viewOf(place: WallPlace, { from, floor }: Search): View {
  const free = floor.raycast(
    place.x + Math.cos(place.theta) * BEFORE_WALL_M,
    place.y + Math.sin(place.theta) * BEFORE_WALL_M,
    place.theta,
    3.2,
  );
  const distance = Math.max(0.8, Math.min(3.3, free + BEFORE_WALL_M - 0.3));
  return {
    mapId: from.mapId,
    x: place.x + Math.cos(place.theta) * distance,
    y: place.y + Math.sin(place.theta) * distance,
    theta: turn(Math.PI, place.theta),
  };
}

const planOf = (mapId: string) => MAPS.find(({ id }) => id === mapId)?.plan;

/** Doors that are usually shut, seen from the side that their leaves do not open to. */
function doors({ from, floor }: Search): (WallPlace & { door: number })[] {
  const plan = planOf(from.mapId);
  if (!plan) return [];
  const scene = sceneOf(plan);
  return plan.doors.flatMap(({ swing }, door) => {
    const shown = scene.doors[door];
    if (!shown || shown.isLift || shown.opensAt > DOOR_DISTANCE_M[0]) return [];
    const theta = Math.atan2(-swing[1], -swing[0]);
    const place = { x: shown.x, y: shown.y, theta, door };
    return floor.isFree(place.x + Math.cos(theta) * 0.7, place.y + Math.sin(theta) * 0.7, 0.2) ? [place] : [];
  });
}

function windows({ from, floor }: Search): WallPlace[] {
  return (planOf(from.mapId)?.windows ?? []).flatMap(({ from: a, to: b }) => {
    const [x, y] = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    const normal = Math.atan2(b[0] - a[0], a[1] - b[1]);
    // The side with free floor is the inner one.
    const theta = [normal, normal + Math.PI].find((side) =>
      floor.isFree(x + Math.cos(side) * 0.7, y + Math.sin(side) * 0.7, 0.2),
    );
    return theta === undefined ? [] : [{ x, y, theta }];
  });
}

function extinguishers({ from }: Search): readonly WallPlace[] {
  const plan = planOf(from.mapId);
  return plan ? extinguishersOf(plan) : [];
}
