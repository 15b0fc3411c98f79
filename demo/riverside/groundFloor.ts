/** Riverside Clinic, 1F: wards, nurse station, lab and pharmacy to the north, the entrance hall between consulting rooms to the south. */
import { bar, box, charger, consultingRoom, round, shelves, wardBed } from '../furnishings.ts';
import { named } from '../localName.ts';
import { planOf } from '../sketch.ts';
import { pointsOn } from '../points.ts';

export const RIVERSIDE_1F = 'riverside-1f';
const HEIGHT = 22;

/** Three beds under the window, two at the corridor's side, the way in beside these. */
const ward = (x: number) => [
  ...[0.5, 3.1, 5.8].flatMap((at) => wardBed(x + at, 0.2, false)),
  ...[0.5, 3.1].flatMap((at) => wardBed(x + at, 7.2, true)),
];

export const riversideGroundFloor = planOf({
  width: 40, height: HEIGHT,
  outline: [[0, 0], [40, 0], [40, 22], [0, 22]],
  rooms: [
    { id: 'hall', name: named('Entrance hall', '门诊大厅'), kind: 'lobby', x: 14, y: 9.5, w: 12, h: 12.5, walls: [], label: [20, 17.6] },
    { id: 'corridor-w', name: named('Ward corridor', '病房走廊'), kind: 'corridor', x: 0, y: 9.5, w: 14, h: 3, walls: [] },
    { id: 'corridor-e', name: named('Lab corridor', '检验走廊'), kind: 'corridor', x: 26, y: 9.5, w: 14, h: 3, walls: [] },
    { id: 'ward-1', name: named('Ward 1', '病房 1'), kind: 'ward', x: 0, y: 0, w: 8, h: 9.5, doors: [{ side: 'S', at: 5.8, width: 1.4 }], label: [4, 4.9] },
    { id: 'ward-2', name: named('Ward 2', '病房 2'), kind: 'ward', x: 8, y: 0, w: 8, h: 9.5, doors: [{ side: 'S', at: 5.8, width: 1.4 }], label: [12, 4.9] },
    { id: 'nurses', name: named('Nurse station', '护士站'), kind: 'office', x: 16, y: 0, w: 8, h: 9.5, walls: ['N', 'E', 'W'], label: [20, 4] },
    { id: 'lab', name: named('Lab', '检验科'), kind: 'lab', x: 24, y: 0, w: 8, h: 9.5, doors: [{ side: 'S', at: 1.2, width: 1.4 }], label: [28, 7.4] },
    { id: 'pharmacy', name: named('Pharmacy', '药房'), kind: 'pharmacy', x: 32, y: 0, w: 8, h: 9.5, doors: [{ side: 'S', at: 1.2, width: 1.4, id: 'pharmacy-door', controlled: true }], label: [36.4, 7.4] },
    { id: 'clinic-1', name: named('Clinic 1', '诊室 1'), kind: 'clinic', x: 0, y: 12.5, w: 5, h: 9.5, doors: [{ side: 'N', at: 3.2, width: 1.2 }], label: [2.5, 15.2] },
    { id: 'clinic-2', name: named('Clinic 2', '诊室 2'), kind: 'clinic', x: 5, y: 12.5, w: 5, h: 9.5, doors: [{ side: 'N', at: 3.2, width: 1.2 }], label: [7.5, 15.2] },
    { id: 'wc', name: named('WC', '卫生间'), kind: 'core', x: 10, y: 12.5, w: 4, h: 9.5, doors: [{ side: 'N', at: 1.5, width: 1 }] },
    { id: 'clinic-3', name: named('Clinic 3', '诊室 3'), kind: 'clinic', x: 26, y: 12.5, w: 5, h: 9.5, doors: [{ side: 'N', at: 3.2, width: 1.2 }], label: [28.5, 15.2] },
    { id: 'stores', name: named('Stores', '库房'), kind: 'linen', x: 31, y: 12.5, w: 4, h: 9.5, doors: [{ side: 'N', at: 1.3, width: 1.4 }], label: [33, 14.4] },
    { id: 'dock', name: named('Robot dock', '充电间'), kind: 'dock', x: 35, y: 12.5, w: 5, h: 9.5, doors: [{ side: 'N', at: 1.2, width: 1.6 }], label: [37.5, 14.8] },
  ],
  outerGaps: [[17.5, 22, 22.5, 22]],
  windows: [
    [1, 0, 7, 0], [9, 0, 15, 0], [17, 0, 23, 0], [25, 0, 31, 0], [33, 0, 39, 0], [0, 10.2, 0, 11.8], [40, 10.2, 40, 11.8],
    [1, 22, 4, 22], [6, 22, 9, 22], [14.8, 22, 17, 22], [23, 22, 25.2, 22], [27, 22, 30, 22],
  ],
  columns: [[17, 14.4], [23, 14.4]],
  columnSize: 0.5,
  furniture: [
    ...ward(0), ...ward(8),
    // The nurses' counter faces the corridor, their desks stand behind it.
    box(16.6, 7.2, 4.6, 0.8, 0.2), round(17.8, 6.4, 0.3), round(19.8, 6.4, 0.3), box(16.5, 0.5, 7, 0.8), box(23, 2.2, 0.6, 3.4),
    box(24.4, 0.4, 7.2, 0.8), box(26.4, 3, 4, 1.2, 0.1), box(31.1, 2, 0.6, 6),
    ...shelves(32, 0, 8, [0.3, 2.6]), box(35.2, 5, 3.8, 0.8, 0.1), box(39.2, 0.6, 0.6, 8),
    ...consultingRoom(0, 12.5), ...consultingRoom(5, 12.5), ...consultingRoom(26, 12.5),
    ...shelves(31, 12.5, 4, [4, 6.4]), charger(35.7, 20.8), charger(37.9, 20.8),
    // The hall: reception desk to the east, two rows of seats to the west, a plant by the door, the glass entrance.
    box(24.1, 15.4, 0.9, 4.2, 0.3), box(14.5, 15.2, 0.7, 4.4, 0.1), box(16.6, 16.2, 0.7, 3.4, 0.1), round(24.7, 21.1, 0.5),
    bar([17.5, 22], [22.5, 22]),
  ],
});

const point = pointsOn(RIVERSIDE_1F, HEIGHT);

export const riversideGroundPoints = [
  point('dock', named('Robot dock', '充电间'), 37, 16, 'S', { attributes: ['charging'], bays: [[36.3, 20.2, 'N'], [38.5, 20.2, 'N']] }),
  point('pharmacy', named('Pharmacy', '药房'), 34, 7.4, 'N', {
    attributes: ['loading'], stayTime: 60, arrivedWord: named('Please load the medicine.', '请放入药品。'), departWord: named('Thank you, on my way.', '谢谢，我出发了。'),
  }),
  point('pharmacy-waiting', named('Pharmacy, outside', '药房门外'), 33.9, 11, 'N', { attributes: ['doorAccessWaiting'], doorId: 'pharmacy-door' }),
  point('pharmacy-door', named('Pharmacy door', '药房门'), 33.9, 8.6, 'N', { attributes: ['doorAccess'], doorId: 'pharmacy-door' }),
  point('ward-1', named('Ward 1', '病房 1'), 6.4, 5, 'W', { stayTime: 30 }),
  point('ward-2', named('Ward 2', '病房 2'), 14.4, 5, 'W', { stayTime: 30 }),
  point('nurses', named('Nurse station', '护士站'), 18.9, 8.8, 'N', { stayTime: 20 }),
  point('lab', named('Lab', '检验科'), 25.3, 6.4, 'N', { attributes: ['manual'], stayTime: 30 }),
  point('clinic-1', named('Clinic 1', '诊室 1'), 3.8, 11.7, 'S', { stayTime: 15 }),
  point('clinic-2', named('Clinic 2', '诊室 2'), 8.8, 11.7, 'S', { stayTime: 15 }),
  point('clinic-3', named('Clinic 3', '诊室 3'), 29.8, 11.7, 'S', { stayTime: 15 }),
  point('stores', named('Stores', '库房'), 33, 14.6, 'S', { stayTime: 20 }),
  point('reception', named('Reception', '导诊台'), 22.6, 17.5, 'W', { stayTime: 20, arrivedWord: named('Good day. Which clinic are you looking for?', '您好，请问您要去哪个诊室？') }),
  point('entrance', named('Entrance', '大门'), 20, 20.4, 'S', { attributes: ['temperature'], stayTime: 15, arrivedWord: named('Welcome to Riverside Clinic.', '欢迎来到滨江医院。') }),
  point('corridor-w-end', named('Ward corridor end', '病房走廊尽头'), 1.6, 11, 'E', { stayTime: 20 }),
  point('corridor-e-end', named('Lab corridor end', '检验走廊尽头'), 38.4, 11, 'W', { stayTime: 20 }),
];
