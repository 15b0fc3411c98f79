import { describe, expect, it } from 'vitest';
import type { FloorPlan } from '../../../contract/entities/floorPlan.ts';
import type { IndoorMap } from '../../../contract/entities/map.ts';
import { placeText, roomAt } from '../../../src/ui/robots/placeOf.ts';

const room = (id: string, name: string, x: number, y: number, w: number, h: number) => ({
  id,
  name,
  kind: 'lobby' as const,
  x,
  y,
  w,
  h,
});
const PLAN: FloorPlan = {
  width: 20,
  height: 10,
  outline: [],
  walls: [],
  outerWalls: [],
  windows: [],
  doors: [],
  columns: [],
  furniture: [],
  rooms: [room('lobby', 'Lobby', 0, 0, 20, 10), room('lift', 'Lift 1', 2, 2, 2, 2), room('shaft', '', 2, 2, 1, 1)],
};
const MAP: IndoorMap = {
  id: 'h2',
  siteId: 'h',
  floor: '2F',
  name: '2F floor',
  resolution: 0.05,
  origin: { x: 0, y: 0, yaw: 0 },
  picture: null,
  isDefault: false,
  revision: 0,
  plan: PLAN,
  points: [],
};

describe('where a robot is, in a word', () => {
  it('is the smallest named room around it', () => {
    expect([roomAt(PLAN, 2.5, 2.5)?.name, roomAt(PLAN, 10, 5)?.name, roomAt(PLAN, 30, 5)]).toEqual([
      'Lift 1',
      'Lobby',
      null,
    ]);
  });
  it('names floor and room, the floor alone, or a dash', () => {
    const maps = new Map([[MAP.id, MAP]]);
    expect(placeText({ mapId: 'h2', x: 3, y: 3, theta: 0 }, maps)).toBe('2F · Lift 1');
    expect(placeText({ mapId: 'h2', x: 90, y: 3, theta: 0 }, maps)).toBe('2F');
    expect([placeText({ mapId: 'gone', x: 1, y: 1, theta: 0 }, maps), placeText(null, maps)]).toEqual(['—', '—']);
  });
});
