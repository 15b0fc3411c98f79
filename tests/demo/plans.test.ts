import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../contract/entities/constants.ts';
import { floorPlan } from '../../contract/entities/floorPlan.ts';
import type { Segment } from '../../contract/entities/floorPlan.ts';
import { planIn } from '../../demo/plan.ts';
import { ACCESS_DOORS, LIFTS, MAPS, SITES, mapOf, pointOf } from '../../demo/sites.ts';

const middle = ({ from, to }: Segment): [number, number] => [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
const isOn = (wall: Segment, [x, y]: [number, number]) => {
  const [dx, dy] = [wall.to[0] - wall.from[0], wall.to[1] - wall.from[1]];
  const length = Math.hypot(dx, dy);
  const along = ((x - wall.from[0]) * dx + (y - wall.from[1]) * dy) / length;
  const off = Math.abs((x - wall.from[0]) * dy - (y - wall.from[1]) * dx) / length;
  return off < 1e-6 && along > 1e-6 && along < length - 1e-6;
};

describe.each(MAPS.map((map) => [map.id, map] as const))('the plan of %s', (_, map) => {
  it.each(LANGUAGES)('is a floor plan in %s', (language) => {
    const plan = planIn(map.plan, language);
    expect(v.parse(floorPlan, plan)).toEqual(plan);
    expect(plan.rooms.map(({ name }) => name)).toEqual(map.plan.rooms.map(({ name }) => name[language]));
  });

  it('has a gap in the wall at every door', () => {
    for (const door of map.plan.doors) {
      const walls = [...map.plan.walls, ...map.plan.outerWalls].filter((wall) => isOn(wall, middle(door)));
      expect(walls, door.id).toEqual([]);
    }
  });

  it('keeps everything within its extent', () => {
    const places = [...map.plan.walls, ...map.plan.outerWalls, ...map.plan.doors, ...map.plan.windows].flatMap(
      ({ from, to }) => [from, to],
    );
    for (const [x, y] of places) {
      expect(x >= 0 && x <= map.plan.width && y >= 0 && y <= map.plan.height).toBe(true);
    }
  });

  it('names rooms and doors once each', () => {
    for (const list of [map.plan.rooms, map.plan.doors])
      expect(new Set(list.map(({ id }) => id)).size).toBe(list.length);
  });

  it('has one charging point with bays apart from each other, and at most one loading point', () => {
    const charging = map.points.filter(({ attributes }) => attributes.includes('charging'));
    expect(charging).toHaveLength(1);
    expect(map.points.filter(({ attributes }) => attributes.includes('loading')).length).toBeLessThanOrEqual(1);
    const bays = charging[0]?.chargeBase ?? [];
    expect(bays.length).toBeGreaterThan(0);
    for (const [i, a] of bays.entries())
      for (const b of bays.slice(i + 1)) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(0.8);
    expect(map.points.filter(({ chargeBase }) => chargeBase)).toEqual(charging);
  });

  it('names points within the limit: 20 letters or 10 Chinese characters', () => {
    for (const { name } of map.points) {
      expect(name.enUS.length).toBeLessThanOrEqual(20);
      expect(name.zhCN.length).toBeLessThanOrEqual(10);
    }
  });
});

describe('the demo', () => {
  it('turns the lobby floor of the sketch north side up', () => {
    const { plan } = mapOf('harbour-1f');
    expect(plan.rooms.find(({ id }) => id === 'meeting-1')).toMatchObject({ x: 28.5, y: 24.5, w: 7.5, h: 9.5 });
    expect(plan.doors.find(({ id }) => id === 'room-101-door')).toMatchObject({
      from: [3.4, 24.5],
      to: [4.4, 24.5],
      swing: [0, 1],
    });
    expect(plan.columns).toHaveLength(4);
    expect(plan.walls).toContainEqual({ from: [0, 24.5], to: [3.4, 24.5] });
  });

  it('gives every point its own id, and every map its site', () => {
    const ids = MAPS.flatMap(({ points }) => points.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
    for (const { siteId } of MAPS) expect(SITES.some(({ id }) => id === siteId)).toBe(true);
    for (const { timeZone } of SITES) expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow();
  });

  it('lets a lift stop at the same place on every floor', () => {
    for (const lift of LIFTS) {
      expect(new Set(lift.maps.map(({ cabin }) => `${cabin.x},${cabin.y}`)).size).toBe(1);
      for (const stop of lift.maps) {
        expect(pointOf(stop.cabinPointId)).toMatchObject({
          elevatorId: lift.id,
          attributes: ['elevator'],
          mapId: stop.mapId,
        });
        expect(pointOf(stop.waitingPointId)).toMatchObject({
          elevatorId: lift.id,
          attributes: ['waitingElevator'],
          mapId: stop.mapId,
        });
        expect(mapOf(stop.mapId).plan.doors.some(({ id }) => id === stop.doorId)).toBe(true);
      }
    }
  });

  it('has a waiting and an access point at every controlled door', () => {
    const controlled = MAPS.flatMap(({ plan }) => plan.doors.filter((door) => door.controlled).map(({ id }) => id));
    expect(ACCESS_DOORS.map(({ id }) => id).sort()).toEqual(controlled.sort());
    for (const door of ACCESS_DOORS) {
      expect(pointOf(door.waitingPointId)).toMatchObject({
        doorId: door.id,
        mapId: door.mapId,
        attributes: ['doorAccessWaiting'],
      });
      expect(pointOf(door.accessPointId)).toMatchObject({
        doorId: door.id,
        mapId: door.mapId,
        attributes: ['doorAccess'],
      });
    }
  });

  it('refuses an id it does not have', () => {
    expect(() => mapOf('nowhere')).toThrow('nowhere');
    expect(() => pointOf('nowhere')).toThrow('nowhere');
  });
});
