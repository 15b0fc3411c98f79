/** A robot's page knows its jammed compartments at once, and says that one works again. */
import { describe, expect, it } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { ApiError, ERRORS } from '../../../contract/wire/errors.ts';
import {
  compartmentJamsMachine,
  type Jam,
  JAMS_REFRESH_MS,
  NO_JAMS_REFRESH_MS,
  selectClearing,
  selectFailed,
  selectJamFailure,
  selectJams,
} from '../../../src/machines/robotData/compartmentJams.machine.ts';
import { settle } from '../../fakes/settle.ts';

const JAM: Jam = { compartment: 2, at: 1, obstacle: null };

async function start({ hasCompartments = true } = {}) {
  const world = { jams: [JAM] as readonly Jam[], reads: 0, cleared: [] as number[], refuses: false };
  const clock = new SimulatedClock();
  const actor = createActor(
    compartmentJamsMachine.provide({
      actors: {
        readJams: fromPromise<readonly Jam[], { serialNumber: string }>(async () => {
          world.reads += 1;
          if (world.refuses) throw new ApiError('networkFailed');
          return world.jams;
        }),
        clearJam: fromPromise<void, { serialNumber: string; compartment: number }>(async ({ input }) => {
          world.cleared.push(input.compartment);
          if (world.refuses) throw new ApiError('deliveryNotFailed');
          world.jams = [];
        }),
      },
    }),
    { input: { serialNumber: 'SN', hasCompartments }, clock },
  ).start();
  await settle();
  return { actor, world, clock, shown: () => selectJams(actor.getSnapshot()) };
}

describe("the jammed compartments of a robot's page", () => {
  it('are not asked for if the robot has no compartments', async () => {
    const { actor, world } = await start({ hasCompartments: false });
    actor.send({ type: 'jams.changed' });
    await settle();
    expect(world.reads).toBe(0);
  });
  it('go at once when somebody else, or the robot, has dealt with them', async () => {
    const { actor, world, shown } = await start();
    expect(shown()).toEqual([JAM]);
    world.jams = [];
    actor.send({ type: 'jams.changed' });
    await settle();
    expect(shown()).toEqual([]);
  });
  it('are read again without a notice, more often while there are any', async () => {
    const { world, clock, shown } = await start();
    world.jams = [];
    clock.increment(JAMS_REFRESH_MS);
    await settle();
    expect([world.reads, shown()]).toEqual([2, []]);
    clock.increment(JAMS_REFRESH_MS);
    await settle();
    expect(world.reads).toBe(2);
    clock.increment(NO_JAMS_REFRESH_MS - JAMS_REFRESH_MS);
    await settle();
    expect(world.reads).toBe(3);
  });
  it('are cleared by a person, once', async () => {
    const { actor, world, shown } = await start();
    actor.send({ type: 'jam.clear', compartment: 2 });
    expect(selectClearing(actor.getSnapshot())).toBe(2);
    actor.send({ type: 'jam.clear', compartment: 2 });
    await settle();
    expect([world.cleared, shown(), selectClearing(actor.getSnapshot())]).toEqual([[2], [], 0]);
  });
  it('stay with the reason if that is refused, and while they cannot be read', async () => {
    const { actor, world, shown } = await start();
    world.refuses = true;
    actor.send({ type: 'jam.clear', compartment: 2 });
    await settle();
    expect(selectJamFailure(actor.getSnapshot())?.code).toBe(ERRORS.deliveryNotFailed);
    expect(shown()).toEqual([JAM]);
  });
  it('are cleared also while they are read again', async () => {
    const { actor, world, shown } = await start();
    actor.send({ type: 'jams.changed' });
    actor.send({ type: 'jam.clear', compartment: 2 });
    await settle();
    expect([world.cleared, shown()]).toEqual([[2], []]);
  });
  it('keep the reason with their compartment, until it is no longer jammed', async () => {
    const { actor, world, shown } = await start();
    const other: Jam = { ...JAM, compartment: 1 };
    world.jams = [other, JAM];
    world.refuses = true;
    actor.send({ type: 'jam.clear', compartment: 2 });
    await settle();
    world.refuses = false;
    actor.send({ type: 'jams.changed' });
    await settle();
    expect([shown(), selectFailed(actor.getSnapshot())]).toEqual([[other, JAM], 2]);
    world.jams = [other];
    actor.send({ type: 'jams.changed' });
    await settle();
    expect([shown(), selectFailed(actor.getSnapshot())]).toEqual([[other], 0]);
    expect(selectJamFailure(actor.getSnapshot())).toBeNull();
  });
});
