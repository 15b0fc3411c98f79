/** The twelve robots of the mock-ups, placed on the demo's plan. */
import type { RobotKind } from '../../../contract/entities/constants.ts';
import type { RobotStatus } from '../../../contract/entities/robotConstants.ts';
import type { Place } from '../../../contract/entities/floorPlan.ts';
import { planIn } from '../../../demo/plan.ts';
import { harbourGroundFloor, harbourGroundPoints } from '../../../demo/harbour/groundFloor.ts';
import type { MapPoint, MapRobot, MapScene } from '../../../src/ui/canvas/scene.ts';

export const plan = planIn(harbourGroundFloor, 'enUS');
/** In the mock-ups y grows downwards. */
const up = (y: number): number => plan.height - y;
export const places = (...all: [number, number][]): Place[] => all.map(([x, y]): Place => [x, up(y)]);

export interface SampleRobot extends MapRobot {
  readonly serialNumber: string;
  readonly battery: number;
  readonly task: string;
  readonly reason: string;
  readonly age: string;
}

function robot(
  serialNumber: string,
  name: string,
  kind: RobotKind,
  status: RobotStatus,
  battery: number,
  x: number,
  y: number,
  heading: number,
  task: string,
  reason: string,
  age: string,
): SampleRobot {
  const ghost = status === 'offline';
  return {
    id: serialNumber,
    serialNumber,
    name,
    kind,
    status,
    battery,
    x,
    y: up(y),
    theta: (-heading * Math.PI) / 180,
    ghost,
    ageText: ghost ? '33 min' : '',
    task,
    reason,
    age,
  };
}

export const robots: readonly SampleRobot[] = [
  robot(
    'S2-2402-0057',
    'West patrol',
    'security',
    'alarm',
    37,
    8.5,
    11,
    180,
    'Blocked at corridor W',
    'for 3 min 24 s, nobody on it',
    '0.4 s',
  ),
  robot(
    'D2-2401-0022',
    'Mist 2',
    'disinfection',
    'offline',
    52,
    15.2,
    11,
    0,
    'Corridor W, run 2 of 3',
    'last update 13:58:41',
    '33 min',
  ),
  robot(
    'W1-2308-0417',
    'Porter 1',
    'delivery',
    'working',
    78,
    37.5,
    11,
    180,
    'Delivering to 312',
    'by lift 1, arrives 14:35',
    '0.3 s',
  ),
  robot(
    'U1-2311-0033',
    'Lobby host',
    'reception',
    'working',
    88,
    31,
    17.5,
    290,
    'Guiding to Meeting 2',
    'guest follows, 2 m behind',
    '0.2 s',
  ),
  robot(
    'W2-2405-0107',
    'Linen runner',
    'delivery',
    'working',
    64,
    53.2,
    11,
    0,
    'Linen to 2F store',
    'waits for lift 2',
    '0.6 s',
  ),
  robot(
    'S2-2402-0056',
    'East patrol',
    'security',
    'working',
    69,
    37.5,
    29.5,
    200,
    'Day round 3, stop 4 of 9',
    'on time',
    '0.2 s',
  ),
  robot(
    'D2-2401-0021',
    'Mist 1',
    'disinfection',
    'working',
    58,
    32,
    5.2,
    90,
    'Disinfecting Meeting 1',
    '62%, until 14:51',
    '0.4 s',
  ),
  robot(
    'X2-2312-0012',
    'Concierge',
    'reception',
    'standby',
    71,
    26.2,
    21,
    0,
    'At the desk',
    'next: tour 15:00',
    '0.8 s',
  ),
  robot(
    'W1-2308-0422',
    'Porter 3',
    'delivery',
    'standby',
    92,
    58.6,
    18,
    270,
    'On standby in the dock',
    'first in the queue',
    '1.1 s',
  ),
  robot(
    'P3-2404-0009',
    'Restaurant host',
    'reception',
    'online',
    55,
    47.2,
    7.6,
    90,
    'Hand driven by Chen Yu',
    'lease ends in 1 min 10 s',
    '0.3 s',
  ),
  robot(
    'W1-2308-0418',
    'Porter 2',
    'delivery',
    'charging',
    41,
    60.5,
    18,
    270,
    'Charging in dock 2',
    '80% at 15:20',
    '2 s',
  ),
  robot(
    'C2-2406-0003',
    'Kitchen runner',
    'delivery',
    'charging',
    23,
    62.4,
    18,
    270,
    'Charging in dock 3',
    '80% at 15:52',
    '2 s',
  ),
];

const TRAILS: Readonly<Record<string, Place[]>> = {
  'Porter 1': places([57, 7], [57, 9], [57, 11], [52, 11], [47, 11], [44, 11], [41, 11]),
  'Lobby host': places([28, 27], [31, 22.5], [31, 20]),
  'East patrol': places([42.5, 25], [42.5, 29.5], [40, 29.5]),
  'Linen runner': places([54, 14.5], [54, 11.2]),
};
const WAYS: Readonly<Record<string, Place[]>> = {
  'Porter 1': places([22.2, 11], [22.2, 9]),
  'Lobby host': places([31, 12.6], [41.4, 12.2], [41.4, 8.8]),
  'East patrol': places([27, 31], [25.8, 27.4]),
};
const nameOf = (id: string): string => robots.find((each) => each.id === id)?.name ?? '';

/** A scene of robots that do not move. */
export function stillScene(shown: readonly MapRobot[]): MapScene {
  return {
    subscribe: () => () => undefined,
    read: () => shown,
    trail: (id) => TRAILS[nameOf(id)] ?? [],
    path: (id) => WAYS[nameOf(id)] ?? [],
  };
}

export const points: readonly MapPoint[] = harbourGroundPoints.map((point) => ({
  id: point.id,
  name: point.name.enUS,
  x: point.x,
  y: point.y,
  attribute: point.attributes[0] ?? 'none',
}));

export const describe = ({ name, status }: MapRobot): string => `${name}, ${status}`;
export const metres = (length: number): string => `${length} m`;
export const STATUS_WORD: Readonly<Record<RobotStatus, string>> = {
  online: 'Online',
  working: 'Working',
  standby: 'Standby',
  charging: 'Charging',
  offline: 'Offline',
  alarm: 'Alarm',
  stopped: 'Stopped',
};
