/** Lifts and doors that are called from the console. */
import { describe, expect, it } from 'vitest';
import { roster } from '../../../demo/roster.ts';
import { ACCESS_DOORS, LIFTS } from '../../../demo/sites.ts';
import { World } from '../../../simulator/fleet/world.ts';

const world = () => new World({ robots: roster(12, 1), seed: 1, startAt: 0 });
const lift = LIFTS[0]!;
const door = ACCESS_DOORS[0]!;

describe('a lift of the simulated building', () => {
  it('comes to the floor and opens, also for a second caller', () => {
    const one = world();
    const opened: string[] = [];
    for (const { mapId } of [...lift.maps].reverse().slice(0, 2))
      one.openEquipment({ kind: 'lift', id: lift.id, mapId }, (isOpen) => void opened.push(`${mapId} ${isOpen}`));
    expect(opened).toEqual([]);
    one.step(120);
    expect(opened).toEqual(
      [...lift.maps]
        .reverse()
        .slice(0, 2)
        .map(({ mapId }) => `${mapId} true`),
    );
  });

  it('does not come to a floor that it does not serve, nor if there is none', () => {
    const answers: boolean[] = [];
    const one = world();
    one.openEquipment({ kind: 'lift', id: lift.id, mapId: 'nowhere' }, (isOpen) => void answers.push(isOpen));
    one.openEquipment({ kind: 'lift', id: 'none', mapId: lift.maps[0]!.mapId }, (isOpen) => void answers.push(isOpen));
    expect(answers).toEqual([false, false]);
  });
});

it('a door opens after its time, and an unknown one does not', () => {
  const one = world();
  const answers: boolean[] = [];
  one.openEquipment({ kind: 'door', id: door.id, mapId: door.mapId }, (isOpen) => void answers.push(isOpen));
  one.step(1);
  expect(answers).toEqual([]);
  one.step(4);
  expect(answers).toEqual([true]);
  one.openEquipment({ kind: 'door', id: door.id, mapId: 'nowhere' }, (isOpen) => void answers.push(isOpen));
  expect(answers).toEqual([true, false]);
});
