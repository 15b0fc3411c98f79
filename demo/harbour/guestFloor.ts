/** Harbour Hotel, 2F: sixteen guest rooms around a lounge; lifts and stair are directly above those of 1F. */
import {
  box,
  charger,
  guestRoom,
  kitchenLine,
  liftShaft,
  round,
  shelves,
  sofaGroup,
  stairFlight,
} from '../furnishings.ts';
import { named, sameInAll } from '../localName.ts';
import { planOf } from '../sketch.ts';
import type { Line, RoomSketch } from '../sketch.ts';
import { pointsOn } from '../points.ts';

export const HARBOUR_2F = 'harbour-2f';
/** The same sheet as 1F, so that both floors share their coordinates. */
const HEIGHT = 34;
const COLUMNS = [0, 5, 10, 15, 44, 49, 54, 59] as const;
/** Rooms above the corridor have odd numbers, rooms below it even numbers. */
const numbers = COLUMNS.map((x, i) => ({
  x,
  above: `2${String(i * 2 + 1).padStart(2, '0')}`,
  below: `2${String(i * 2 + 2).padStart(2, '0')}`,
}));

const guests = numbers.flatMap(({ x, above, below }): RoomSketch[] => [
  {
    id: `room-${above}`,
    name: sameInAll(above),
    kind: 'guest',
    x,
    y: 0,
    w: 5,
    h: 9.5,
    doors: [{ side: 'S', at: 3.4, width: 1 }],
    label: [x + 3.4, 7.2],
  },
  {
    id: `room-${below}`,
    name: sameInAll(below),
    kind: 'guest',
    x,
    y: 12.5,
    w: 5,
    h: 9.5,
    doors: [{ side: 'N', at: 3.4, width: 1 }],
    label: [x + 3.4, 15.4],
  },
]);

export const harbourGuestFloor = planOf({
  width: 64,
  height: HEIGHT,
  outline: [
    [0, 0],
    [64, 0],
    [64, 22],
    [0, 22],
  ],
  rooms: [
    {
      id: 'lift-lobby',
      name: named('Lift lobby 2F', '2 楼电梯厅'),
      kind: 'corridor',
      x: 20,
      y: 9.5,
      w: 24,
      h: 3,
      walls: [],
    },
    {
      id: 'corridor-w',
      name: named('Corridor W 2F', '2 楼西走廊'),
      kind: 'corridor',
      x: 0,
      y: 9.5,
      w: 20,
      h: 3,
      walls: [],
    },
    {
      id: 'corridor-e',
      name: named('Corridor E 2F', '2 楼东走廊'),
      kind: 'corridor',
      x: 44,
      y: 9.5,
      w: 20,
      h: 3,
      walls: [],
    },
    {
      id: 'lounge',
      name: named('Lounge', '休息厅'),
      kind: 'lobby',
      x: 20,
      y: 12.5,
      w: 24,
      h: 9.5,
      walls: [],
      label: [32, 14.6],
    },
    ...guests,
    {
      id: 'lift-1',
      name: named('Lift 1', '电梯 1'),
      kind: 'lift',
      x: 20,
      y: 5.5,
      w: 2.6,
      h: 4,
      doors: [{ side: 'S', at: 0.5, width: 1.6, id: 'lift-1-2f' }],
    },
    {
      id: 'lift-2',
      name: named('Lift 2', '电梯 2'),
      kind: 'lift',
      x: 22.6,
      y: 5.5,
      w: 2.6,
      h: 4,
      doors: [{ side: 'S', at: 0.5, width: 1.6, id: 'lift-2-2f' }],
    },
    {
      id: 'stair',
      name: sameInAll(''),
      kind: 'stair',
      x: 25.2,
      y: 4,
      w: 3.3,
      h: 5.5,
      doors: [{ side: 'S', at: 1, width: 1.3 }],
    },
    {
      id: 'plant',
      name: named('Plant', '机房'),
      kind: 'core',
      x: 20,
      y: 0,
      w: 5.2,
      h: 5.5,
      doors: [{ side: 'E', at: 4.2, width: 1 }],
    },
    { id: 'wc', name: named('WC', '卫生间'), kind: 'core', x: 25.2, y: 0, w: 3.3, h: 4 },
    {
      id: 'linen',
      name: named('Linen store', '布草库'),
      kind: 'linen',
      x: 28.5,
      y: 0,
      w: 8,
      h: 9.5,
      doors: [{ side: 'S', at: 3.2, width: 1.6, id: 'linen-door-2f', controlled: true }],
      label: [32.5, 6],
    },
    {
      id: 'pantry',
      name: named('Pantry', '备餐间'),
      kind: 'kitchen',
      x: 36.5,
      y: 0,
      w: 7.5,
      h: 9.5,
      doors: [{ side: 'S', at: 3, width: 1.4 }],
      label: [40.2, 8.3],
    },
  ],
  outerGaps: [],
  windows: [
    ...COLUMNS.flatMap((x): Line[] => [
      [x + 1.2, 0, x + 3.8, 0],
      [x + 1.2, 22, x + 3.8, 22],
    ]),
    [30, 0, 35, 0],
    [38, 0, 42.5, 0],
    [21.5, 22, 27, 22],
    [29, 22, 35, 22],
    [37, 22, 42.5, 22],
    [0, 10.2, 0, 11.8],
    [64, 10.2, 64, 11.8],
  ],
  columns: [
    [26.4, 14.5],
    [38, 14.5],
  ],
  columnSize: 0.7,
  furniture: [
    ...COLUMNS.flatMap((x) => [...guestRoom(x, 0, false), ...guestRoom(x, 12.5, true)]),
    ...liftShaft(20, 5.5, 2.6, 4),
    ...liftShaft(22.6, 5.5, 2.6, 4),
    ...stairFlight(25.2, 4, 3.3),
    ...shelves(28.5, 0, 8, [0.4, 2.6, 4.2]),
    charger(28.9, 6.6),
    charger(34.9, 6.6),
    ...kitchenLine(36.5, 0, 7.5),
    ...sofaGroup(22, 16.2),
    ...sofaGroup(30.6, 16.2),
    ...sofaGroup(39, 16.2),
    round(27.6, 20.8, 0.7),
    round(36.6, 20.8, 0.7),
    box(20.4, 13.4, 0.7, 2, 0.1),
  ],
});

const point = pointsOn(HARBOUR_2F, HEIGHT);

export const harbourGuestPoints = [
  point('dock', named('Linen store dock', '布草库充电位'), 32.5, 8.4, 'N', {
    attributes: ['charging'],
    bays: [
      [29.5, 8, 'S'],
      [35.5, 8, 'S'],
    ],
  }),
  point('linen-store', named('Linen store', '布草库'), 32.5, 6.4, 'N', {
    attributes: ['loading'],
    stayTime: 60,
    arrivedWord: named('Please load the drawer.', '请放入物品。'),
    departWord: named('Thank you, on my way.', '谢谢，我出发了。'),
  }),
  point('linen-waiting', named('Store door, outside', '布草库门外'), 32.5, 11, 'N', {
    attributes: ['doorAccessWaiting'],
    doorId: 'linen-door-2f',
  }),
  point('linen-door', named('Store door', '布草库门'), 33.6, 7.6, 'N', {
    attributes: ['doorAccess'],
    doorId: 'linen-door-2f',
  }),
  point('lift-1-waiting', named('Lift 1 waiting 2F', '2 楼候梯 1'), 20.5, 11, 'N', {
    attributes: ['waitingElevator'],
    elevatorId: 'harbour-lift-1',
  }),
  point('lift-2-waiting', named('Lift 2 waiting 2F', '2 楼候梯 2'), 24.8, 11, 'N', {
    attributes: ['waitingElevator'],
    elevatorId: 'harbour-lift-2',
  }),
  point('lift-1', named('Lift 1, 2F', '2 楼电梯 1'), 21.3, 7.5, 'S', {
    attributes: ['elevator'],
    elevatorId: 'harbour-lift-1',
  }),
  point('lift-2', named('Lift 2, 2F', '2 楼电梯 2'), 23.9, 7.5, 'S', {
    attributes: ['elevator'],
    elevatorId: 'harbour-lift-2',
  }),
  point('lift-lobby', named('Lift lobby 2F', '2 楼电梯厅'), 27.2, 11, 'W', {
    attributes: ['mapSwitching'],
    stayTime: 10,
  }),
  ...numbers.flatMap(({ x, above, below }) => [
    point(`room-${above}`, named(`Room ${above}`, `${above} 房`), x + 3.9, 10.2, 'N', {
      stayTime: 15,
      arrivedWord: named('Your delivery is here.', '您的物品已送达。'),
    }),
    point(`room-${below}`, named(`Room ${below}`, `${below} 房`), x + 3.9, 11.8, 'S', {
      stayTime: 15,
      arrivedWord: named('Your delivery is here.', '您的物品已送达。'),
    }),
  ]),
  point('lounge', named('Lounge', '休息厅'), 32, 14.6, 'S', { stayTime: 20 }),
  point('pantry', named('Pantry', '备餐间'), 40.4, 8.4, 'N', { attributes: ['manual'], stayTime: 30 }),
  point('corridor-w-end', named('Corridor W end 2F', '2 楼西走廊尽头'), 2, 11, 'E', { stayTime: 30 }),
  point('corridor-e-end', named('Corridor E end 2F', '2 楼东走廊尽头'), 62, 11, 'W', { stayTime: 30 }),
];
