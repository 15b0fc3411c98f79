/** The demo's cruise routes, and the default route of each patrol and delivery robot (spec 3 "Cruise path"). */
import { named } from './localName.ts';
import type { LocalName } from './localName.ts';
import { ROBOTS } from './roster.ts';
import { pointOf } from './sites.ts';

export type DemoStop = {
  readonly areaId: string;
  /** Seconds. */
  readonly stayTime: number;
  /** Empty: the point's own announcement. */
  readonly speech: LocalName | '';
  /** Degrees; null: the point's own angle. */
  readonly angle: number | null;
};
export type DemoRoute = {
  readonly id: string;
  readonly mapId: string;
  readonly name: LocalName;
  readonly startSpeech: LocalName | '';
  readonly endSpeech: LocalName | '';
  readonly stops: readonly DemoStop[];
};

/** A point by its slug; anything left out is taken from the point. */
type Call = string | readonly [slug: string, extras: Partial<Omit<DemoStop, 'areaId'>>];
const QUIET = { startSpeech: '', endSpeech: '' } as const;

function route(
  mapId: string,
  slug: string,
  name: LocalName,
  speeches: Pick<DemoRoute, 'startSpeech' | 'endSpeech'>,
  calls: readonly Call[],
): DemoRoute {
  const stops = calls.map((call): DemoStop => {
    const [point, extras] = typeof call === 'string' ? [call, {}] : call;
    const areaId = `${mapId}.${point}`;
    return { areaId, stayTime: pointOf(areaId).stayTime, speech: '', angle: null, ...extras };
  });
  return { id: `${mapId}.route-${slug}`, mapId, name, ...speeches, stops };
}

export const ROUTES: readonly DemoRoute[] = [
  route(
    'harbour-1f',
    'lobby',
    named('Lobby round', '大堂巡逻'),
    {
      startSpeech: named('I am starting my round of the lobby.', '我开始巡视大堂了。'),
      endSpeech: named('The round is done.', '巡视完毕。'),
    },
    [
      ['main-entrance', { stayTime: 20 }],
      'lobby-east',
      'meeting-rooms',
      'corridor-e-end',
      ['gym', { speech: named('The gym closes at ten.', '健身房晚上十点关闭。') }],
      'lobby-centre',
    ],
  ),
  route('harbour-1f', 'west', named('West corridor', '西走廊巡查'), QUIET, [
    ['corridor-w-end', { angle: 180 }],
    'room-102',
    'room-104',
    'lift-lobby',
    ['reception', { stayTime: 30 }],
    'room-107',
  ]),
  route(
    'harbour-1f',
    'kitchen',
    named('Restaurant service', '餐厅送餐'),
    { startSpeech: '', endSpeech: named('Enjoy your meal.', '请慢用。') },
    ['kitchen-pass', 'restaurant', 'restaurant-far'],
  ),
  route('harbour-2f', 'guests', named('Guest floor round', '客房层巡视'), QUIET, [
    'lift-lobby',
    'corridor-w-end',
    'lounge',
    'corridor-e-end',
  ]),
  route(
    'harbour-2f',
    'linen',
    named('Linen round', '布草配送'),
    { startSpeech: named('I am bringing fresh linen.', '我来送干净的布草。'), endSpeech: '' },
    [
      'linen-store',
      ['room-203', { stayTime: 45, speech: named('Fresh linen for you.', '请取干净的布草。') }],
      ['room-212', { stayTime: 45, speech: named('Fresh linen for you.', '请取干净的布草。') }],
      'lift-lobby',
    ],
  ),
  route(
    'harbour-2f',
    'supplies',
    named('Supplies from the lift', '电梯口补给'),
    { startSpeech: '', endSpeech: named('The supplies are put away.', '物资已入库。') },
    [
      ['lift-2-waiting', { stayTime: 10, speech: named('Please load the supplies.', '请放入物资。') }],
      ['linen-waiting', { speech: named('Opening the store.', '正在打开布草库。') }],
      ['linen-store', { stayTime: 30 }],
      'lounge',
    ],
  ),
  route(
    'riverside-1f',
    'wards',
    named('Ward round', '病房巡视'),
    {
      startSpeech: named('I am starting the ward round.', '我开始巡视病房了。'),
      endSpeech: named('The ward round is done.', '病房巡视完毕。'),
    },
    [['corridor-w-end', { angle: 90 }], 'ward-1', 'ward-2', 'nurses'],
  ),
  route('riverside-1f', 'clinics', named('Clinic round', '诊室巡视'), QUIET, [
    'entrance',
    'reception',
    'clinic-1',
    'clinic-2',
    'clinic-3',
  ]),
  route('riverside-1f', 'samples', named('Samples', '标本转运'), QUIET, [
    'nurses',
    ['lab', { stayTime: 60, speech: named('Samples for the lab.', '请接收标本。') }],
    'corridor-e-end',
  ]),
];

const BY_SERIAL_NUMBER: Readonly<Record<string, string>> = {
  'S2-2402-0056': 'harbour-1f.route-lobby',
  'S2-2402-0057': 'harbour-1f.route-west',
  'W2-2405-0107': 'harbour-2f.route-linen',
};
const STARTING_KINDS: ReadonlySet<string> = new Set(['security', 'delivery']);

/** Security and delivery robots without an entry above get the kitchen route, which serves meals. */
export const DEFAULT_ROUTES: readonly { readonly serialNumber: string; readonly pathId: string }[] = ROBOTS.filter(
  ({ kind }) => STARTING_KINDS.has(kind),
).map(({ serialNumber }) => ({ serialNumber, pathId: BY_SERIAL_NUMBER[serialNumber] ?? 'harbour-1f.route-kitchen' }));
