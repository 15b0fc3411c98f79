/** Simulated robots run routes on a real server and broker. Each run ends with a record of its result and reason. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import { clientIdOf } from '../../../server/broker/credentials.ts';
import { drivingFleet, type DrivingFleet } from '../../fakes/drivingFleet.ts';

const [LOOPER, TALKER, SKIPPER, HELD, STOPPED, LED, CUT] = [
  'W1-2308-0417',
  'S2-2402-0057',
  'U1-2311-0033',
  'W2-2405-0107',
  'S2-2402-0056',
  'D2-2401-0021',
  'W1-2308-0422',
] as const;

let world: DrivingFleet;
beforeAll(async () => {
  world = await drivingFleet([
    { serialNumber: LOOPER, at: 'harbour-2f.room-201' },
    { serialNumber: TALKER, at: 'harbour-2f.room-203' },
    { serialNumber: SKIPPER, at: 'harbour-2f.room-205' },
    { serialNumber: HELD, at: 'harbour-2f.room-207' },
    { serialNumber: STOPPED, at: 'harbour-2f.room-209' },
    { serialNumber: LED, at: 'harbour-2f.room-211' },
    { serialNumber: CUT, at: 'harbour-2f.room-213' },
  ]);
});
afterAll(() => world.close());

const rooms = (...numbers: number[]) => numbers.map((number) => `harbour-2f.room-${number}`);

describe.concurrent('a drive', { timeout: 120_000 }, () => {
  it('once along a route ends finished, with every stop, its way and its words on record', async () => {
    const pathId = await world.route(
      'harbour-2f',
      'talk',
      [
        { areaId: 'harbour-2f.room-204', speech: 'Fresh linen.', stayTime: 1 },
        { areaId: 'harbour-2f.room-203', speech: 'And here, too.' },
      ],
      { startSpeech: 'I am on my round.', endSpeech: 'That is all.' },
    );
    const drive = await world.start(TALKER, pathId);
    expect(drive).toMatchObject({
      state: 'inProgress',
      phase: 'starting',
      loop: 0,
      stops: [{ state: 'waiting' }, { state: 'waiting' }],
    });
    expect(await world.refusal(catalogue.routeRuns.start.path, { serialNumber: TALKER, pathId })).toBe('robotBusy');
    const record = await world.record(drive.id);
    expect(record).toMatchObject({
      state: 'finished',
      reason: null,
      visits: ['0.0 arrived', '0.1 arrived'],
      drive: { loop: 1, arrived: 2, skipped: 0, phase: null },
    });
    expect(record.drive.distance).toBeGreaterThan(2);
    const stay = record.drive.stops[0];
    expect((stay?.leftAt ?? 0) - (stay?.arrivedAt ?? 0)).toBeGreaterThanOrEqual(1_000);
    // The captions on the robot's screen.
    await world
      .soon(() => world.server.deps.fleet.captions.of(TALKER).map(({ text }) => text))
      .toEqual(['I am on my round.', 'Fresh linen.', 'And here, too.', 'That is all.']);
    expect(world.live(TALKER)).toMatchObject({ drive: null });
  });

  it('in a loop goes round until a person ends it', async () => {
    const pathId = await world.route('harbour-2f', 'loop', rooms(202, 201));
    const drive = await world.start(LOOPER, pathId, 'loop');
    await world.soon(async () => (await world.now(LOOPER)).loop).toBeAtLeast(2);
    await world.end(LOOPER, drive.id);
    const record = await world.record(drive.id);
    expect(record).toMatchObject({ state: 'finished', reason: null });
    expect(record.visits.slice(0, 4)).toEqual(['0.0 arrived', '0.1 arrived', '1.0 arrived', '1.1 arrived']);
    await world.soon(() => world.live(LOOPER).driving || world.live(LOOPER).busy).toBe(false);
    expect(await world.refusal(catalogue.routeRuns.end.path, { serialNumber: LOOPER, driveId: drive.id })).toBe(
      'driveOver',
    );
  });

  it('with a stop left out goes on to the next, and is done in part', async () => {
    const pathId = await world.route('harbour-2f', 'skip', [
      ...rooms(206),
      { areaId: 'harbour-2f.room-205', stayTime: 1 },
      ...rooms(206),
    ]);
    const drive = await world.start(SKIPPER, pathId);
    await world.skip(SKIPPER, drive.id, 0);
    // A second click has no further effect.
    await world.skip(SKIPPER, drive.id, 0);
    const record = await world.record(drive.id);
    expect(record).toMatchObject({ state: 'partiallyCompleted', reason: 'skipped', drive: { arrived: 2, skipped: 1 } });
    expect(record.visits).toEqual(['0.0 skipped', '0.1 arrived', '0.2 arrived']);
  });

  it('waits while the robot is held by Stop, and goes on at Resume', async () => {
    const drive = await going(HELD, 'held', rooms(208, 207));
    const to = { serialNumber: HELD, userId: '' };
    await world.ask(catalogue.commands.stop.path, to);
    await world
      .soon(() => world.live(HELD))
      .toMatchObject({ held: true, paused: true, driving: false, drive: { id: drive.id } });
    const { arrived } = await world.now(HELD);
    await world.ask(catalogue.commands.resume.path, { ...to, cycleType: 'loop' });
    await world.soon(async () => (await world.now(HELD)).arrived).toBeAtLeast(arrived + 2);
    await endsWell(HELD, drive.id);
  });

  it('waits out an emergency stop', async () => {
    const drive = await going(STOPPED, 'stopped', rooms(210, 209));
    world.fault(STOPPED, 'emergencyStop', true);
    await world
      .soon(() => world.live(STOPPED))
      .toMatchObject({ eStop: 'MANUAL', driving: false, drive: { id: drive.id } });
    expect(await world.now(STOPPED)).toMatchObject({ id: drive.id, state: 'inProgress' });
    world.fault(STOPPED, 'emergencyStop', false);
    await world.comesOn(STOPPED, 2);
    await endsWell(STOPPED, drive.id);
  });

  it('lets a hand have the wheel, and goes on when it is given back', async () => {
    const drive = await going(LED, 'led', rooms(212, 211));
    const clientId = clientIdOf('superAdmin', LED, 'tab', true);
    const { number } = await world.ask<{ number: number }>(catalogue.control.take.path, {
      serialNumber: LED,
      clientId,
    });
    await world.soon(() => world.live(LED)).toMatchObject({ mode: 'MANUAL', drive: { id: drive.id } });
    expect(await world.now(LED)).toMatchObject({ id: drive.id, state: 'inProgress' });
    await world.ask(catalogue.control.release.path, { serialNumber: LED, clientId, number });
    await world.comesOn(LED, 2);
    await endsWell(LED, drive.id);
  });

  it('goes on to the end of what it was told without the network, and further when it is back', async () => {
    const drive = await going(CUT, 'cut', rooms(214, 213));
    world.fault(CUT, 'offline', true);
    await world.soon(() => world.isGone(CUT)).toBe(true);
    expect(await world.now(CUT)).toMatchObject({ id: drive.id, state: 'inProgress' });
    world.fault(CUT, 'offline', false);
    await world.comesOn(CUT, 3);
    await endsWell(CUT, drive.id);
  });
});

/** Starts a route run in a loop, so that it does not end during the test, and waits until it has begun. */
async function going(serialNumber: string, name: string, stops: readonly string[]) {
  const drive = await world.start(serialNumber, await world.route('harbour-2f', name, stops), 'loop');
  await world.comesOn(serialNumber, 1);
  return drive;
}

/** Ends the run after at least one whole loop. */
async function endsWell(serialNumber: string, driveId: string): Promise<void> {
  await world.soon(async () => (await world.now(serialNumber)).loop).toBeAtLeast(1);
  await world.end(serialNumber, driveId);
  expect(await world.record(driveId)).toMatchObject({ state: 'finished', reason: null });
  await world.soon(() => world.robot(serialNumber).told().book.nodes.length).toBe(0);
}
