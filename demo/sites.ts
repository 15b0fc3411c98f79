/**
 * The demo's sites, their floors as maps, the lifts between them and the doors that robots open through access control.
 */
import { named } from './localName.ts';
import type { LocalName } from './localName.ts';
import type { DemoPlan } from './plan.ts';
import type { DemoPoint } from './points.ts';
import { HARBOUR_1F, harbourGroundFloor, harbourGroundPoints } from './harbour/groundFloor.ts';
import { HARBOUR_2F, harbourGuestFloor, harbourGuestPoints } from './harbour/guestFloor.ts';
import { RIVERSIDE_1F, riversideGroundFloor, riversideGroundPoints } from './riverside/groundFloor.ts';

export type DemoSite = { readonly id: string; readonly name: LocalName; /** IANA. */ readonly timeZone: string };
export type DemoMap = {
  readonly id: string;
  readonly siteId: string;
  /** Label in the floor switch. */
  readonly floor: string;
  readonly name: LocalName;
  readonly plan: DemoPlan;
  /** Metres per pixel of the occupancy picture. */
  readonly resolution: number;
  readonly points: readonly DemoPoint[];
};
type Stand = { readonly x: number; readonly y: number; readonly theta: number };
export type LiftStop = {
  readonly mapId: string;
  readonly cabin: Stand;
  readonly waiting: Stand;
  readonly cabinPointId: string;
  readonly waitingPointId: string;
  readonly doorId: string;
};
export type DemoLift = {
  readonly id: string;
  readonly siteId: string;
  readonly name: LocalName;
  readonly maps: readonly LiftStop[];
};
export type AccessDoor = {
  /** Also the door's id on the map's plan. */
  readonly id: string;
  readonly mapId: string;
  readonly name: LocalName;
  readonly waitingPointId: string;
  readonly accessPointId: string;
};

export const HARBOUR = 'harbour';
export const RIVERSIDE = 'riverside';

export const SITES: readonly DemoSite[] = [
  { id: HARBOUR, name: named('Harbour Hotel', '海湾酒店'), timeZone: 'Asia/Shanghai' },
  { id: RIVERSIDE, name: named('Riverside Clinic', '滨江医院'), timeZone: 'Europe/Berlin' },
];

export const MAPS: readonly DemoMap[] = [
  {
    id: HARBOUR_1F,
    siteId: HARBOUR,
    floor: '1F',
    name: named('Lobby floor', '大堂层'),
    plan: harbourGroundFloor,
    resolution: 0.05,
    points: harbourGroundPoints,
  },
  {
    id: HARBOUR_2F,
    siteId: HARBOUR,
    floor: '2F',
    name: named('Guest floor', '客房层'),
    plan: harbourGuestFloor,
    resolution: 0.05,
    points: harbourGuestPoints,
  },
  {
    id: RIVERSIDE_1F,
    siteId: RIVERSIDE,
    floor: '1F',
    name: named('Clinic floor', '门诊层'),
    plan: riversideGroundFloor,
    resolution: 0.05,
    points: riversideGroundPoints,
  },
];

/** @throws Error for an unknown id */
export function mapOf(mapId: string): DemoMap {
  const map = MAPS.find(({ id }) => id === mapId);
  if (!map) throw new Error(`no map ${mapId} in the demo`);
  return map;
}

/** @throws Error for an unknown id */
export function pointOf(pointId: string): DemoPoint & { readonly mapId: string } {
  for (const map of MAPS) {
    const point = map.points.find(({ id }) => id === pointId);
    if (point) return { ...point, mapId: map.id };
  }
  throw new Error(`no point ${pointId} in the demo`);
}

const standOf = (pointId: string): Stand => {
  const { x, y, theta } = pointOf(pointId);
  return { x, y, theta };
};

function harbourLift(number: 1 | 2): DemoLift {
  const floors = [
    { mapId: HARBOUR_1F, doorId: `lift-${number}-1f` },
    { mapId: HARBOUR_2F, doorId: `lift-${number}-2f` },
  ];
  return {
    id: `harbour-lift-${number}`,
    siteId: HARBOUR,
    name: named(`Lift ${number}`, `电梯 ${number}`),
    maps: floors.map(({ mapId, doorId }) => {
      const cabinPointId = `${mapId}.lift-${number}`;
      const waitingPointId = `${mapId}.lift-${number}-waiting`;
      return {
        mapId,
        doorId,
        cabin: standOf(cabinPointId),
        waiting: standOf(waitingPointId),
        cabinPointId,
        waitingPointId,
      };
    }),
  };
}

export const LIFTS: readonly DemoLift[] = [harbourLift(1), harbourLift(2)];

export const ACCESS_DOORS: readonly AccessDoor[] = [
  {
    id: 'kitchen-door-1f',
    mapId: HARBOUR_1F,
    name: named('Kitchen door', '厨房门'),
    waitingPointId: 'harbour-1f.kitchen-waiting',
    accessPointId: 'harbour-1f.kitchen-door',
  },
  {
    id: 'linen-door-1f',
    mapId: HARBOUR_1F,
    name: named('Linen door', '布草间门'),
    waitingPointId: 'harbour-1f.linen-waiting',
    accessPointId: 'harbour-1f.linen-door',
  },
  {
    id: 'linen-door-2f',
    mapId: HARBOUR_2F,
    name: named('Linen store door', '布草库门'),
    waitingPointId: 'harbour-2f.linen-waiting',
    accessPointId: 'harbour-2f.linen-door',
  },
  {
    id: 'pharmacy-door',
    mapId: RIVERSIDE_1F,
    name: named('Pharmacy door', '药房门'),
    waitingPointId: 'riverside-1f.pharmacy-waiting',
    accessPointId: 'riverside-1f.pharmacy-door',
  },
];
