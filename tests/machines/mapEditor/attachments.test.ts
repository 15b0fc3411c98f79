/** Positions of lifts and doors, hit testing, and what attaching a point to one changes. */
import { describe, expect, it } from 'vitest';
import {
  attachmentTargetAt,
  targetOfPoint,
  attachmentTargets,
  connecting,
  joining,
  linksOf,
} from '../../../src/machines/mapEditor/attachments.ts';
import { applied, pointIn } from '../../../src/machines/mapEditor/draft.ts';
import { pointOf } from '../../fakes/draftPoints.ts';

const plan = {
  rooms: [
    { id: 'r1', name: 'Lift 1', kind: 'lift' as const, x: 10, y: 10, w: 2, h: 4 },
    { id: 'r2', name: 'Shaft', kind: 'lift' as const, x: 14, y: 10, w: 2, h: 4 },
  ],
  doors: [
    {
      id: 'd1',
      from: [4, 4] as [number, number],
      to: [5, 4] as [number, number],
      swing: [0, 1] as [number, number],
      controlled: true,
    },
  ],
};
const cabin = pointOf('cabin', { worldX: 15, worldY: 12, attributes: ['elevator'], elevatorId: 'e2' });
const inner = pointOf('inner', { worldX: 30, worldY: 3, attributes: ['doorAccess'], doorId: 'd2' });
const waiting = pointOf('waiting', { worldX: 15, worldY: 8 });
const points = [cabin, inner, waiting];
const targets = attachmentTargets(
  {
    plan,
    elevators: [
      { id: 'e1', name: 'Lift 1' },
      { id: 'e2', name: 'Lift 2' },
      { id: 'e3', name: 'Lift 3' },
    ],
    entrances: [
      { id: 'd1', name: 'Door 1' },
      { id: 'd2', name: 'Door 2' },
    ],
  },
  points,
);
const target = (id: string) => targets.find((one) => one.id === id)!;

describe('where it lies', () => {
  it('is its shaft by name, the shaft about its own point, its doorway, its own point, or nowhere', () => {
    expect(targets.map(({ id, at }) => [id, at])).toEqual([
      ['e1', [11, 12]],
      ['e2', [15, 12]],
      ['e3', null],
      ['d1', [4.5, 4]],
      ['d2', [30, 3]],
    ]);
  });
  it('is found by a hand anywhere in the shaft, and about a doorway', () => {
    expect(attachmentTargetAt(targets, [10.2, 13.8], 0)?.id).toBe('e1');
    expect(attachmentTargetAt(targets, [4.5, 4.6], 0)?.id).toBe('d1');
    expect(attachmentTargetAt(targets, [20, 20], 0.5)).toBeNull();
  });
});

describe('a point that is tied', () => {
  const after = (patch: ReturnType<typeof connecting>, id: string) => pointIn(applied(points, patch), id);
  it("waits outside the shaft, is the lift's own within, and stays what it is where it is one of both", () => {
    expect(after(connecting(points, ['waiting'], target('e2')), 'waiting')).toMatchObject({
      elevatorId: 'e2',
      attributes: ['waitingElevator'],
    });
    const within = [pointOf('p', { worldX: 11, worldY: 12, attributes: ['temperature'] })];
    expect(pointIn(applied(within, connecting(within, ['p'], target('e1'))), 'p')?.attributes).toEqual([
      'elevator',
      'temperature',
    ]);
    expect(after(connecting(points, ['cabin'], target('e1')), 'cabin')).toMatchObject({
      elevatorId: 'e1',
      attributes: ['elevator'],
    });
  });
  it('by another point waits for what that one is, whichever was taken first', () => {
    expect(after(joining(points, ['waiting'], 'inner', targets), 'waiting')).toMatchObject({
      doorId: 'd2',
      attributes: ['doorAccessWaiting'],
    });
    expect(after(joining(points, ['inner'], 'waiting', targets), 'waiting')).toMatchObject({ doorId: 'd2' });
    const two = [waiting, pointOf('x')];
    expect(joining(two, ['waiting'], 'x', targets)).toEqual([]);
  });
  it('belongs to the one that its attribute says, and has a line to whatever has a place', () => {
    const both = pointOf('both', { attributes: ['doorAccessWaiting'], elevatorId: 'e1', doorId: 'd1' });
    expect(targetOfPoint(both, targets)?.id).toBe('d1');
    expect(linksOf([both, pointOf('far', { elevatorId: 'e3' })], targets)).toEqual([
      ['both', [11, 12]],
      ['both', [4.5, 4]],
    ]);
  });
});
