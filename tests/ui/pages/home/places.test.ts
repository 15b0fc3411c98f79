import { describe, expect, it } from 'vitest';
import type { FloorPlan } from '../../../../contract/entities/floorPlan.ts';
import type { IndoorMap, Site } from '../../../../contract/entities/map.ts';
import { floorChoices, floorShown } from '../../../../src/ui/pages/home/floors.ts';
import { placeText, roomAt } from '../../../../src/ui/pages/home/placeOf.ts';
import { robotOf } from '../../robotOf.ts';

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
const map = (id: string, siteId: string, floor: string): IndoorMap => ({
  id,
  siteId,
  floor,
  name: `${floor} floor`,
  resolution: 0.05,
  origin: { x: 0, y: 0, yaw: 0 },
  picture: null,
  isDefault: false,
  revision: 0,
  plan: PLAN,
  points: [],
});
const site = (id: string, name: string): Site => ({ id, name, timeZone: 'UTC', floors: [], demo: true });
const MAPS = [map('h1', 'h', '1F'), map('h2', 'h', '2F'), map('r1', 'r', '1F')];
const SITES = [site('h', 'Harbour'), site('r', 'Riverside')];
const on = (mapId: string) => robotOf({ live: { pose: { mapId, x: 1, y: 1, theta: 0 } } });

describe('where a robot is, in a word', () => {
  it('is the smallest named room around it', () => {
    expect([roomAt(PLAN, 2.5, 2.5)?.name, roomAt(PLAN, 10, 5)?.name, roomAt(PLAN, 30, 5)]).toEqual([
      'Lift 1',
      'Lobby',
      null,
    ]);
  });
  it('names floor and room, the floor alone, or a dash', () => {
    const maps = new Map(MAPS.map((one) => [one.id, one]));
    expect(placeText({ mapId: 'h2', x: 3, y: 3, theta: 0 }, maps)).toBe('2F · Lift 1');
    expect(placeText({ mapId: 'h2', x: 90, y: 3, theta: 0 }, maps)).toBe('2F');
    expect([placeText({ mapId: 'gone', x: 1, y: 1, theta: 0 }, maps), placeText(null, maps)]).toEqual(['—', '—']);
  });
});

describe('the floors that the map offers', () => {
  const floors = floorChoices(SITES, MAPS, [on('h2'), on('h2'), on('r1')]);
  it('are those of every site, with their robots', () => {
    expect(floors.map(({ label, count }) => [label, count])).toEqual([
      ['Harbour 1F', 0],
      ['Harbour 2F', 2],
      ['Riverside 1F', 1],
    ]);
  });
  it('carry no site where there is one', () => {
    expect(floorChoices(SITES.slice(0, 1), MAPS, []).map(({ label }) => label)).toEqual(['1F', '2F']);
  });
  it('show the wanted one, else where most robots are', () => {
    expect([
      floorShown(floors, 'r1')?.id,
      floorShown(floors, null)?.id,
      floorShown(floors, 'gone')?.id,
      floorShown([], null),
    ]).toEqual(['r1', 'h2', 'h2', null]);
  });
});
