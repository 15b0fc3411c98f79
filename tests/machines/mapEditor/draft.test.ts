/** Every edit of a draft can be undone exactly and redone, and thousands of points stay fast. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameKey } from '../../../contract/rules/points.ts';
import { attachmentTargets, connecting, joining } from '../../../src/machines/mapEditor/attachments.ts';
import {
  adding,
  aligning,
  applied,
  changesOf,
  changing,
  deleting,
  freeName,
  moving,
  pasting,
  placing,
  pointIn,
  sorted,
  type Edge,
  type Patch,
  type Points,
} from '../../../src/machines/mapEditor/draft.ts';
import { closed, historyOf, kept, redone, undone, type History } from '../../../src/machines/mapEditor/history.ts';
import { idsInBox, snapTo } from '../../../src/machines/mapEditor/snap.ts';
import { pointOf, pointsOf } from '../../fakes/draftPoints.ts';

type Act = {
  do:
    'move' | 'delete' | 'paste' | 'rename' | 'align' | 'place' | 'add' | 'connect' | 'join' | 'undo' | 'redo' | 'close';
  ids: number[];
  x: number;
  y: number;
  edge: Edge;
};
const acts = fc.array(
  fc.record({
    do: fc.constantFrom(
      'move',
      'delete',
      'paste',
      'rename',
      'align',
      'place',
      'add',
      'connect',
      'join',
      'undo',
      'redo',
      'close',
    ),
    ids: fc.array(fc.nat(25), { minLength: 1, maxLength: 6 }),
    x: fc.double({ min: -5, max: 5, noNaN: true }),
    y: fc.double({ min: -5, max: 5, noNaN: true }),
    edge: fc.constantFrom('left', 'right', 'top', 'bottom', 'middleX', 'middleY'),
  }) as fc.Arbitrary<Act>,
  { maxLength: 40 },
);

const ANCHORS = attachmentTargets(
  {
    plan: {
      rooms: [{ id: 'shaft', name: 'Lift 1', kind: 'lift', x: 1, y: 1, w: 2, h: 2 }],
      doors: [{ id: 'd1', from: [3, 3], to: [4, 3], swing: [0, 1], controlled: true }],
    },
    elevators: [
      { id: 'e1', name: 'Lift 1' },
      { id: 'e2', name: 'Lift 2' },
    ],
    entrances: [{ id: 'd1', name: 'Door 1' }],
  },
  [],
);

let made = 0;
function patchOf(points: Points, { do: what, ids: numbers, x, y, edge }: Act): Patch {
  const ids = numbers.flatMap((number) => points[number % Math.max(1, points.length)]?.areaId ?? []);
  switch (what) {
    case 'move':
      return moving(points, ids, x, y);
    case 'delete':
      return deleting(points, ids);
    case 'paste':
      return pasting(
        points,
        ids.flatMap((id) => pointIn(points, id) ?? []),
        nameKey,
        (index) => `n${(made += 1)}-${index}`,
        { dx: 1, dy: -1 },
      );
    case 'rename':
      return changing(points, ids.slice(0, 1), { name: `renamed ${x}` });
    case 'align':
      return aligning(points, ids, edge);
    case 'place':
      return ids[0] === undefined ? [] : placing(points, ids[0], x, y);
    case 'connect':
      return connecting(points, ids, ANCHORS[numbers.length % ANCHORS.length]!);
    case 'join':
      return joining(points, ids.slice(1), ids[0] ?? '', ANCHORS);
    default:
      return adding(points, pointOf(`m${(made += 1)}`, { worldX: x, worldY: y }));
  }
}
const step = (history: History, act: Act): History => {
  if (act.do === 'undo') return undone(history);
  if (act.do === 'redo') return redone(history);
  return act.do === 'close'
    ? closed(history)
    : kept(history, patchOf(history.points, act), act.ids[0] === 1 ? `${act.do}` : null);
};

describe('history', () => {
  it('undone to its beginning is the first draft byte by byte, redone the last', () => {
    const first = pointsOf(20);
    fc.assert(
      fc.property(acts, (sequence) => {
        let history = historyOf(first);
        for (const act of sequence) history = step(history, act);
        while (history.future.length > 0) history = redone(history);
        const last = JSON.stringify(history.points);
        const length = history.past.length;
        while (history.past.length > 0) history = undone(history);
        expect(JSON.stringify(history.points)).toBe(JSON.stringify(first));
        while (history.future.length > 0) history = redone(history);
        expect(JSON.stringify(history.points)).toBe(last);
        expect(history.past).toHaveLength(length);
      }),
      { seed: 7, numRuns: 200 },
    );
  });

  it('keeps the order by id whatever happens', () => {
    fc.assert(
      fc.property(acts, (sequence) => {
        let history = historyOf(pointsOf(20));
        for (const act of sequence) history = step(history, act);
        expect(history.points).toEqual(sorted(history.points));
        expect(new Set(history.points.map(({ areaId }) => areaId)).size).toBe(history.points.length);
      }),
      { seed: 8, numRuns: 100 },
    );
  });

  it('letters of one field are one step, until it is left', () => {
    const type = (history: History, name: string): History =>
      kept(history, changing(history.points, ['p0003'], { name }), 'name p0003');
    let history = type(type(historyOf(pointsOf(5)), 'B'), 'Ba');
    expect(history.past).toHaveLength(1);
    history = type(closed(history), 'Bar');
    expect(history.past).toHaveLength(2);
    expect(pointIn(undone(history).points, 'p0003')?.name).toBe('Ba');
  });

  it('an edit that changes nothing is no step', () => {
    const history = historyOf(pointsOf(5));
    expect(kept(history, moving(history.points, ['p0001'], 0, 0))).toBe(history);
  });
});

describe('edits', () => {
  const points = pointsOf(6);

  it('bays go along with their charging point', () => {
    const charger = pointOf('c', {
      worldX: 1,
      worldY: 1,
      attributes: ['charging'],
      chargeBase: [{ id: 'b', name: 'Bay', x: 1.5, y: 1, theta: 0 }],
    });
    expect(pointIn(applied([charger], moving([charger], ['c'], 0.1, -0.2)), 'c')).toMatchObject({
      worldX: 1.1,
      worldY: 0.8,
      chargeBase: [{ x: 1.6, y: 0.8 }],
    });
  });

  it('copies get names of their own, and double neither the charging nor the loading point', () => {
    const charger = pointOf('c', { name: 'Dock', attributes: ['charging', 'manual'] });
    const after = applied(
      [charger],
      pasting([charger], [charger, charger], nameKey, (index) => `n${index}`, { dx: 1, dy: 0 }),
    );
    expect(after.map(({ name, attributes }) => [name, attributes])).toEqual([
      ['Dock', ['charging', 'manual']],
      ['Dock 2', ['manual']],
      ['Dock 3', ['manual']],
    ]);
    expect(freeName('房间', (name) => name === '房间')).toBe('房间2');
  });

  it('aligns on the outermost, or the middle between them', () => {
    const two = [pointOf('a', { worldX: 1, worldY: 5 }), pointOf('b', { worldX: 4, worldY: 9 })];
    expect(applied(two, aligning(two, ['a', 'b'], 'left')).map(({ worldX }) => worldX)).toEqual([1, 1]);
    expect(applied(two, aligning(two, ['a', 'b'], 'top')).map(({ worldY }) => worldY)).toEqual([9, 9]);
    expect(applied(two, aligning(two, ['a', 'b'], 'middleX')).map(({ worldX }) => worldX)).toEqual([2.5, 2.5]);
  });

  it('tells what was added, moved, changed and deleted', () => {
    let now = applied(points, moving(points, ['p0001'], 1, 0));
    now = applied(now, changing(now, ['p0002'], { stayTime: 9 }));
    now = applied(now, deleting(now, ['p0003']));
    now = applied(now, adding(now, pointOf('x')));
    expect(changesOf(points, now).map(({ areaId, kind }) => [areaId, kind])).toEqual([
      ['p0001', 'moved'],
      ['p0002', 'changed'],
      ['p0003', 'deleted'],
      ['x', 'added'],
    ]);
    expect(changesOf(points, points)).toEqual([]);
  });
});

describe('snapping', () => {
  const points = [pointOf('a', { worldX: 2, worldY: 3 }), pointOf('b', { worldX: 40, worldY: 40 })];
  it('to a line of another point first, then to the grid', () => {
    expect(snapTo([2.1, 6.2], points, { toGrid: true, grid: 0.5, toPoints: true }, 0.2, () => false)).toEqual({
      at: [2, 6],
      guides: { x: 2, y: null },
    });
    expect(snapTo([2.1, 6.2], points, { toGrid: true, grid: 0.5, toPoints: false }, 0.2, () => false)).toEqual({
      at: [2, 6],
      guides: { x: null, y: null },
    });
    expect(
      snapTo([2.1, 6.2], points, { toGrid: false, grid: 0.5, toPoints: true }, 0.2, (id) => id === 'a').at,
    ).toEqual([2.1, 6.2]);
  });
  it('to a grid of another size', () => {
    expect(snapTo([2.1, 6.2], points, { toGrid: true, grid: 0.25, toPoints: false }, 0.2, () => false).at).toEqual([
      2, 6.25,
    ]);
  });
  it('and a box holds what lies in it, whichever corner came first', () => {
    expect(idsInBox(points, [3, 4], [1, 1])).toEqual(['a']);
  });
});

describe('with 5,000 points', () => {
  it('what 500 of them do shares the rest with what was there', () => {
    const points = pointsOf(5_000);
    const ids = points.slice(1_000, 1_500).map(({ areaId }) => areaId);
    const history = kept(historyOf(points), moving(points, ids, 0.25, 0.5));
    expect(history.points.filter((point, at) => point === points[at])).toHaveLength(4_500);
    expect(undone(history).points.every((point, at) => point === points[at])).toBe(true);
  });
});
