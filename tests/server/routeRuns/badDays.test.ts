/**
 * Route runs under faults: robots that are switched off, occupied, empty, in the way, on the wrong floor, sent
 * elsewhere or silent. Each run has a record with the reason.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import { CRUISE_SILENCE_MS } from '../../../contract/rules/limits.ts';
import { points } from '../../../server/db/schema.ts';
import { pointOf } from '../../../demo/sites.ts';
import { drivingFleet, type DrivingFleet } from '../../fakes/drivingFleet.ts';

const [DEAD, BUSY, EMPTY, RIDER, GROUNDED, LINEN, SENT, WAITS, STANDS, SILENT] = [
  'W1-2308-0417',
  'S2-2402-0057',
  'C2-2406-0003',
  'W2-2405-0107',
  'U1-2311-0033',
  'S2-2402-0056',
  'D2-2401-0021',
  'W1-2308-0422',
  'P3-2404-0009',
  'W1-2308-0418',
] as const;

let world: DrivingFleet;
beforeAll(async () => {
  world = await drivingFleet([
    { serialNumber: DEAD, at: 'harbour-2f.room-201' },
    { serialNumber: BUSY, at: 'harbour-2f.room-203' },
    { serialNumber: EMPTY, at: 'harbour-1f.corridor-e-end' },
    { serialNumber: RIDER, at: 'harbour-1f.lift-lobby' },
    { serialNumber: GROUNDED, at: 'harbour-1f.lobby-centre' },
    { serialNumber: LINEN, at: 'harbour-1f.linen-waiting', east: -2 },
    { serialNumber: SENT, at: 'harbour-2f.room-211' },
    { serialNumber: WAITS, at: 'harbour-2f.room-213' },
    { serialNumber: STANDS, at: 'harbour-2f.room-214' },
    { serialNumber: SILENT, at: 'harbour-2f.room-215' },
  ]);
});
afterAll(() => world.close());

const rooms = (...numbers: number[]) => numbers.map((number) => `harbour-2f.room-${number}`);
const first = (...points: string[]) => points.map((point) => `harbour-1f.${point}`);
const wide = { timeout: 120_000 };

describe.concurrent('a drive', wide, () => {
  it('of a robot that was switched off and on is over: it has forgotten what it was at', async () => {
    const drive = await world.start(DEAD, await world.route('harbour-2f', 'dead', rooms(202, 201)), 'loop');
    await world.comesOn(DEAD, 1);
    world.fault(DEAD, 'die', true);
    await world.soon(() => world.isGone(DEAD)).toBe(true);
    expect((await world.now(DEAD)).state).toBe('inProgress');
    world.fault(DEAD, 'die', false);
    expect(await world.record(drive.id)).toMatchObject({ state: 'partiallyCompleted', reason: 'robotRestarted' });
  });

  it('of a robot that becomes occupied is over with its reason; one that is so is not sent', async () => {
    const drive = await world.start(BUSY, await world.route('harbour-2f', 'busy', rooms(204, 203)), 'loop');
    await world.comesOn(BUSY, 1);
    world.fault(BUSY, 'busy', true);
    expect(await world.record(drive.id)).toMatchObject({
      state: 'partiallyCompleted',
      reason: 'busy',
      said: expect.stringMatching(/occupied/u),
    });
    expect(await world.refusal(catalogue.routeRuns.start.path, { serialNumber: BUSY, pathId: drive.pathId })).toBe(
      'robotBusy',
    );
    world.fault(BUSY, 'busy', false);
  });

  it('that the robot refuses has never begun, and says why', async () => {
    const inWall = 'harbour-1f.in-wall';
    await world.test.db.insert(points).values({
      areaId: inWall,
      mapId: 'harbour-1f',
      name: 'In the wall',
      x: 20,
      y: 30,
      departWord: '',
      arrivedWord: '',
      attributes: ['none'],
      chargeBase: [],
    });
    const drive = await world.start(
      GROUNDED,
      await world.route('harbour-1f', 'wall', ['harbour-1f.lobby-east', inWall]),
    );
    expect(await world.record(drive.id)).toMatchObject({
      state: 'failed',
      reason: 'targetBlocked',
      said: expect.stringMatching(/wall/u),
      drive: { distance: 0, arrived: 0 },
    });
  });

  it('in the middle of which the battery is low leads to a charger and on from it', async () => {
    const drive = await world.start(
      EMPTY,
      await world.route(
        'harbour-1f',
        'empty',
        first(
          'kitchen-waiting',
          'corridor-e-end',
          'kitchen-waiting',
          'corridor-e-end',
          'kitchen-waiting',
          'corridor-e-end',
        ),
      ),
    );
    await world.soon(async () => (await world.now(EMPTY)).arrived).toBeAtLeast(1);
    world.fault(EMPTY, 'lowBattery', true);
    await world.soon(async () => (await world.now(EMPTY)).phase).toBe('charging');
    const { arrived, stops } = await world.now(EMPTY);
    expect(arrived).toBeLessThan(6);
    expect(stops.at(-1)).toMatchObject({ state: 'waiting' });
    expect(world.live(EMPTY)).toMatchObject({ charging: true, drive: { id: drive.id } });
    // Clearing the fault charges the battery at once.
    world.fault(EMPTY, 'lowBattery', false);
    expect(await world.record(drive.id)).toMatchObject({
      state: 'finished',
      reason: null,
      drive: { arrived: 6, skipped: 0 },
    });
    expect(world.live(EMPTY).charging).toBe(false);
  });

  it('on another floor begins with a ride', async () => {
    const drive = await world.start(
      RIDER,
      await world.route('harbour-2f', 'ride', ['harbour-2f.lift-lobby', 'harbour-2f.lift-2-waiting']),
    );
    expect(await world.record(drive.id)).toMatchObject({ state: 'finished', reason: null });
    expect(world.live(RIDER).pose).toMatchObject({ mapId: 'harbour-2f' });
  });

  it('on another floor is refused where the robot rides no lift', async () => {
    const pathId = await world.route('harbour-2f', 'grounded', ['harbour-2f.lift-lobby', 'harbour-2f.lounge']);
    expect(await world.refusal(catalogue.routeRuns.start.path, { serialNumber: GROUNDED, pathId })).toBe(
      'crossFloorUnsupported',
    );
  });

  it('through a door under access control has it opened where one waits for it', async () => {
    const drive = await world.start(
      LINEN,
      await world.route('harbour-1f', 'linen', [...first('linen-waiting', 'linen'), ...first('linen-waiting')]),
    );
    expect(await world.record(drive.id)).toMatchObject({
      state: 'finished',
      reason: null,
      visits: ['0.0 arrived', '0.1 arrived', '0.2 arrived'],
    });
    const opened = world
      .robot(LINEN)
      .told()
      .actionStates.filter(({ actionType }) => actionType === 'openDoor');
    expect(opened.length).toBeGreaterThan(0);
    expect(opened.every(({ actionStatus }) => actionStatus === 'FINISHED')).toBe(true);
  });

  it('whose robot is sent charging by a person is over, naming them', async () => {
    const drive = await world.start(SENT, await world.route('harbour-2f', 'sent', rooms(212, 211), {}), 'loop');
    await world.soon(async () => (await world.now(SENT)).arrived).toBeAtLeast(1);
    await world.ask(catalogue.commands.charge.path, { serialNumber: SENT, userId: '' });
    expect(await world.record(drive.id)).toMatchObject({ reason: 'charging', said: 'superAdmin by name' });
    await world.soon(() => world.live(SENT).charging).toBe(true);
  });

  it('waits before a robot that stands on its stop, says so, and goes on when it has gone', async () => {
    const standing = { serialNumber: STANDS, userId: '' };
    await world.ask(catalogue.commands.stop.path, standing);
    await world.soon(() => world.live(STANDS).paused).toBe(true);
    const drive = await world.start(WAITS, await world.route('harbour-2f', 'waits', rooms(214, 213)));
    await world.soon(() => world.live(WAITS).problems.some(({ type }) => type === 'targetBlocked')).toBe(true);
    expect((await world.now(WAITS)).state).toBe('inProgress');
    // Once resumed, it makes room.
    await world.ask(catalogue.commands.resume.path, { ...standing, cycleType: 'single' });
    expect(await world.record(drive.id)).toMatchObject({ state: 'finished', reason: null });
  });
});

describe('a robot that is not heard for too long', wide, () => {
  it('ends its drive, and is told so when it is back', async () => {
    const route = await world.route('harbour-2f', 'silent', [
      ...rooms(216),
      { areaId: 'harbour-2f.room-215', stayTime: 600 },
      ...rooms(216),
    ]);
    const drive = await world.start(SILENT, route);
    await world.soon(async () => (await world.now(SILENT)).phase).toBe('staying');
    world.fault(SILENT, 'offline', true);
    await world.soon(() => world.isGone(SILENT)).toBe(true);
    world.test.later(CRUISE_SILENCE_MS + 1_000);
    expect(await world.record(drive.id)).toMatchObject({ state: 'partiallyCompleted', reason: 'robotSilent' });
    expect(world.robot(SILENT).told().book.nodes.length).toBeGreaterThan(0);
    world.fault(SILENT, 'offline', false);
    await world.soon(() => world.robot(SILENT).told().book.nodes.length).toBe(0);
    const { x, y } = pointOf('harbour-2f.room-215');
    expect(Math.hypot(world.robot(SILENT).body.motion.x - x, world.robot(SILENT).body.motion.y - y)).toBeLessThan(1);
  });
});
