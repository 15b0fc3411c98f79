/** One robot on one small floor, as returned by the API. Tests override the fields they need. */
import type { RobotInfo } from '../../contract/endpoints/robotSettings.ts';
import type { Command } from '../../contract/entities/command.ts';
import type { Lease } from '../../contract/entities/lease.ts';
import type { IndoorMap, MapPoint, Site } from '../../contract/entities/map.ts';
import type { RobotDetail, RobotLive } from '../../contract/entities/robot.ts';
import type { LoadedRobot } from '../../src/machines/robotData/robotData.setup.ts';
import { EMPTY_HALL } from './emptyHall.ts';

export const SN = 'W1-2308-0417';
export const NOW = 1_763_706_728_000;

export const sampleLive = (change: Partial<RobotLive> = {}): RobotLive => ({
  serialNumber: SN,
  at: NOW - 300,
  connection: 'online',
  status: 'working',
  pose: { mapId: 'f1', x: 10, y: 5, theta: 0 },
  speed: 0.5,
  battery: 78,
  charging: false,
  driving: true,
  paused: false,
  held: false,
  stops: [],
  eStop: 'NONE',
  mode: 'AUTOMATIC',
  located: true,
  localization: 0.98,
  busy: false,
  task: {
    kind: 'delivery',
    target: 'Room 312',
    targetId: 'p3',
    progress: 0.4,
    until: NOW + 180_000,
    toGo: 16,
    stops: [
      { name: 'Kitchen pass', pointId: 'p1', reachedAt: NOW - 300_000, expectedAt: null },
      { name: 'Lift 1', pointId: 'p2', reachedAt: null, expectedAt: NOW + 60_000 },
      { name: 'Room 312', pointId: 'p3', reachedAt: null, expectedAt: NOW + 180_000 },
    ],
  },
  drive: null,
  problems: [],
  path: [
    [10, 5],
    [4, 5],
  ],
  leaseHolder: null,
  ...change,
});

export const sampleDetail = (change: Partial<RobotDetail> = {}): RobotDetail => ({
  serialNumber: SN,
  robotNickName: 'Porter 1',
  robotModel: 'W1',
  kind: 'delivery',
  manufacturer: 'roundhouse',
  siteId: 's1',
  onLineStatus: '1',
  actionStatus: '1',
  navigation: true,
  relation: 'superAdmin',
  demo: true,
  softwareVersion: '2.14.3',
  live: sampleLive(),
  robotMqtt: { mqttSubTopic: `uagv/v2/roundhouse/${SN}`, mqttPubTopic: `uagv/v2/roundhouse/${SN}/+` },
  dialect: 'both',
  abilities: {
    navigate: true,
    pause: true,
    charge: true,
    relocate: true,
    cancel: true,
    teleop: true,
    video: true,
    audio: true,
    liftRide: true,
    actions: [],
    maxSpeed: 1,
  },
  runTime: 3_600_000,
  maps: [{ mapId: 'f1', robotMapName: 'f1' }],
  simulated: true,
  ...change,
});

const point = (areaId: string, name: string, worldX: number, worldY: number, mapId = 'f1'): MapPoint => ({
  areaId,
  mapAreaPointId: areaId,
  mapId,
  name,
  departWord: '',
  arrivedWord: '',
  angle: 0,
  stayTime: 0,
  attributes: ['none'],
  chargeBase: [],
  coordinateX: 0,
  coordinateY: 0,
  worldX,
  worldY,
  elevatorId: null,
  doorId: null,
});
const floor = (id: string, name: string, points: MapPoint[]): IndoorMap => ({
  id,
  siteId: 's1',
  floor: name,
  name,
  resolution: 0.05,
  origin: { x: 0, y: 0, yaw: 0 },
  picture: null,
  isDefault: false,
  revision: 0,
  points,
  plan: EMPTY_HALL,
});
export const sampleSite: Site = {
  id: 's1',
  name: 'Harbour Hotel',
  timeZone: 'Asia/Shanghai',
  demo: true,
  floors: [
    { mapId: 'f1', floor: 'F1', name: 'F1' },
    { mapId: 'f3', floor: 'F3', name: 'F3' },
  ],
};

export const sampleLease = (change: Partial<Lease> = {}): Lease => ({
  serialNumber: SN,
  number: 3,
  holder: null,
  since: null,
  expiresAt: null,
  reason: null,
  askedBy: null,
  ...change,
});

export const sampleCommand = (id: string, change: Partial<Command> = {}): Command => ({
  id,
  serialNumber: SN,
  kind: 'goTo',
  target: 'Lift 1',
  targetId: 'p2',
  askedBy: { userId: 'me', name: 'Lin Wei' },
  state: 'running',
  askedAt: NOW - 60_000,
  sentAt: NOW - 59_900,
  acceptedAt: NOW - 59_800,
  runningAt: NOW - 59_000,
  endedAt: null,
  expiresAt: null,
  reason: null,
  ...change,
});

export const sampleRobot = (change: Partial<LoadedRobot> = {}): LoadedRobot => ({
  detail: sampleDetail(),
  rights: ['read', 'stop', 'operate'],
  lease: sampleLease(),
  ledger: [],
  site: sampleSite,
  maps: [
    floor('f1', 'F1', [point('p1', 'Kitchen pass', 2, 5), point('p2', 'Lift 1', 4, 5)]),
    floor('f3', 'F3', [point('p3', 'Room 312', 9, 2, 'f3')]),
  ],
  runningSince: NOW - 3_600_000,
  ...change,
});

/** What the short calls about the robot return. */
export const sampleInfo = (change: Partial<RobotInfo> = {}): RobotInfo => ({
  battery: {
    level: 78,
    charging: false,
    cycles: 412,
    temperature: 31.24,
    voltage: 25.6,
    health: 93,
    emptyAt: NOW + 4 * 3_600_000,
    reportedAt: NOW - 12_000,
  },
  wheelLock: { locked: false, why: null, reportedAt: NOW },
  busy: { busy: true, why: 'routeRun', until: NOW + 180_000, canWait: true },
  user: { robotUserId: SN, name: 'Porter 1', avatar: '' },
  multiFloor: { supported: true, maps: 3 },
  ...change,
});
