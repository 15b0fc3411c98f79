/** Validation and comparison of points (spec 5). */
import { describe, expect, it } from 'vitest';
import { MAPS } from '../../demo/sites.ts';
import { toDegrees, type MapFrame } from '../../contract/rules/mapFrame.ts';
import {
  differenceOf,
  faultsOfPoint,
  faultsOfPoints,
  nameKey,
  tidyAttributes,
  type PointFields,
  type WholePoint,
} from '../../contract/rules/points.ts';
import type { PlanShape } from '../../contract/rules/planCells.ts';
import { textWeight } from '../../contract/rules/textWeight.ts';

const frame: MapFrame = { resolution: 0.05, width: 20, height: 10, origin: { x: 0, y: 0, yaw: 0 } };
const good: PointFields = {
  name: 'Lobby',
  departWord: '',
  arrivedWord: '',
  angle: 90,
  stayTime: 0,
  attributes: ['none'],
  worldX: 5,
  worldY: 4,
  elevatorId: null,
  doorId: null,
};
const errors = (change: Partial<PointFields>) =>
  faultsOfPoint('p', { ...good, ...change }, frame, { elevators: new Set(['e1']), doors: new Set(['d1']) }).map(
    ({ field, error }) => `${field} ${error}`,
  );

describe('a point', () => {
  it.each<[string, Partial<PointFields>, string[]]>([
    ['is fine', {}, []],
    ['needs a name', { name: '  ' }, ['name nameEmpty']],
    ['has 20 letters', { name: 'a'.repeat(20) }, []],
    ['has no 21 letters', { name: 'a'.repeat(21) }, ['name nameTooLong']],
    ['has 10 characters', { name: '一二三四五六七八九十' }, []],
    ['has no 10 characters and a letter', { name: '一二三四五六七八九十a' }, ['name nameTooLong']],
    ['says 200 characters', { departWord: '话'.repeat(200), arrivedWord: 'w'.repeat(400) }, []],
    [
      'says no more',
      { departWord: '话'.repeat(201), arrivedWord: 'w'.repeat(401) },
      ['departWord speechTooLong', 'arrivedWord speechTooLong'],
    ],
    ['looks in whole degrees', { angle: 12.5 }, ['angle angleWrong']],
    ['looks once around', { angle: 360 }, []],
    ['looks no further', { angle: 361 }, ['angle angleWrong']],
    ['stays whole seconds', { stayTime: 1.5 }, ['stayTime stayTimeWrong']],
    ['stays no time backwards', { stayTime: -1 }, ['stayTime stayTimeWrong']],
    ['lies on the map', { worldX: 20.1 }, ['place outsideMap']],
    ['lies somewhere', { worldX: Number.NaN }, ['place outsideMap']],
    ['is tied to what there is', { elevatorId: 'e1', doorId: 'd1' }, []],
    [
      'is tied to nothing else',
      { elevatorId: 'e2', doorId: 'd2' },
      ['elevatorId elevatorUnknown', 'doorId doorUnknown'],
    ],
    ['may have a name with markup: it is text', { name: '<b>x</b>' }, []],
  ])('%s', (_, change, expected) => expect(errors(change)).toEqual(expected));

  const bay = { id: 'b1', name: 'Dock 1', x: 5, y: 4, theta: 0 };
  const other = { ...bay, id: 'b2', name: 'Dock 2' };
  it.each<[string, Partial<PointFields>, string[]]>([
    ['fine', { chargeBase: [bay, other] }, []],
    ['none yet', { chargeBase: [] }, []],
    ['outside the map', { chargeBase: [{ ...bay, x: 21 }] }, ['chargeBase bayOutsideMap']],
    ['nowhere', { chargeBase: [{ ...bay, y: Number.NaN }] }, ['chargeBase bayOutsideMap']],
    ['of one name', { chargeBase: [bay, { ...other, name: ' dock 1' }] }, ['chargeBase bayNameTaken']],
    ['without a name', { chargeBase: [{ ...bay, name: ' ' }] }, ['chargeBase bayNameEmpty']],
    ['of a long name', { chargeBase: [{ ...bay, name: 'x'.repeat(41) }] }, ['chargeBase bayNameTooLong']],
    [
      'too many',
      { chargeBase: Array.from({ length: 51 }, (_, i) => ({ ...bay, name: `Dock ${i}` })) },
      ['chargeBase tooManyBays'],
    ],
    ['of no charging point', { attributes: ['none'], chargeBase: [{ ...bay, name: '' }] }, []],
  ])('has bays: %s', (_, change, expected) =>
    expect(errors({ attributes: ['charging'], ...change })).toEqual(expected),
  );

  it('weighs wide characters twice', () => {
    expect(['abc', '充电', 'ａ', 'é', '🚀', '(）'].map(textWeight)).toEqual([3, 4, 2, 1, 2, 3]);
  });

  it('has attributes once each, none of them only alone', () => {
    expect(tidyAttributes([])).toEqual(['none']);
    expect(tidyAttributes(['none', 'charging', 'charging'])).toEqual(['charging']);
  });
});

describe('points of one map', () => {
  const faults = (points: Record<string, Partial<PointFields>>) =>
    faultsOfPoints(new Map(Object.entries(points).map(([id, change]) => [id, { ...good, ...change }])), frame).map(
      ({ areaId, error, other }) => [areaId, error, other],
    );

  it('have names of their own, whatever case, width and white space', () => {
    expect(nameKey(' Ｌobby ')).toBe('lobby');
    expect(faults({ a: { name: 'Lobby' }, b: { name: ' LOBBY' }, c: { name: 'Other' } })).toEqual([
      ['a', 'nameTaken', 'b'],
      ['b', 'nameTaken', 'a'],
    ]);
  });

  it('have one that charges and one that loads', () => {
    expect(
      faults({
        a: { name: 'A', attributes: ['charging', 'loading'] },
        b: { name: 'B', attributes: ['loading'] },
        c: { name: 'C', attributes: ['charging'] },
      }),
    ).toEqual([
      ['a', 'secondCharging', 'c'],
      ['c', 'secondCharging', 'a'],
      ['a', 'secondLoading', 'b'],
      ['b', 'secondLoading', 'a'],
    ]);
  });

  it('are told of ten thousand in no time', () => {
    const many = new Map(Array.from({ length: 10_000 }, (_, i) => [`p${i}`, { ...good, name: `P${i % 9_999}` }]));
    expect(faultsOfPoints(many, frame)).toHaveLength(2);
  });

  it.each(MAPS.map((map) => [map.id, map] as const))(
    'of the demo are as they should be: %s',
    (_, { plan, points, resolution }) => {
      for (const language of ['zhCN', 'enUS'] as const) {
        const all = new Map(
          points.map((point): [string, PointFields] => [
            point.id,
            {
              name: point.name[language],
              departWord: point.departWord[language],
              arrivedWord: point.arrivedWord[language],
              angle: Math.round(toDegrees(point.theta)),
              stayTime: point.stayTime,
              attributes: point.attributes,
              worldX: point.x,
              worldY: point.y,
              elevatorId: null,
              doorId: null,
              chargeBase: (point.chargeBase ?? []).map((bay) => ({ ...bay, name: bay.id })),
            },
          ]),
        );
        expect(
          faultsOfPoints(
            all,
            { resolution, width: plan.width, height: plan.height, origin: { x: 0, y: 0, yaw: 0 } },
            null,
            plan,
          ),
        ).toEqual([]);
      }
    },
  );
});

describe('a difference', () => {
  const whole: WholePoint = { ...good, chargeBase: [{ id: 'b', name: 'B', x: 1, y: 1, theta: 0 }] };
  it.each<[string, Partial<WholePoint>, string]>([
    ['of nothing', {}, 'same'],
    ['of the order of attributes', { attributes: ['none'] }, 'same'],
    ['of a full turn', { angle: 450 }, 'same'],
    ['of the place', { worldX: 6 }, 'moved'],
    ['of the angle', { angle: 91 }, 'moved'],
    ["of a bay's place", { chargeBase: [{ id: 'b', name: 'B', x: 2, y: 1, theta: 0 }] }, 'moved'],
    ['of the name and the place', { name: 'X', worldX: 6 }, 'changed'],
    ['of a bay', { chargeBase: [] }, 'changed'],
    ['of the door', { doorId: 'd' }, 'changed'],
  ])('%s', (_, change, expected) => expect(differenceOf(whole, { ...whole, ...change })).toBe(expected));
});

describe('a charging bay', () => {
  const plan: PlanShape = {
    width: 10,
    height: 8,
    outline: [
      [
        [0, 0],
        [10, 0],
        [10, 4],
        [6, 4],
        [6, 8],
        [0, 8],
      ],
    ],
    rooms: [],
    walls: [{ from: [2, 0], to: [2, 8] }],
    outerWalls: [{ from: [0, 0], to: [10, 0] }],
    windows: [],
    doors: [],
    columns: [{ x: 4, y: 2, w: 0.5, h: 0.5 }],
    furniture: [
      { shape: 'rect', x: 5, y: 1, w: 1, h: 1, solid: true },
      { shape: 'rect', x: 8, y: 1, w: 1, h: 1, solid: false },
    ] as PlanShape['furniture'],
  };
  const at = (x: number, y: number, on: PlanShape | null = plan) =>
    faultsOfPoint(
      'p',
      {
        ...good,
        worldX: 5,
        worldY: 3,
        attributes: ['charging'],
        chargeBase: [{ id: 'b', name: 'Dock', x, y, theta: 0 }],
      },
      { resolution: 0.05, width: 10, height: 8, origin: { x: 0, y: 0, yaw: 0 } },
      null,
      on,
    ).map(({ field, error }) => [field, error]);

  it.each([
    ['a wall', 2.05, 5],
    ['an outer wall', 5, 0.1],
    ['a column', 4.2, 2.2],
    ['solid furniture', 5.5, 1.5],
    ['no floor', 8, 6],
  ])('in %s is refused', (_, x, y) => {
    expect(at(x, y)).toEqual([['chargeBase', 'bayBlocked']]);
    expect(at(x, y, null)).toEqual([]);
  });

  it('is accepted on free floor and on furniture that robots drive over; outside the map it has another fault', () => {
    expect([at(3, 5), at(8.5, 1.5), at(2.2, 5)]).toEqual([[], [], []]);
    expect(at(11, 1)).toEqual([['chargeBase', 'bayOutsideMap']]);
  });
});
