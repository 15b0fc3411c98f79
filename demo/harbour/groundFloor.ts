/** Harbour Hotel, 1F: guest rooms to the west, lobby in the middle, restaurant, kitchen and the robots' dock to the east. */
import { bar, box, charger, diningTables, guestRoom, gymMachines, kitchenLine, liftShaft, meetingTable, round, shelves, sideCharger, sofaGroup, stairFlight } from '../furnishings.ts';
import { named, sameInAll } from '../localName.ts';
import { planOf } from '../sketch.ts';
import type { Line, RoomSketch } from '../sketch.ts';
import { pointsOn } from '../points.ts';

export const HARBOUR_1F = 'harbour-1f';
const HEIGHT = 34;
/** The western guest rooms' left walls; 1F and 2F stand above each other. */
const WEST = [0, 5, 10, 15] as const;

const guests = WEST.flatMap((x, i): RoomSketch[] => [
  { id: `room-10${i + 1}`, name: sameInAll(`10${i + 1}`), kind: 'guest', x, y: 0, w: 5, h: 9.5, doors: [{ side: 'S', at: 3.4, width: 1 }], label: [x + 3.4, 7.2] },
  { id: `room-10${i + 5}`, name: sameInAll(`10${i + 5}`), kind: 'guest', x, y: 12.5, w: 5, h: 9.5, doors: [{ side: 'N', at: 3.4, width: 1 }], label: [x + 3.4, 15.4] },
]);

export const harbourGroundFloor = planOf({
  width: 64, height: HEIGHT,
  outline: [[0, 0], [64, 0], [64, 22], [44, 22], [44, 34], [20, 34], [20, 22], [0, 22]],
  rooms: [
    { id: 'lobby', name: named('Lobby', '大堂'), kind: 'lobby', x: 20, y: 9.5, w: 24, h: 24.5, walls: [], label: [32.5, 21.2] },
    { id: 'corridor-w', name: named('Corridor W', '西走廊'), kind: 'corridor', x: 0, y: 9.5, w: 20, h: 3, walls: [] },
    { id: 'corridor-e', name: named('Corridor E', '东走廊'), kind: 'corridor', x: 44, y: 9.5, w: 20, h: 3, walls: [] },
    ...guests,
    { id: 'lift-1', name: named('Lift 1', '电梯 1'), kind: 'lift', x: 20, y: 5.5, w: 2.6, h: 4, doors: [{ side: 'S', at: 0.5, width: 1.6, id: 'lift-1-1f' }] },
    { id: 'lift-2', name: named('Lift 2', '电梯 2'), kind: 'lift', x: 22.6, y: 5.5, w: 2.6, h: 4, doors: [{ side: 'S', at: 0.5, width: 1.6, id: 'lift-2-1f' }] },
    { id: 'stair', name: sameInAll(''), kind: 'stair', x: 25.2, y: 4, w: 3.3, h: 5.5, doors: [{ side: 'S', at: 1, width: 1.3 }] },
    { id: 'plant', name: named('Plant', '机房'), kind: 'core', x: 20, y: 0, w: 5.2, h: 5.5, doors: [{ side: 'E', at: 4.2, width: 1 }] },
    { id: 'wc', name: named('WC', '卫生间'), kind: 'core', x: 25.2, y: 0, w: 3.3, h: 4 },
    { id: 'meeting-1', name: named('Meeting 1', '会议室 1'), kind: 'meeting', x: 28.5, y: 0, w: 7.5, h: 9.5, doors: [{ side: 'S', at: 4.6, width: 1.6 }], label: [32.25, 8.3] },
    { id: 'meeting-2', name: named('Meeting 2', '会议室 2'), kind: 'meeting', x: 36, y: 0, w: 7.5, h: 9.5, doors: [{ side: 'S', at: 4.6, width: 1.6 }], label: [39.75, 8.3] },
    { id: 'restaurant', name: named('Restaurant', '餐厅'), kind: 'restaurant', x: 43.5, y: 0, w: 12.5, h: 9.5, doors: [{ side: 'S', at: 2, width: 3 }, { side: 'E', at: 6.8, width: 1.4 }], label: [49.75, 8.3] },
    { id: 'kitchen', name: named('Kitchen', '厨房'), kind: 'kitchen', x: 56, y: 0, w: 8, h: 9.5, doors: [{ side: 'S', at: 2, width: 1.4, id: 'kitchen-door-1f', controlled: true }], label: [60, 8.3] },
    { id: 'gym', name: named('Gym', '健身房'), kind: 'gym', x: 44, y: 12.5, w: 8, h: 9.5, doors: [{ side: 'N', at: 3, width: 1.6 }], label: [48, 17.8] },
    { id: 'linen', name: named('Linen', '布草间'), kind: 'linen', x: 52, y: 12.5, w: 5, h: 9.5, doors: [{ side: 'N', at: 1.6, width: 1.4, id: 'linen-door-1f', controlled: true }], label: [54.5, 14.3] },
    { id: 'dock', name: named('Robot dock', '充电间'), kind: 'dock', x: 57, y: 12.5, w: 7, h: 9.5, doors: [{ side: 'N', at: 1, width: 1.6 }], label: [60.5, 14.3] },
    { id: 'office', name: named('Office', '办公室'), kind: 'office', x: 20, y: 26, w: 5, h: 8, doors: [{ side: 'E', at: 1.4, width: 1 }] },
  ],
  outerGaps: [[29, 34, 35, 34], [0, 10.2, 0, 11.8]],
  windows: [
    ...WEST.flatMap((x): Line[] => [[x + 1.2, 0, x + 3.8, 0], [x + 1.2, 22, x + 3.8, 22]]),
    [30.5, 0, 34, 0], [38, 0, 41.5, 0], [45, 0, 54.5, 0], [64, 2.5, 64, 7], [64, 14.5, 64, 20], [45.5, 22, 50.5, 22], [44, 25, 44, 32], [21.5, 34, 24, 34],
  ],
  columns: [[26.4, 14.5], [38, 14.5], [26.4, 24.6], [39.2, 24.6]],
  columnSize: 0.7,
  furniture: [
    ...WEST.flatMap((x) => [...guestRoom(x, 0, false), ...guestRoom(x, 12.5, true)]),
    ...liftShaft(20, 5.5, 2.6, 4), ...liftShaft(22.6, 5.5, 2.6, 4), ...stairFlight(25.2, 4, 3.3),
    ...meetingTable(28.5, 0), ...meetingTable(36, 0), ...diningTables(43.5, 0), ...kitchenLine(56, 0, 8),
    ...gymMachines(44, 12.5), ...shelves(52, 12.5, 5, [3, 5, 7]),
    ...[0, 1, 2].map((i) => charger(58 + i * 1.9, 20.8)), sideCharger(63.05, 14.6), sideCharger(63.05, 16.6),
    // The lobby: reception desk and its back wall, two sofa groups, a window seat, plants, the glass entrance.
    box(21.6, 15.5, 1.3, 7, 0.4), box(20.3, 14.8, 0.5, 8.4), ...sofaGroup(29.2, 23.5), ...sofaGroup(34.8, 23.5),
    box(41.6, 16, 1.2, 4, 0.3), round(40.4, 18, 0.5), round(42.2, 23.6, 0.8), round(42.2, 32, 0.8), round(26.4, 32.4, 0.8),
    bar([29, 34], [35, 34]), bar([0, 10.2], [0, 11.8]),
  ],
});

const point = pointsOn(HARBOUR_1F, HEIGHT);

export const harbourGroundPoints = [
  point('dock', named('Robot dock', '充电间'), 58.6, 15.4, 'S', {
    attributes: ['charging'], bays: [[58.6, 20.2, 'N'], [60.5, 20.2, 'N'], [62.4, 20.2, 'N'], [62.3, 17.2, 'W'], [62.3, 15.2, 'W']],
  }),
  point('kitchen-pass', named('Kitchen pass', '厨房出餐口'), 57, 7, 'W', {
    attributes: ['loading'], stayTime: 60, arrivedWord: named('Please load the drawer.', '请放入物品。'), departWord: named('Thank you, on my way.', '谢谢，我出发了。'),
  }),
  point('lift-1-waiting', named('Lift 1 waiting', '候梯 1'), 20.5, 11, 'N', { attributes: ['waitingElevator'], elevatorId: 'harbour-lift-1' }),
  point('lift-2-waiting', named('Lift 2 waiting', '候梯 2'), 24.8, 11, 'N', { attributes: ['waitingElevator'], elevatorId: 'harbour-lift-2' }),
  point('lift-1', named('Lift 1', '电梯 1'), 21.3, 7.5, 'S', { attributes: ['elevator'], elevatorId: 'harbour-lift-1' }),
  point('lift-2', named('Lift 2', '电梯 2'), 23.9, 7.5, 'S', { attributes: ['elevator'], elevatorId: 'harbour-lift-2' }),
  point('lift-lobby', named('Lift lobby', '电梯厅'), 27.2, 11, 'W', { attributes: ['mapSwitching'], stayTime: 10 }),
  point('corridor-w-end', named('Corridor W end', '西走廊尽头'), 2.4, 11, 'E', { stayTime: 30 }),
  point('corridor-e-end', named('Corridor E end', '东走廊尽头'), 61.8, 11, 'W', { stayTime: 30 }),
  ...WEST.flatMap((x, i) => [
    point(`room-10${i + 1}`, named(`Room 10${i + 1}`, `10${i + 1} 房`), x + 3.9, 10.2, 'N', { stayTime: 15 }),
    point(`room-10${i + 5}`, named(`Room 10${i + 5}`, `10${i + 5} 房`), x + 3.9, 11.8, 'S', { stayTime: 15 }),
  ]),
  point('meeting-1', named('Meeting 1', '会议室 1'), 33.9, 8.4, 'N', { stayTime: 20 }),
  point('meeting-2', named('Meeting 2', '会议室 2'), 41.4, 8.4, 'N', { stayTime: 20 }),
  point('meeting-rooms', named('Meeting rooms', '会议区'), 36, 11, 'N', { stayTime: 10 }),
  point('restaurant', named('Restaurant', '餐厅'), 47, 7.9, 'S', { stayTime: 20, arrivedWord: named('Welcome to the restaurant.', '欢迎光临餐厅。') }),
  point('restaurant-far', named('Restaurant, east', '餐厅东侧'), 54.4, 7.5, 'N', { stayTime: 10 }),
  point('gym', named('Gym', '健身房'), 48, 17, 'S', { stayTime: 20 }),
  point('linen', named('Linen', '布草间'), 54.3, 14.3, 'S', { attributes: ['manual'], stayTime: 60 }),
  point('linen-waiting', named('Linen door, outside', '布草间门外'), 54.3, 11, 'S', { attributes: ['doorAccessWaiting'], doorId: 'linen-door-1f' }),
  point('linen-door', named('Linen door', '布草间门'), 54.3, 13.4, 'S', { attributes: ['doorAccess'], doorId: 'linen-door-1f' }),
  point('kitchen-waiting', named('Kitchen door, out', '厨房门外'), 58.7, 11, 'N', { attributes: ['doorAccessWaiting'], doorId: 'kitchen-door-1f' }),
  point('kitchen-door', named('Kitchen door', '厨房门'), 58.7, 8.5, 'N', { attributes: ['doorAccess'], doorId: 'kitchen-door-1f' }),
  point('reception', named('Concierge desk', '礼宾台'), 25.2, 20, 'W', { stayTime: 20, arrivedWord: named('Good day. How may I help?', '您好，有什么可以帮您？') }),
  point('lobby-centre', named('Lobby centre', '大堂中央'), 33, 18, 'S', { stayTime: 10 }),
  point('lobby-east', named('Lobby east', '大堂东侧'), 41.5, 27, 'W', { stayTime: 10 }),
  point('main-entrance', named('Main entrance', '正门'), 32, 31, 'S', { attributes: ['temperature'], stayTime: 15, arrivedWord: named('Welcome to Harbour Hotel.', '欢迎光临海湾酒店。') }),
  point('office', named('Office', '办公室'), 22.5, 29, 'W', { stayTime: 10 }),
];
