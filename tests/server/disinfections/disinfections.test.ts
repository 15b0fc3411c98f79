/** Simulated robots disinfect on a real server and broker. Every run ends with a record of its cells and reason. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type {
  Disinfection,
  DisinfectionDetails,
  DisinfectionPreview,
} from '../../../contract/entities/disinfection.ts';
import { decodeRuns } from '../../../contract/rules/cellGrid.ts';
import { errorNameOf } from '../../../contract/wire/errors.ts';
import { audit } from '../../../server/db/schema.ts';
import { startDisinfection } from '../../../server/features/startDisinfection.ts';
import { drivingFleet, type DrivingFleet } from '../../fakes/drivingFleet.ts';

const [MIST, OTHER] = ['D2-2401-0021', 'W1-2308-0417'] as const;
const calls = catalogue.disinfections;
const place = (x: number, y: number) => ({
  mapId: 'harbour-1f',
  target: {
    kind: 'area' as const,
    polygon: [
      [x - 1.5, y - 1.5],
      [x + 1.5, y - 1.5],
      [x + 1.5, y + 1.5],
      [x - 1.5, y + 1.5],
    ] satisfies [number, number][],
  },
  mode: 'spray' as const,
  dose: 8,
  waitUntilEmpty: false,
});
const AREA = place(34.5, 14);

let world: DrivingFleet;
beforeAll(async () => {
  world = await drivingFleet([
    { serialNumber: MIST, at: 'harbour-1f.lobby-east' },
    { serialNumber: OTHER, at: 'harbour-1f.reception' },
  ]);
});
afterAll(() => world.close());

const start = (plan: object, serialNumber: string = MIST) =>
  world.ask<Disinfection>(calls.start.path, { serialNumber, plan });
const detailsOf = (disinfectionId: string) => world.ask<DisinfectionDetails>(calls.details.path, { disinfectionId });
const recordOf = async (id: string): Promise<Disinfection> => {
  await world.soon(async () => (await detailsOf(id)).run.state).notToBe('inProgress');
  return (await detailsOf(id)).run;
};
const isIdle = () => world.soon(() => world.live(MIST).busy || world.live(MIST).driving).toBe(false);

// In order, because they share the robot.
describe('a disinfection', { timeout: 180_000 }, () => {
  it('of an area covers the cells that the preview promised, and is on record', async () => {
    const preview = await world.ask<DisinfectionPreview>(calls.preview.path, { serialNumber: MIST, plan: AREA });
    expect(preview.estimate).toMatchObject({ agent: expect.any(Number) });
    const run = await start(AREA);
    expect(run).toMatchObject({ state: 'inProgress', kind: 'area', squareMetres: preview.estimate.squareMetres });
    expect(await world.refusal(calls.start.path, { serialNumber: MIST, plan: AREA })).toBe('robotBusy');
    await world.soon(() => world.live(MIST)).toMatchObject({ busy: true, task: { kind: 'disinfection' } });
    const { revision } = run;
    await world.soon(() => world.live(MIST).disinfection?.revision ?? 0).toBeAtLeast(revision + 3);
    const record = await recordOf(run.id);
    expect(record).toMatchObject({ state: 'finished', reason: null, phase: null, startedBy: { userId: 'superAdmin' } });
    expect(record.coverage).toBeGreaterThanOrEqual(0.9);
    expect(record.agentLeft).toBeLessThan(record.agentFull ?? 0);
    const { grid, planned, doses } = await detailsOf(run.id);
    const length = grid.columns * grid.rows;
    const cells = decodeRuns(doses, length);
    expect(decodeRuns(planned, length).every((section, cell) => section > 0 || cells[cell] === 0)).toBe(true);
    await world.soon(() => world.live(MIST).disinfection ?? null).toBe(null);
    await isIdle();
  });

  it('ended by a person stops the robot, and what was missed can be done', async () => {
    const run = await start({ ...AREA, dose: 20 });
    await world.soon(async () => (await detailsOf(run.id)).run.coverage).toBeAtLeast(0.1);
    await world.ask(calls.end.path, { serialNumber: MIST, disinfectionId: run.id });
    expect(await recordOf(run.id)).toMatchObject({ state: 'partiallyCompleted', reason: { type: 'ended' } });
    await isIdle();
    expect(await world.refusal(calls.end.path, { serialNumber: MIST, disinfectionId: run.id })).toBe(
      'disinfectionOver',
    );
    const { run: before } = await detailsOf(run.id);
    const again = await start({ ...AREA, target: { kind: 'missed', recordId: run.id } });
    expect(again.squareMetres).toBeLessThan(before.squareMetres);
    await world.ask(catalogue.commands.cancel.path, { serialNumber: MIST });
    expect(await recordOf(again.id)).toMatchObject({ reason: { type: 'cancelledBy' } });
    await isIdle();
    const acts = (await world.test.db.select().from(audit)).map(({ act }) => act);
    expect(acts.filter((act) => act.startsWith('disinfection.')).length).toBeGreaterThanOrEqual(5);
  });

  it('of a robot that dies fails with the reason, and never stays in progress', async () => {
    const run = await start({ ...AREA, dose: 20 });
    await world.soon(async () => (await detailsOf(run.id)).run.coverage).toBeAtLeast(0.1);
    world.fault(MIST, 'die', true);
    await world.soon(() => world.isGone(MIST)).toBe(true);
    world.fault(MIST, 'die', false);
    expect(await recordOf(run.id)).toMatchObject({ state: 'partiallyCompleted', reason: { type: 'robotRestarted' } });
  });

  it('can be started by the server, which is told of its end', async () => {
    const { deps } = world.server;
    await world.soon(() => world.live(MIST)).toMatchObject({ connection: 'online', busy: false });
    const told: string[] = [];
    deps.fleet.disinfections.onEnded(({ id, taskRunId }) => void told.push(`${id} ${taskRunId ?? ''}`));
    const effects: (() => void | Promise<void>)[] = [];
    const id = await startDisinfection(
      { ...deps, db: world.test.db, afterCommit: (effect) => void effects.push(effect) },
      {
        serialNumber: MIST,
        plan: { ...AREA, dose: 3 },
        startedBy: { userId: 'superAdmin', nickname: 'Lin', language: 'enUS' },
        taskRun: { id: 'task-1@1750000000000' },
      },
    );
    for (const effect of effects) await effect();
    expect(await recordOf(id)).toMatchObject({ task: { id: 'task-1', plannedAt: 1_750_000_000_000 } });
    await world.soon(() => told).toEqual([`${id} task-1@1750000000000`]);
  });

  it.each([
    [{ ...AREA, dose: 90 }, 'fieldInvalid'],
    [{ ...AREA, mapId: 'harbour-9f' }, 'mapUnknown'],
    [{ ...AREA, target: { kind: 'rooms', rooms: ['no-such-room'] } }, 'fieldInvalid'],
    [
      {
        ...AREA,
        target: {
          kind: 'area',
          polygon: [
            [-9, -9],
            [-8, -9],
            [-8, -8],
          ],
        },
      },
      'disinfectionEmpty',
    ],
    [
      {
        ...AREA,
        target: {
          kind: 'area',
          polygon: [
            [-400, -400],
            [400, -400],
            [400, 400],
            [-400, 400],
          ],
        },
      },
      'disinfectionTooLarge',
    ],
    [{ ...AREA, target: { kind: 'missed', recordId: 'none' } }, 'notFound'],
    [{ ...AREA, target: { kind: 'points', points: [{ areaId: 'harbour-2f.room-201', minutes: 1 }] } }, 'idsDisagree'],
  ])('is refused for %o', async (plan, error) => {
    expect(await world.refusal(calls.preview.path, { serialNumber: MIST, plan })).toBe(error);
  });

  it('is refused for a robot that cannot disinfect', async () => {
    const { code } = await world.test.as('superAdmin', calls.start.path, { serialNumber: OTHER, plan: AREA });
    expect(errorNameOf(code)).toBe('robotCannot');
  });
});
