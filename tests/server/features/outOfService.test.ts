/** Elevators and doors that are out of service: which of them are on the way of a run. */
import { describe, expect, it } from 'vitest';
import { blockedBy } from '../../../server/features/outOfService.ts';

const elevator = (name: string, isOut: boolean, mapIds = ['m1', 'm2']) => ({ name, isOut, mapIds });
const door = { name: 'Gate', mapId: 'm1', areaIds: ['in-front', 'behind'] };
const WAY = { mapId: 'm1', areaIds: ['lobby', 'behind'] };

describe('a way', () => {
  it('is blocked by a door at one of its stops, on its map', () => {
    const equipment = { elevators: [], doors: [door] };
    expect(blockedBy(equipment, WAY, 'm1')).toEqual({ type: 'doorOut', name: 'Gate' });
    expect(blockedBy(equipment, { ...WAY, areaIds: ['lobby'] }, 'm1')).toBeNull();
    expect(blockedBy(equipment, { ...WAY, mapId: 'm2' }, 'm2')).toBeNull();
  });

  it('to another floor is blocked when no elevator between the floors is left', () => {
    const between = (...elevators: ReturnType<typeof elevator>[]) => blockedBy({ elevators, doors: [] }, WAY, 'm2');
    expect(between(elevator('East', true))).toEqual({ type: 'elevatorOut', name: 'East' });
    expect(between(elevator('East', true), elevator('West', false))).toBeNull();
    expect(between(elevator('East', true), elevator('Staff', false, ['m2', 'm3']))).toMatchObject({ name: 'East' });
    // Without an elevator that is known to serve both floors nothing is known to be broken.
    expect(between(elevator('East', true, ['m2', 'm3']))).toBeNull();
  });

  it('on the floor of the robot, or from an unknown place, needs no elevator', () => {
    const equipment = { elevators: [elevator('East', true)], doors: [] };
    expect([blockedBy(equipment, WAY, 'm1'), blockedBy(equipment, WAY, undefined)]).toEqual([null, null]);
  });
});
