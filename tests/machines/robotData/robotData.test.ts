import { describe, expect, it } from 'vitest';
import { SimulatedClock } from 'xstate';
import { selectCause, selectEnded, selectIsDriving } from '../../../src/machines/robotData/teleop.selectors.ts';
import { selectIsBehind } from '../../../src/machines/robotData/robotData.selectors.ts';
import { NOW, sampleCommand, sampleLease, sampleLive, SN } from '../../fakes/robotSample.ts';
import { settle } from '../../fakes/settle.ts';
import { ME, pageInput, robotPage, startRobotPage } from '../../fakes/startRobotPage.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';
import { UNKNOWN_DEVICES } from '../../fakes/unknownDevices.ts';

const CHEN = { userId: 'chen', name: 'Chen Yu', clientId: 'chen~9' };
const stood = ({ vx, wz }: { vx: number; wz: number }) => vx === 0 && wz === 0;

describe('opening the page', () => {
  it("holds the robot's key, reads everything at once, and asks for the picture before the reading is through", async () => {
    const page = startRobotPage();
    expect(page.world.keys).toEqual([SN]);
    expect(page.world.loads).toEqual([SN]);
    page.report({ type: 'mqttLink.opened', clientId: ME });
    expect(page.world.viewings).toBe(1);
    expect(page.has('loading')).toBe(true);
    await settle();
    expect(page.has('ready')).toBe(true);
  });

  it.each([
    ['robotForeign', 'forbidden'],
    ['robotUnknown', 'unknown'],
    ['networkFailed', 'failed'],
    ['serverError', 'failed'],
  ] as const)('%s: %s', async (error, tag) => {
    const page = startRobotPage();
    page.world.refuses = error;
    page.actor.send({ type: 'page.queryChanged', query: { serialNumber: 'other' } });
    await settle();
    expect(page.has(tag)).toBe(true);
    page.world.refuses = null;
    page.actor.send({ type: 'page.retry' });
    await settle();
    expect(page.has('ready')).toBe(true);
  });

  it('a picture that is recorded goes on in a hidden tab', async () => {
    const page = startRobotPage();
    page.report({ type: 'mqttLink.opened', clientId: ME });
    page.child('video').send({ type: 'picture.flowing', at: NOW });
    page.child('videoRecording').send({ type: 'recording.start' });
    await settle();
    page.tab({ type: 'tab.hidden' });
    page.clock.increment(600_000);
    expect(page.world.viewings).toBe(1);
    page.child('videoRecording').send({ type: 'recording.stop' });
    await settle();
    expect(page.world.viewings).toBe(0);
  });

  it('what was heard while it was read is not set back by the reading', async () => {
    const page = startRobotPage({ ledger: [sampleCommand('a', { state: 'sent' })], lease: sampleLease({ number: 3 }) });
    page.report({ type: 'mqttLink.opened', clientId: ME });
    page.report({ type: 'ledger.heard', commands: [sampleCommand('a', { state: 'finished' })] });
    page.report({ type: 'lease.heard', lease: sampleLease({ number: 5, holder: CHEN }) });
    await settle();
    expect(page.child('commands').getSnapshot().context.rows).toMatchObject([{ id: 'a', state: 'finished' }]);
    expect(page.child('lease').getSnapshot().context.lease?.number).toBe(5);
  });

  it('another robot in the address is another page: the old key is let go, the lease given back', async () => {
    const page = await startRobotPage().driving();
    page.actor.send({ type: 'page.queryChanged', query: { serialNumber: 'U1-1' } });
    expect(page.world.keys).toEqual(['U1-1']);
    expect(page.world.released).toEqual([4]);
    expect(page.has('loading')).toBe(true);
    expect(page.actor.getSnapshot().context).toMatchObject({ serialNumber: 'U1-1', loaded: null, live: null });
    await settle();
    expect(page.has('ready')).toBe(true);
  });
});

describe('what was sent between the reading and the subscription', () => {
  const missed = { ledger: [sampleCommand('missed')], lease: sampleLease({ number: 5, holder: CHEN }) };
  type Page = ReturnType<typeof startRobotPage>;
  const rowsOf = (page: Page) =>
    page
      .child('commands')
      .getSnapshot()
      .context.rows.map(({ id }) => id);
  const leaseOf = (page: Page) => page.child('lease').getSnapshot().context.lease?.number;

  it.each(['while it is read', 'after it was read'])('is read again when the link opens %s', async (when) => {
    const page = startRobotPage();
    if (when === 'after it was read') await settle();
    // The reading, also one under way, has not seen it.
    page.world.robot = { ...page.world.robot, ...missed };
    page.report({ type: 'mqttLink.opened', clientId: ME });
    await settle();
    expect([rowsOf(page), leaseOf(page), page.world.loads]).toEqual([['missed'], 5, [SN]]);
    expect(page.world.caughtUp).toBe(1);
    expect(page.has('ready')).toBe(true);
  });

  it('is read once: a gap later is followed by a full reading', async () => {
    const page = await startRobotPage().ready();
    const { caughtUp } = page.world;
    page.report({ type: 'mqttLink.closed' });
    page.report({ type: 'mqttLink.opened', clientId: ME });
    await settle();
    expect([page.world.caughtUp - caughtUp, page.world.loads]).toEqual([0, [SN, SN]]);
  });

  it('is read when the link opens during a later reading, and not when a reading began after it', async () => {
    const page = startRobotPage();
    await settle();
    page.actor.send({ type: 'page.resumed' });
    page.report({ type: 'mqttLink.opened', clientId: ME });
    await settle();
    expect([page.world.caughtUp, page.world.loads.length]).toEqual([1, 2]);
    page.world.refuses = 'networkFailed';
    page.actor.send({ type: 'page.queryChanged', query: { serialNumber: 'other' } });
    await settle();
    page.report({ type: 'mqttLink.opened', clientId: ME });
    page.world.refuses = null;
    page.actor.send({ type: 'page.retry' });
    await settle();
    expect([page.world.caughtUp, page.has('ready')]).toEqual([1, true]);
  });

  it('gives way to a full reading', async () => {
    const page = startRobotPage();
    await settle();
    page.world.beforeMissed = new Promise(() => {});
    page.report({ type: 'mqttLink.opened', clientId: ME });
    page.world.robot = { ...page.world.robot, ...missed };
    page.actor.send({ type: 'page.languageChanged', language: 'zhCN' });
    await settle();
    expect([page.world.loads.length, rowsOf(page), leaseOf(page)]).toEqual([2, ['missed'], 5]);
  });

  it('is read with everything else when the link opened twice during a reading', async () => {
    const page = startRobotPage();
    page.report({ type: 'mqttLink.opened', clientId: ME });
    page.report({ type: 'mqttLink.closed' });
    page.world.robot = { ...page.world.robot, ...missed };
    page.report({ type: 'mqttLink.opened', clientId: ME });
    await settle();
    expect([page.world.loads, page.world.caughtUp, rowsOf(page)]).toEqual([[SN, SN], 0, ['missed']]);
    page.actor.send({ type: 'page.resumed' });
    page.report({ type: 'mqttLink.closed' });
    page.report({ type: 'mqttLink.opened', clientId: ME });
    await settle();
    expect([page.world.loads.length, page.world.caughtUp, page.has('ready')]).toEqual([4, 0, true]);
  });

  it.each([
    ['robotForeign', 'forbidden'],
    ['robotUnknown', 'unknown'],
    ['networkFailed', 'ready'],
  ] as const)('%s: %s', async (error, tag) => {
    const page = startRobotPage();
    await settle();
    page.world.refuses = error;
    page.report({ type: 'mqttLink.opened', clientId: ME });
    await settle();
    expect(page.has(tag)).toBe(true);
  });
});

describe('after a gap', () => {
  it('a link that comes back reads anew what no topic keeps, and no child loses its place', async () => {
    const page = await startRobotPage().ready();
    const drive = page.child('teleop');
    page.report({ type: 'mqttLink.closed' });
    page.world.robot = { ...page.world.robot, ledger: [sampleCommand('missed')] };
    page.report({ type: 'mqttLink.opened', clientId: ME });
    await settle();
    expect(page.child('commands').getSnapshot().context.rows).toMatchObject([{ id: 'missed' }]);
    expect(page.child('teleop')).toBe(drive);
  });

  it('a relation lost meanwhile closes the page', async () => {
    const page = await startRobotPage().ready();
    page.world.refuses = 'robotForeign';
    page.actor.send({ type: 'page.resumed' });
    await settle();
    expect(page.has('forbidden')).toBe(true);
  });

  it('a reading that fails leaves what is shown', async () => {
    const page = await startRobotPage().ready();
    page.world.refuses = 'networkFailed';
    page.actor.send({ type: 'page.resumed' });
    await settle();
    expect(page.has('ready')).toBe(true);
    expect(page.actor.getSnapshot().context.loaded).not.toBeNull();
  });
});

describe('a reading that failed', () => {
  const isBehind = (page: ReturnType<typeof startRobotPage>) => selectIsBehind(page.actor.getSnapshot());
  /** How often the page was read again by then, s after the failure. */
  async function readingsAt(page: ReturnType<typeof startRobotPage>, seconds: number[], count: () => number) {
    const counts: number[] = [];
    let at = 0;
    for (const second of seconds) {
      page.clock.increment((second - at) * 1_000);
      at = second;
      await settle();
      counts.push(count());
    }
    return counts;
  }

  it('is repeated with growing pauses, and the page says meanwhile that it may be outdated', async () => {
    const page = startRobotPage();
    await settle();
    page.world.refuses = 'networkFailed';
    page.report({ type: 'mqttLink.opened', clientId: ME });
    await settle();
    const readings = await readingsAt(page, [1.9, 2, 5.9, 6, 14, 30, 60, 90], () => page.world.caughtUp);
    expect(readings).toEqual([1, 2, 2, 3, 4, 5, 6, 7]);
    expect(isBehind(page)).toBe(true);
    page.world.refuses = null;
    page.world.robot = { ...page.world.robot, ledger: [sampleCommand('missed')] };
    page.clock.increment(30_000);
    await settle();
    expect(page.child('commands').getSnapshot().context.rows).toMatchObject([{ id: 'missed' }]);
    expect([isBehind(page), page.world.loads]).toEqual([false, [SN]]);
    page.clock.increment(600_000);
    await settle();
    expect(page.world.caughtUp).toBe(8);
  });

  it('of everything is repeated as one of everything, also when the first opening came during it', async () => {
    const page = startRobotPage();
    await settle();
    page.world.refuses = 'networkFailed';
    page.actor.send({ type: 'page.resumed' });
    page.report({ type: 'mqttLink.opened', clientId: ME });
    await settle();
    expect(isBehind(page)).toBe(true);
    page.world.refuses = null;
    expect(await readingsAt(page, [2], () => page.world.loads.length)).toEqual([3]);
    expect([isBehind(page), page.world.caughtUp]).toEqual([false, 0]);
  });

  it('is not repeated while the link is down: its return reads everything', async () => {
    const page = startRobotPage();
    await settle();
    page.world.refuses = 'networkFailed';
    page.report({ type: 'mqttLink.opened', clientId: ME });
    await settle();
    page.report({ type: 'mqttLink.closed' });
    page.world.refuses = null;
    expect(await readingsAt(page, [600], () => page.world.caughtUp)).toEqual([1]);
    expect([isBehind(page), page.world.loads]).toEqual([true, [SN]]);
    page.report({ type: 'mqttLink.opened', clientId: ME });
    await settle();
    expect([isBehind(page), page.world.loads]).toEqual([false, [SN, SN]]);
  });

  it('is not repeated for a page that is closed by the next one', async () => {
    const page = await startRobotPage().ready();
    page.world.refuses = 'networkFailed';
    page.actor.send({ type: 'page.resumed' });
    await settle();
    page.world.refuses = 'robotForeign';
    page.clock.increment(2_000);
    await settle();
    expect([page.has('forbidden'), isBehind(page)]).toEqual([true, false]);
    page.clock.increment(600_000);
    await settle();
    expect(page.world.loads).toHaveLength(3);
  });
});

describe('driving', () => {
  it('drives with the lease, the link and the echo', async () => {
    const page = await startRobotPage().driving();
    expect(selectIsDriving(page.child('teleop').getSnapshot())).toBe(true);
    expect(page.world.pulses.at(-1)).toMatchObject({ serialNumber: SN, lease: 4, vx: 0.45 });
  });

  it('renewals of the lease disturb no drive', async () => {
    const page = await startRobotPage().driving();
    for (let beat = 0; beat < 200; beat += 1) {
      page.clock.increment(100);
      page.echo(4);
      await settle();
    }
    expect(page.world.leaseCalls.filter(({ act }) => act === 'renew')).toHaveLength(4);
    expect(selectIsDriving(page.child('teleop').getSnapshot())).toBe(true);
  });

  it.each([
    [true, 290],
    [false, 310],
  ])('control is kept: %s, at a round trip of %i ms', async (kept, trip) => {
    const page = await startRobotPage().ready();
    page.child('lease').send({ type: 'lease.take' });
    await settle();
    page.echoFor(1_200, 4, trip);
    await settle();
    const lease = page.child('lease').getSnapshot();
    expect(lease.hasTag('mine')).toBe(kept);
    expect(lease.context.loss).toEqual(kept ? null : { why: 'tooSlow', by: '', reason: '', roundTrip: trip });
    expect(page.world.leaseCalls.map(({ act }) => act)).toEqual(kept ? ['take'] : ['take', 'release']);
    page.child('teleop').send({ type: 'stick.set', source: 'pad', forward: 1, turn: 0 });
    expect(selectIsDriving(page.child('teleop').getSnapshot())).toBe(kept);
  });

  it('the lease taken over while driving stands the wheels, names who and why', async () => {
    const page = await startRobotPage().driving();
    const before = page.world.pulses.length;
    page.report({ type: 'lease.heard', lease: sampleLease({ number: 5, holder: CHEN, reason: 'guest waits' }) });
    page.clock.increment(1_000);
    expect(page.world.pulses.slice(before)).toEqual([]);
    expect(selectEnded(page.child('teleop').getSnapshot())).toBe('noLease');
    expect(page.child('lease').getSnapshot().context.loss).toEqual({
      why: 'takenOver',
      by: 'Chen Yu',
      reason: 'guest waits',
    });
  });

  it('Stop stands the wheels before the cloud has heard of it', async () => {
    const page = await startRobotPage().driving();
    page.world.cloudAway = true;
    page.actor.send({ type: 'stop.press', at: NOW });
    expect(stood(page.world.pulses.at(-1) ?? { vx: 1, wz: 1 })).toBe(true);
    expect(selectCause(page.child('teleop').getSnapshot())).toBe('stopped');
    await settle();
    expect(page.child('stop').getSnapshot().hasTag('wanted')).toBe(true);
  });

  it("somebody else's Stop ends it too, and Resume frees it", async () => {
    const page = await startRobotPage().driving();
    page.report({
      type: 'picture.heard',
      live: sampleLive({ held: true, paused: true, mode: 'MANUAL' }),
      now: NOW + 100,
    });
    expect(selectCause(page.child('teleop').getSnapshot())).toBe('stopped');
    expect(page.child('stop').getSnapshot().hasTag('proved')).toBe(true);
    page.report({ type: 'picture.heard', live: sampleLive({ mode: 'MANUAL' }), now: NOW + 200 });
    page.echo(4);
    expect(selectCause(page.child('teleop').getSnapshot())).toBeNull();
    expect(selectIsDriving(page.child('teleop').getSnapshot())).toBe(false);
  });

  it('the emergency button is heard from the robot itself, before the cloud tells of it', async () => {
    const page = await startRobotPage().driving();
    page.report({
      type: 'state.heard',
      devices: UNKNOWN_DEVICES,
      now: NOW + 10,
      state: {
        battery: 78,
        charging: false,
        driving: false,
        paused: false,
        eStop: 'MANUAL',
        mode: 'MANUAL',
        located: true,
        localization: 1,
        speed: 0,
      },
    });
    expect(page.child('teleop').getSnapshot().context.obstacle).toBe('robotEmergencyStop');
    expect(selectIsDriving(page.child('teleop').getSnapshot())).toBe(false);
  });

  it('a robot that has gone silent is not driven', async () => {
    const page = await startRobotPage().driving();
    page.report({ type: 'picture.heard', live: sampleLive(), now: NOW + 6_000 });
    expect(page.child('teleop').getSnapshot().context.obstacle).toBe('robotSilent');
  });

  it('a hidden tab stands the wheels; the state of the tab reaches a page that opens hidden', async () => {
    const page = await startRobotPage().driving();
    page.tab({ type: 'tab.hidden' });
    expect(selectEnded(page.child('teleop').getSnapshot())).toBe('hidden');

    const hidden = startRobotPage();
    hidden.tab({ type: 'tab.hidden' });
    await hidden.ready();
    expect(hidden.child('teleop').getSnapshot().hasTag('hidden')).toBe(true);
  });
});

describe('Escape', () => {
  it('is Stop before any dialog while this hand moves the robot', async () => {
    const page = await startRobotPage().driving();
    expect(page.world.escapeFirst).toBe(true);
    page.child('commands').send({ type: 'points.open' });
    page.escape();
    expect(page.world.stops).toBe(1);
    expect(page.child('commands').getSnapshot().hasTag('listing')).toBe(true);
  });

  it('comes first too while somebody else drives it by hand', async () => {
    const page = await startRobotPage().ready();
    expect(page.world.escapeFirst).toBe(false);
    page.report({ type: 'picture.heard', live: sampleLive({ mode: 'MANUAL', driving: true }), now: NOW });
    expect(page.world.escapeFirst).toBe(true);
    page.report({ type: 'picture.heard', live: sampleLive(), now: NOW + 1_000 });
    expect(page.world.escapeFirst).toBe(false);
  });

  it('else leaves the filled picture, then the tool, and only then stops', async () => {
    const page = await startRobotPage().ready();
    page.child('video').send({ type: 'fill.toggle' });
    page.child('commands').send({ type: 'place.start', act: 'goTo' });
    page.escape();
    expect(page.child('video').getSnapshot().matches({ size: 'filled' })).toBe(false);
    page.escape();
    expect(page.child('commands').getSnapshot().hasTag('tool')).toBe(false);
    expect(page.world.stops).toBe(0);
    page.escape();
    expect(page.world.stops).toBe(1);
  });

  it('stops even while the page is still being read', () => {
    const page = startRobotPage();
    page.escape();
    expect(page.world.stops).toBe(1);
  });
});

it("a picture older than the robot's own last word keeps what it cannot have known", async () => {
  const page = await startRobotPage().ready();
  page.report({
    type: 'state.heard',
    devices: UNKNOWN_DEVICES,
    now: NOW + 500,
    state: {
      battery: 78,
      charging: false,
      driving: false,
      paused: true,
      eStop: 'NONE',
      mode: 'AUTOMATIC',
      located: true,
      localization: 1,
      speed: 0,
    },
  });
  page.report({
    type: 'picture.heard',
    live: sampleLive({ at: NOW - 200, held: true, paused: false }),
    now: NOW + 510,
  });
  expect(page.actor.getSnapshot().context.live).toMatchObject({ paused: true, held: true });
  expect(page.child('stop').getSnapshot().hasTag('proved')).toBe(true);
});

it('a robot that an address led to becomes the current one, once it could be read', async () => {
  const clock = new SimulatedClock();
  const { machine, world } = robotPage(clock);
  const page = startUnderApp(machine, { as: 'screen', clock, input: pageInput });
  expect(page.toldTo('fleet')).toEqual([]);
  await settle();
  expect(page.toldTo('fleet')).toEqual([{ type: 'robot.choose', serialNumber: SN }]);
  world.refuses = 'robotForeign';
  page.actor.send({ type: 'page.queryChanged', query: { serialNumber: 'U1-1' } });
  await settle();
  expect(page.toldTo('fleet')).toHaveLength(1);
  page.stop();
});
