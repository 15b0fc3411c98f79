/**
 * The demo robots: the named ones, and any number of light ones for load tests. Poses in world metres and radians (y
 * north, counter-clockwise); batteries in percent.
 */
import { KIND_OF_MODEL, VIEW_OF_KIND } from '../contract/entities/robotConstants.ts';
import type { KindView, RobotKind } from '../contract/entities/constants.ts';
import type { Learned } from '../contract/entities/learningRecord.ts';
import type { RobotSettingName } from '../contract/entities/robotSettings.ts';
import { clearanceOn } from './clearance.ts';
import { LEARNED } from './learned.ts';
import { named } from './localName.ts';
import type { LocalName } from './localName.ts';
import { randomFrom } from './random.ts';
import { MAPS, mapOf, pointOf } from './sites.ts';
import type { DemoMap } from './sites.ts';

export const MANUFACTURER = 'Roundhouse';

export type RobotCapabilities = {
  readonly navigation: boolean;
  readonly liftRide: boolean;
  readonly video: boolean;
  readonly microphone: boolean;
  readonly speech: boolean;
  /** Number of cabinets; 0: none. */
  readonly cabinets: number;
  readonly lights: boolean;
  readonly head: boolean;
  readonly disinfection: boolean;
  readonly photo: boolean;
};
export type DemoRobot = {
  readonly serialNumber: string;
  readonly manufacturer: string;
  readonly name: LocalName;
  readonly model: string;
  readonly kind: RobotKind;
  readonly view: KindView;
  readonly siteId: string;
  readonly mapId: string;
  readonly pose: { readonly x: number; readonly y: number; readonly theta: number };
  readonly battery: number;
  /** Where the robot rests between tasks: a point, and its bay if that is a charging point. */
  readonly homePointId: string;
  readonly homeBayId?: string;
  /** Points of the robot's daily work, in order; points on several maps require lift rides. */
  readonly round: readonly string[];
  readonly capabilities: RobotCapabilities;
  readonly softwareVersion: string;
  /** For load tests: drives and reports, without camera and sound. */
  readonly light: boolean;
  /** Gets a charged battery before its own is empty, because it has no charger. */
  readonly swapsBattery?: boolean;
  /** Settings that it refuses to change, with the reason. */
  readonly refuses?: Readonly<Partial<Record<RobotSettingName, string>>>;
  /** What it was taught. */
  readonly learned?: readonly Learned[];
};

const COMMON = {
  navigation: true,
  liftRide: true,
  video: true,
  microphone: true,
  speech: true,
  cabinets: 0,
  lights: true,
  head: false,
  disinfection: false,
  photo: true,
} as const;
const CAPABILITIES: Record<RobotKind, RobotCapabilities> = {
  delivery: { ...COMMON, cabinets: 2 },
  reception: { ...COMMON, liftRide: false, head: true },
  security: { ...COMMON, head: true },
  disinfection: { ...COMMON, microphone: false, disinfection: true },
};
const CABINETS: Readonly<Record<string, number>> = { W1: 2, W2: 4, C2: 3 };

type Entry = {
  sn: string;
  name: LocalName;
  map: string;
  at: readonly [x: number, y: number, degrees: number];
  battery: number;
  home: string;
  round: readonly string[];
  version: string;
} & Pick<DemoRobot, 'refuses' | 'learned'>;

function robotFrom({ sn, name, map, at: [x, y, degrees], battery, home, round, version, ...more }: Entry): DemoRobot {
  const model = sn.slice(0, 2);
  const kind = KIND_OF_MODEL[model];
  if (!kind) throw new Error(`no kind for model ${model}`);
  const [homePointId = home, bay] = home.split('/');
  const bayId = bay && pointOf(homePointId).chargeBase?.[Number(bay) - 1]?.id;
  return {
    serialNumber: sn,
    manufacturer: MANUFACTURER,
    name,
    model,
    kind,
    view: VIEW_OF_KIND[kind],
    siteId: mapOf(map).siteId,
    mapId: map,
    pose: { x, y, theta: (degrees * Math.PI) / 180 },
    battery,
    homePointId,
    ...(bayId && { homeBayId: bayId }),
    round,
    capabilities: { ...CAPABILITIES[kind], ...(kind === 'delivery' && { cabinets: CABINETS[model] ?? 2 }) },
    softwareVersion: version,
    light: false,
    ...more,
  };
}

const on = (mapId: string, ...slugs: string[]) => slugs.map((slug) => `${mapId}.${slug}`);
const onFirst = (...slugs: string[]) => on('harbour-1f', ...slugs);
const onSecond = (...slugs: string[]) => on('harbour-2f', ...slugs);
const onClinic = (...slugs: string[]) => on('riverside-1f', ...slugs);

/** `home` is a point id, with `/n` for the n-th bay of a charging point. */
export const ROBOTS: readonly DemoRobot[] = (
  [
    {
      sn: 'W1-2308-0417',
      name: named('Porter 1', '一号跑堂'),
      map: 'harbour-1f',
      at: [37.5, 23, 180],
      battery: 78,
      home: 'harbour-1f.dock/1',
      version: '2.14.3',
      round: [...onFirst('kitchen-pass'), ...onSecond('room-205'), ...onFirst('kitchen-pass', 'room-106')],
    },
    {
      sn: 'S2-2402-0057',
      name: named('West patrol', '西侧巡逻'),
      map: 'harbour-1f',
      at: [8.5, 23, 180],
      battery: 37,
      home: 'harbour-1f.corridor-w-end',
      version: '3.2.0',
      round: onFirst('corridor-w-end', 'room-102', 'lift-lobby', 'reception', 'room-104'),
    },
    {
      sn: 'U1-2311-0033',
      name: named('Lobby host', '大堂迎宾'),
      map: 'harbour-1f',
      at: [31, 16.5, 70],
      battery: 88,
      home: 'harbour-1f.lobby-centre',
      version: '2.9.1',
      round: onFirst('main-entrance', 'reception', 'meeting-2', 'lobby-centre'),
    },
    {
      sn: 'D2-2401-0022',
      name: named('Mist 2', '雾消二号'),
      map: 'riverside-1f',
      at: [10.5, 11, 0],
      battery: 52,
      home: 'riverside-1f.dock/1',
      version: '', // It does not report one.
      round: onClinic('corridor-w-end', 'ward-1', 'ward-2', 'lab', 'corridor-e-end'),
    },
    {
      sn: 'W2-2405-0107',
      name: named('Linen runner', '布草专送'),
      map: 'harbour-2f',
      at: [30.5, 23, 0],
      battery: 64,
      home: 'harbour-2f.dock/1',
      version: '2.14.3',
      round: [...onSecond('linen-store', 'room-203', 'room-212'), ...onFirst('linen')],
    },
    {
      sn: 'S2-2402-0056',
      name: named('East patrol', '东侧巡逻'),
      refuses: { patrolWarningLight: 'The lamp board does not answer.' },
      learned: LEARNED,
      map: 'harbour-1f',
      at: [37.5, 4.5, 160],
      battery: 69,
      home: 'harbour-1f.lobby-east',
      version: '3.2.0',
      round: onFirst('main-entrance', 'lobby-east', 'meeting-rooms', 'corridor-e-end', 'gym', 'restaurant'),
    },
    {
      sn: 'D2-2401-0021',
      name: named('Mist 1', '雾消一号'),
      map: 'harbour-1f',
      at: [35.2, 28.8, -90],
      battery: 58,
      home: 'harbour-1f.dock/4',
      version: '1.8.6',
      round: onFirst('meeting-1', 'meeting-2', 'gym', 'lobby-east'),
    },
    {
      sn: 'T2-2403-0012',
      name: named('Clinic host', '导诊小助'),
      map: 'riverside-1f',
      at: [22.6, 4.5, 180],
      battery: 71,
      home: 'riverside-1f.reception',
      version: '2.9.1',
      round: onClinic('entrance', 'clinic-1', 'reception', 'clinic-3'),
    },
    {
      sn: 'W1-2308-0422',
      name: named('Porter 3', '三号跑堂'),
      map: 'harbour-1f',
      at: [58.6, 16, 90],
      battery: 92,
      home: 'harbour-1f.dock/5',
      version: '2.14.3',
      round: onFirst('kitchen-pass', 'restaurant-far', 'gym', 'kitchen-pass', 'meeting-1'),
    },
    {
      sn: 'P3-2404-0009',
      name: named('Restaurant host', '餐厅领位'),
      map: 'harbour-1f',
      at: [47.2, 26.4, -90],
      battery: 55,
      home: 'harbour-1f.restaurant',
      version: '2.9.1',
      round: onFirst('restaurant', 'restaurant-far'),
    },
    {
      sn: 'W1-2308-0418',
      name: named('Porter 2', '二号跑堂'),
      map: 'harbour-1f',
      at: [60.5, 13.8, 90],
      battery: 41,
      home: 'harbour-1f.dock/2',
      version: '2.14.3',
      round: [...onFirst('kitchen-pass', 'room-103'), ...onSecond('room-210')],
    },
    {
      sn: 'C2-2406-0003',
      name: named('Kitchen runner', '后厨传菜'),
      map: 'harbour-1f',
      at: [62.4, 13.8, 90],
      battery: 23,
      home: 'harbour-1f.dock/3',
      version: '2.12.0',
      round: onFirst('kitchen-pass', 'restaurant', 'kitchen-pass', 'restaurant-far'),
    },
    {
      sn: 'P1-2410-0002',
      name: named('Floor host', '楼层迎宾'),
      map: 'harbour-2f',
      at: [32, 19.4, -90],
      battery: 83,
      home: 'harbour-2f.lounge',
      version: '2.9.1',
      round: onSecond('lift-lobby', 'lounge', 'corridor-e-end', 'corridor-w-end'),
    },
    {
      sn: 'X1-2412-0005',
      name: named('Visit guide', '探访向导'),
      map: 'riverside-1f',
      at: [33, 7.4, -90],
      battery: 66,
      home: 'riverside-1f.stores',
      version: '2.9.1',
      round: onClinic('corridor-e-end', 'nurses', 'clinic-3', 'stores'),
    },
  ] satisfies Entry[]
).map(robotFrom);

/**
 * An unbound robot: it stands in the lobby and shows its claim code until a user scans it. Included only together with
 * all named robots.
 */
export const WAITING: DemoRobot = robotFrom({
  sn: 'U2-2411-0001',
  name: named('Front desk helper', '前台小助手'),
  map: 'harbour-1f',
  at: [26.5, 6, 0],
  battery: 96,
  home: 'harbour-1f.reception',
  round: [],
  version: '2.9.1',
});

const LIGHT_MODELS = ['W1', 'W2', 'C2', 'U1', 'T2', 'P1', 'X1', 'S2', 'D2'] as const;
/** Rooms for light robots. In other rooms a free place can be enclosed by furniture that no robot gets around. */
const OPEN_KINDS: ReadonlySet<string> = new Set(['corridor', 'lobby', 'dock', 'meeting', 'gym']);
/**
 * Minimum distance of a light robot's centre from the nearest wall or obstacle and from the next robot's centre,
 * metres.
 */
const WALL_GAP_M = 0.55;
const ROBOT_GAP_M = 0.7;
const TRIES = 60;

/** Picks random free places on one map, at least ROBOT_GAP_M apart while there is room. */
function placer(map: DemoMap, random: () => number) {
  const clearance = clearanceOn(map.plan);
  const rooms = map.plan.rooms.filter(({ kind }) => OPEN_KINDS.has(kind));
  const area = rooms.reduce((sum, { w, h }) => sum + w * h, 0);
  const taken = ROBOTS.filter(({ mapId }) => mapId === map.id).map(({ pose }) => pose as { x: number; y: number });
  const anyRoom = () => {
    let left = random() * area;
    return rooms.find(({ w, h }) => (left -= w * h) < 0) ?? rooms[0];
  };
  return {
    area,
    next() {
      let best: { x: number; y: number } | undefined;
      for (let i = 0; i < TRIES; i++) {
        const room = anyRoom();
        if (!room) break;
        const place = { x: room.x + random() * room.w, y: room.y + random() * room.h };
        if (clearance(place.x, place.y) < WALL_GAP_M) continue;
        best = place;
        if (taken.every(({ x, y }) => Math.hypot(x - place.x, y - place.y) >= ROBOT_GAP_M)) break;
      }
      if (!best) throw new Error(`no free place on ${map.id}`);
      taken.push(best);
      return best;
    },
  };
}

/**
 * The first `count` of the named robots, or all of them plus light robots distributed over the floors by area. The same seed
 * gives the same robots.
 */
export function roster(count: number = ROBOTS.length, seed = 1): readonly DemoRobot[] {
  if (count <= ROBOTS.length) return ROBOTS.slice(0, count);
  const random = randomFrom(seed);
  const floors = MAPS.map((map) => ({ map, places: placer(map, random), count: 0 }));
  const light = Array.from({ length: count - ROBOTS.length }, (_, i): DemoRobot => {
    const floor = floors.reduce((least, one) =>
      one.count / one.places.area < least.count / least.places.area ? one : least,
    );
    floor.count++;
    const { map } = floor;
    const model = LIGHT_MODELS[i % LIGHT_MODELS.length] ?? 'W1';
    const kind = KIND_OF_MODEL[model] ?? 'delivery';
    const calls = map.points.filter(({ attributes }) => attributes.includes('none'));
    const home = map.points.find(({ attributes }) => attributes.includes('charging'));
    const number = String(i + 1).padStart(4, '0');
    return {
      serialNumber: `${model}-L-${number}`,
      manufacturer: MANUFACTURER,
      name: named(`Light ${number}`, `轻载 ${number}`),
      model,
      kind,
      view: VIEW_OF_KIND[kind],
      siteId: map.siteId,
      mapId: map.id,
      pose: { ...floor.places.next(), theta: (random() * 2 - 1) * Math.PI },
      battery: Math.round(30 + random() * 70),
      homePointId: home?.id ?? '',
      round: Array.from({ length: 4 }, () => calls[Math.floor(random() * calls.length)]?.id ?? '').filter(Boolean),
      capabilities: { ...CAPABILITIES[kind], video: false, microphone: false, photo: false },
      softwareVersion: '2.14.3',
      light: true,
    };
  });
  return [...ROBOTS, ...light];
}

/** All robots of the simulator: the roster and, if it includes all named robots, the unbound robot. */
export function demoFleet(count: number = ROBOTS.length, seed = 1): readonly DemoRobot[] {
  const fleet = roster(count, seed);
  return count >= ROBOTS.length ? [...fleet, WAITING] : fleet;
}
