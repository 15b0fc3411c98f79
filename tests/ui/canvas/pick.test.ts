// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { Room } from '../../../contract/entities/floorPlan.ts';
import { mapKey } from '../../../src/ui/canvas/mapKeys.ts';
import { pickIn } from '../../../src/ui/canvas/pickIn.ts';
import { roomAt } from '../../../src/ui/canvas/mapEngine.ts';

const drawn = { view: { scale: 10, cx: 0, cy: 0 }, size: { width: 200, height: 200 } };
const robot = { pick: { kind: 'robot', id: 'r' } as const, x: 100, y: 100, radius: 12 };
const point = { pick: { kind: 'point', id: 'p' } as const, x: 104, y: 100, radius: 11 };

describe('a press on the map', () => {
  it('means what is on top', () => {
    expect(pickIn([point, robot], drawn, [0.2, 0], 3)).toEqual({ kind: 'robot', id: 'r' });
    expect(pickIn([robot, point], drawn, [0.2, 0], 3)).toEqual({ kind: 'point', id: 'p' });
  });

  it('means a mark a little beyond its edge too, more so for a finger', () => {
    expect(pickIn([robot], drawn, [1.6, 0], 3)).toMatchObject({ kind: 'place' });
    expect(pickIn([robot], drawn, [1.6, 0], 12)).toMatchObject({ kind: 'robot' });
  });

  it('means the place where nothing is, and before anything was drawn', () => {
    expect(pickIn([robot], drawn, [5, -3], 3)).toEqual({ kind: 'place', at: [5, -3] });
    expect(pickIn([robot], null, [0, 0], 3)).toEqual({ kind: 'place', at: [0, 0] });
  });
});

describe('the room at a place', () => {
  const room = (id: string, x: number, w: number, name = id): Room => ({ id, name, kind: 'office', x, y: 0, w, h: 10 });
  it('is the smallest that has a name', () => {
    const rooms = [room('lobby', 0, 40), room('lift', 10, 3), room('shaft', 11, 1, '')];
    expect(roomAt(rooms, [11.5, 5])?.id).toBe('lift');
    expect(roomAt(rooms, [30, 5])?.id).toBe('lobby');
    expect(roomAt(rooms, [50, 5])).toBeUndefined();
  });
});

describe('keys on the map', () => {
  const press = (key: string, more = {}) => mapKey({ key, ctrlKey: false, metaKey: false, altKey: false, ...more });
  it('pan, zoom, follow and fit', () => {
    expect(press('ArrowLeft')).toEqual({ do: 'pan', dx: 80, dy: 0 });
    expect(press('+')).toMatchObject({ do: 'zoom' });
    expect(press('f')).toEqual({ do: 'follow' });
    expect(press('0')).toEqual({ do: 'fit' });
  });

  it('leave Escape and the browser its own', () => {
    expect(press('Escape')).toBeNull();
    expect(press('0', { ctrlKey: true })).toBeNull();
    expect(press('f', { metaKey: true })).toBeNull();
  });
});
