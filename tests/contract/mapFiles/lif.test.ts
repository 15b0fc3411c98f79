/**
 * Layouts in VDMA's Layout Interchange Format: our own and foreign files, invalid files, and the preview of an import.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { POINT_ATTRIBUTES, type PointAttribute } from '../../../contract/entities/robotConstants.ts';
import { lifChanges, type OwnPoint } from '../../../contract/rules/mapFiles/lifChanges.ts';
import { writeLif, type LifMap } from '../../../contract/rules/mapFiles/lif.ts';
import { readLif } from '../../../contract/rules/mapFiles/lifRead.ts';
import { MapFileFault } from '../../../contract/rules/mapFiles/picture.ts';
import { POINTS_PER_MAP } from '../../../contract/rules/mapLimits.ts';
import { nameKey } from '../../../contract/rules/points.ts';

const AT = '2026-01-01T00:00:00Z';
const frame = { resolution: 0.05, width: 40, height: 30, origin: { x: 0, y: 0, yaw: 0 } };
const ties = { elevators: new Set(['lift']), doors: new Set(['door']) };
const newId = (index: number): string => `new-${index}`;
const own = (areaId: string, change: Partial<OwnPoint> = {}): OwnPoint => ({
  areaId,
  name: areaId,
  worldX: 5,
  worldY: 4,
  angle: 90,
  stayTime: 0,
  departWord: '',
  arrivedWord: '',
  attributes: ['none'],
  elevatorId: null,
  doorId: null,
  chargeBase: [],
  ...change,
});
const layout = (points: readonly OwnPoint[], mapId = 'm'): LifMap => ({
  mapId,
  name: 'Floor',
  floor: '1F',
  site: 'Hotel',
  revision: 3,
  points,
});
const through = (map: LifMap): LifMap => {
  const [read] = readLif(JSON.stringify(writeLif([map], AT)));
  if (!read) throw new Error('no layout');
  return read;
};
const brought = (map: LifMap, points: readonly OwnPoint[]) =>
  lifChanges({ layout: map, mapId: 'm', own: points, frame, ties, newId });
const fault = (text: string): unknown => {
  try {
    return readLif(text);
  } catch (error) {
    return error instanceof MapFileFault ? [error.kind, error.words] : error;
  }
};

const word = fc.string({ maxLength: 10 });
const place = (most: number) => fc.double({ min: 0, max: most, noNaN: true }).map((value) => value + 0);
const point = fc.record({
  name: fc
    .string({ minLength: 1, maxLength: 10 })
    .filter((name) => /^[^\p{Cc}]*$/u.test(name) && name.trim() === name && name !== ''),
  worldX: place(40),
  worldY: place(30),
  angle: fc.integer({ min: 0, max: 360 }),
  stayTime: fc.integer({ min: 0, max: 600 }),
  departWord: word,
  arrivedWord: word,
  attributes: fc
    .uniqueArray(fc.constantFrom(...POINT_ATTRIBUTES.filter((one) => !['none', 'charging', 'loading'].includes(one))), {
      maxLength: 3,
    })
    .map((some): PointAttribute[] => (some.length > 0 ? some : ['none'])),
  elevatorId: fc.constantFrom(null, 'lift'),
  doorId: fc.constantFrom(null, 'door'),
});
/** Valid points of a map: distinct names, one of them a charging point. */
const points = fc
  .uniqueArray(point, { selector: ({ name }) => nameKey(name), minLength: 1, maxLength: 8 })
  .map((some) =>
    some.map((one, i): OwnPoint =>
      i === 0
        ? {
            ...one,
            areaId: 'p0',
            attributes: ['charging'],
            chargeBase: [{ id: 'p0-1', name: 'Bay', x: 1, y: 2, theta: 0.5 }],
          }
        : { ...one, areaId: `p${i}`, chargeBase: [] },
    ),
  );

describe('a layout of ours', () => {
  it('reads back as it was written', () =>
    fc.assert(
      fc.property(points, (some) => {
        const map = layout(some.map((one) => ({ ...one, angle: one.angle % 360 })));
        expect(through(map)).toEqual(map);
      }),
      { numRuns: 100 },
    ));

  it('brought into the map it came from, nothing changes; into one that lost points, they are there again', () =>
    fc.assert(
      fc.property(points, fc.nat(8), (some, lost) => {
        expect(brought(through(layout(some)), some)).toEqual({
          steps: [],
          changes: [],
          same: some.length,
          kept: 0,
          detached: 0,
        });
        const rest = some.filter((_, i) => i !== lost % some.length);
        const { changes, steps, same } = brought(through(layout(some)), rest);
        const missing = some[lost % some.length];
        expect([same, steps.map(({ does }) => does)]).toEqual([rest.length, ['add']]);
        const { areaId, ...fields } = missing ?? own('none');
        expect(changes).toEqual([{ op: 'add', point: areaId, to: { ...fields, angle: fields.angle % 360 } }]);
      }),
      { numRuns: 100 },
    ));

  it('brought into another map adds its points under new ids, and brought in once more changes nothing', () => {
    const some = [own('a'), own('b', { worldX: 9 })];
    const { changes } = brought(through(layout(some, 'other')), []);
    expect(changes.map(({ op, point: id }) => [op, id])).toEqual([
      ['add', 'new-0'],
      ['add', 'new-1'],
    ]);
    const there = changes.flatMap((change) => (change.op === 'add' ? [{ ...change.to, areaId: change.point }] : []));
    expect(brought(through(layout(some, 'other')), there)).toMatchObject({ changes: [], same: 2 });
  });
});

describe('a layout of others', () => {
  const others = (change: object = {}, more: object[] = []) =>
    JSON.stringify({
      metaInformation: { projectIdentification: 'Hall 3', creator: 'X', exportTimestamp: AT, lifVersion: '1.0.0' },
      layouts: [
        {
          layoutId: 'hall',
          layoutVersion: '1',
          edges: [],
          nodes: [
            {
              nodeId: 'N1',
              mapId: 'x',
              nodePosition: { x: 1.5, y: 2 },
              vehicleTypeNodeProperties: [
                {
                  vehicleTypeId: 'agv',
                  theta: -1.5707963267948966,
                  actions: [{ actionType: 'startCharging', blockingType: 'HARD' }],
                },
              ],
              ...change,
            },
            { nodeId: 'N2', nodeName: '<b>Gate</b>', nodePosition: { x: 3, y: 2 }, vehicleTypeNodeProperties: [] },
            ...more,
          ],
          stations: [
            { stationId: 'S1', interactionNodeIds: ['N1'], stationName: 'Charger', stationPosition: { x: 1, y: 2 } },
          ],
        },
      ],
    });

  it('gives its nodes and stations, whatever else it leaves out', () => {
    expect(readLif(others())).toMatchObject([
      {
        mapId: 'hall',
        site: 'Hall 3',
        points: [
          {
            areaId: 'N1',
            name: 'Charger',
            worldX: 1.5,
            worldY: 2,
            angle: 270,
            attributes: ['charging'],
            chargeBase: [{ id: 'S1', name: 'Charger', x: 1, y: 2, theta: 0 }],
          },
          { areaId: 'N2', name: '<b>Gate</b>', angle: 0, attributes: ['none'], chargeBase: [] },
        ],
      },
    ]);
  });

  it.each<[string, string, unknown]>([
    ['no JSON', 'nodes:', ['lifNotJson', {}]],
    ['another JSON', '[1, 2]', ['lifWrong', { where: 'metaInformation' }]],
    ['another version', others().replace('1.0.0', '2.1.0'), ['lifVersion', { version: '2.1.0' }]],
    [
      'a node without a place',
      others({ nodePosition: { x: 1 } }),
      ['lifWrong', { where: 'layouts.0.nodes.0.nodePosition.y' }],
    ],
    [
      'a place that is no number',
      others({ nodePosition: { x: 0, y: 'far' } }),
      ['lifWrong', { where: 'layouts.0.nodes.0.nodePosition.y' }],
    ],
    [
      'a place beyond all numbers',
      others().replace('1.5', '1e999'),
      ['lifWrong', { where: 'layouts.0.nodes.0.nodePosition.x' }],
    ],
    ['the same node twice', others({ nodeId: 'N2' }), ['lifTwice', { id: 'N2', layout: 'hall' }]],
    ['no nodes', '{"metaInformation":{"lifVersion":"1.0.0"},"layouts":[]}', ['lifEmpty', {}]],
    [
      'too many nodes',
      others(
        {},
        Array.from({ length: POINTS_PER_MAP }, (_, i) => ({ nodeId: `M${i}`, nodePosition: { x: 0, y: 0 } })),
      ),
      ['lifTooMany', { count: POINTS_PER_MAP + 2, limit: POINTS_PER_MAP }],
    ],
  ])('%s is told', (_, text, expected) => expect(fault(text)).toEqual(expected));
});

describe('what bringing one in would do', () => {
  it('tells each point apart: it comes, moves, changes, stays; what the layout does not have is left alone', () => {
    const map = layout(
      [own('same'), own('moved', { worldX: 7 }), own('x', { name: 'Kitchen', stayTime: 9 }), own('fresh')],
      'other',
    );
    const there = [own('same'), own('moved'), own('k', { name: 'kitchen' }), own('only')];
    const { steps, changes, same, kept } = brought(map, there);
    expect(steps.map(({ does, areaId, nameBefore }) => [does, areaId, nameBefore])).toEqual([
      ['move', 'moved', null],
      ['change', 'k', 'kitchen'],
      ['add', 'new-3', null],
    ]);
    expect([changes.map(({ op, point: id }) => [op, id]), same, kept]).toEqual([
      [
        ['change', 'moved'],
        ['change', 'k'],
        ['add', 'new-3'],
      ],
      1,
      1,
    ]);
  });

  it('leaves out what has a fault, and no more than that', () => {
    const map = layout(
      [
        own('out', { worldX: -1 }),
        own('a', { name: 'Gate' }),
        own('b', { name: 'gate ' }),
        own('c', { attributes: ['charging'] }),
        own('d', { name: 'x'.repeat(30) }),
        own('e', { name: 'a\u0007' }),
        own('f', { departWord: 'x'.repeat(3_000) }),
        own('g', { elevatorId: 'gone', name: 'Lift' }),
      ],
      'other',
    );
    const { steps, changes, detached } = brought(map, [
      own('base', { attributes: ['charging'], chargeBase: [{ id: 'base-1', name: 'B', x: 0, y: 0, theta: 0 }] }),
    ]);
    expect(
      steps.filter(({ does }) => does === 'unused').map(({ name, fault: found }) => [name, found?.error ?? null]),
    ).toEqual([
      ['out', 'outsideMap'],
      ['gate', 'nameTaken'],
      ['c', 'secondCharging'],
      ['x'.repeat(30), 'nameTooLong'],
      ['a\u0007', null],
      ['f', null],
    ]);
    expect([changes.map(({ point: id }) => id), detached]).toEqual([['new-1', 'new-7'], 1]);
  });

  it('takes two names that change places, and neither when one of them cannot', () => {
    const there = [own('a'), own('b')];
    expect(brought(layout([own('a', { name: 'b' }), own('b', { name: 'a' })]), there).changes).toHaveLength(2);
    expect(brought(layout([own('a', { name: 'b' }), own('b', { name: 'a', worldX: 99 })]), there).changes).toEqual([]);
  });

  it('10,000 points of one name are judged at once', () => {
    const { steps, changes } = brought(
      layout(
        Array.from({ length: POINTS_PER_MAP }, (_, i) => own(`p${i}`, { name: 'Gate' })),
        'other',
      ),
      [],
    );
    expect([steps.length, changes.length]).toEqual([POINTS_PER_MAP, 1]);
  });
});
