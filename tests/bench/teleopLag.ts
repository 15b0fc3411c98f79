/**
 * Driving by hand through a network that lags, as a simulation: the console's own chart at one end, a simulated robot at
 * the other, all on one clock that only this file moves. What `npm run flood` prints of it, and what the tests hold.
 */
import { createActor, fromCallback, SimulatedClock } from 'xstate';
import { TELEOP_INTERVAL_MS } from '../../contract/rules/limits.ts';
import type { TeleopEcho } from '../../contract/wire/actions.ts';
import { randomFrom } from '../../demo/random.ts';
import { ROBOTS } from '../../demo/roster.ts';
import { TICK, World } from '../../simulator/fleet/world.ts';
import { driveMachine } from '../../src/machines/robotData/drive.machine.ts';
import {
  selectCause,
  selectEnded,
  selectIsDriving,
  selectRoundTrip,
} from '../../src/machines/robotData/drive.selectors.ts';
import { createPulseLog } from '../../src/services/teleopPublisher.ts';

const LEASE = 7;
const ROBOT = 'W1-2308-0417';
const STEP_MS = 5;
const TICK_MS = TICK * 1_000;
const ROUND = { mapId: 'harbour-1f', pose: { x: 33, y: 17, theta: 0 } };
const NOTHING = fromCallback(() => {});

/** ms by which a byte that leaves at a time arrives later; order is kept, as TCP keeps it. */
export type Delay = (now: number) => number;
export interface Network {
  up: Delay;
  down: Delay;
}

interface Sent {
  lease: number;
  sequence: number;
  stamp: number;
  vx: number;
  wz: number;
}

function line<Message>(delay: Delay, arrive: (message: Message, at: number) => void) {
  const waiting: { message: Message; due: number }[] = [];
  let last = 0;
  return {
    send(message: Message, now: number): void {
      last = Math.max(last, now + delay(now));
      waiting.push({ message, due: last });
    },
    flow(now: number): void {
      for (let first = waiting[0]; first && first.due <= now; first = waiting[0]) {
        waiting.shift();
        arrive(first.message, now);
      }
    },
  };
}

/** @param reckless a console that sends what the hand asks whatever it hears: what then holds is the robot's own doing */
export function startLagging({ up, down }: Network, { reckless = false, phase = 0 } = {}) {
  let now = 0;
  const spec = ROBOTS.find(({ serialNumber }) => serialNumber === ROBOT);
  if (!spec) throw new Error(`no robot ${ROBOT}`);
  const world = new World({
    robots: [{ ...spec, battery: 80, round: [], ...ROUND }],
    seed: 1,
    startAt: 0,
    ticks: () => now,
  });
  const robot = world.robot(ROBOT);
  if (!robot) throw new Error(`no robot ${ROBOT}`);
  robot.handleInstantActions({
    headerId: 0,
    timestamp: new Date(0).toISOString(),
    version: '2.1.0',
    manufacturer: 'Roundhouse',
    serialNumber: ROBOT,
    actions: [
      {
        actionType: 'controlLease',
        actionId: 'lease',
        blockingType: 'HARD',
        actionParameters: [{ key: 'lease', value: LEASE }],
      },
    ],
  });

  const clock = new SimulatedClock();
  const log = createPulseLog();
  const hand = { forward: 0, turn: 0, sequence: 0, stamp: -1 };
  const ended: string[] = [];
  const there = line<Sent>(up, (message) => robot.handleTeleop(message));
  const back = line<TeleopEcho>(down, (echo, at) => {
    hand.stamp = echo.stamp;
    actor.send({ type: 'echo.heard', echo, at, leftAt: log.leftAt({ ...echo, serialNumber: ROBOT }) });
  });
  const send = (message: Sent): void => {
    log.note({ ...message, serialNumber: ROBOT }, now);
    there.send(message, now);
  };
  const actor = createActor(
    driveMachine.provide({
      actors: { keyboard: NOTHING, gamepad: NOTHING },
      actions: {
        sendPulse: (_, { serialNumber: _robot, ...message }) => {
          if (!reckless) send(message);
        },
      },
    }),
    { input: { serialNumber: ROBOT, maxSpeed: 1 }, clock },
  ).start();
  let wasDriving = false;
  actor.subscribe((snapshot) => {
    const isDriving = selectIsDriving(snapshot);
    const why = selectEnded(snapshot);
    if (wasDriving && !isDriving && why !== null) ended.push(why);
    wasDriving = isDriving;
  });
  actor.send({ type: 'link.opened' });
  actor.send({ type: 'lease.gained', number: LEASE });
  const sendReckless = (): void =>
    send({ lease: LEASE, sequence: hand.sequence++, stamp: hand.stamp, vx: hand.forward * 0.45, wz: hand.turn * 0.9 });

  const sim = {
    robot,
    /** Why each drive ended that no hand ended. */
    ended,
    now: () => now,
    isDriving: () => selectIsDriving(actor.getSnapshot()),
    cause: () => selectCause(actor.getSnapshot()),
    roundTrip: () => selectRoundTrip(actor.getSnapshot()),
    isRefused: () => actor.getSnapshot().hasTag('refused'),
    /** In a circle, where nothing stands in the way for however long. */
    push(on: boolean): void {
      hand.forward = hand.turn = on ? 1 : 0;
      actor.send({ type: 'stick.set', source: 'pad', forward: hand.forward, turn: hand.turn });
      if (reckless) sendReckless();
    },
    pass(ms: number, each: () => void = () => {}): void {
      for (const until = now + ms; now < until;) {
        now += STEP_MS;
        there.flow(now);
        back.flow(now);
        clock.increment(STEP_MS);
        if (reckless && now % TELEOP_INTERVAL_MS === 0) sendReckless();
        if ((now + phase) % TICK_MS !== 0) continue;
        world.step(TICK);
        const echo = robot.echo();
        if (echo) back.send(echo, now);
        each();
      }
    },
    /** The hand lets go: how long until the wheels are told to stand, until they do, and what way that takes. */
    letGo(watchedMs = 2_000): AfterLettingGo {
      const from = now;
      const { v } = robot.body.motion;
      const figures = { commandedMs: 0, standingMs: 0, metres: 0 };
      sim.push(false);
      let { x, y, v: before } = robot.body.motion;
      if (v === 0) return figures;
      sim.pass(watchedMs, () => {
        const motion = robot.body.motion;
        figures.metres += Math.hypot(motion.x - x, motion.y - y);
        ({ x, y } = motion);
        if (figures.commandedMs === 0 && motion.v < v) figures.commandedMs = now - from;
        if (before > 0 && motion.v === 0) figures.standingMs = now - from;
        before = motion.v;
      });
      return figures;
    },
  };
  return sim;
}

/** ms since the hand let go, and metres driven since. */
export interface AfterLettingGo {
  commandedMs: number;
  standingMs: number;
  metres: number;
}

export interface LagFigures extends AfterLettingGo {
  /** The round trip with which control was refused behind this lag both ways from the first byte, ms; null when it was not. */
  refusedAt: number | null;
}

const BEFORE_MS = 20;
/** Until the round trip is measured, once the first echo is there. */
const MEASURED_MS = 1_200;
/** Until it drives at a steady speed. */
const STEADY_MS = 1_200;
/** Where in the beat of messages and ticks the hand lets go, and how long after the lag began. */
const PHASES_MS = [0, 35];
const AFTER_LAG_MS = [0, 60, 200, 330];

/** The worst of all ways in which a lag of so much each way meets a hand that lets go: there from the first byte or come later, one way or both. */
export function lagFigures(lag: number): LagFigures {
  const found: AfterLettingGo[] = [];
  let refusedAt: number | null = null;
  const run = (network: Network, settling: number, pushing: number, reckless: boolean, phase: number): void => {
    const sim = startLagging(network, { reckless, phase });
    sim.pass(settling);
    if (sim.isRefused()) refusedAt = Math.max(refusedAt ?? 0, sim.roundTrip() ?? 0);
    sim.push(true);
    sim.pass(pushing);
    // What is late may come as late as that.
    found.push(sim.letGo(2_000 + 2 * lag));
  };
  for (const phase of PHASES_MS) {
    for (const reckless of [false, true]) {
      const constant = { up: () => lag, down: () => lag };
      for (const network of [constant, { ...constant, down: () => 0 }, { ...constant, up: () => 0 }])
        run(network, MEASURED_MS + 2 * lag, STEADY_MS + lag, reckless, phase);
      for (const after of AFTER_LAG_MS) {
        const later: Delay = (now) => (now >= MEASURED_MS + STEADY_MS ? lag : BEFORE_MS);
        for (const network of [
          { up: later, down: later },
          { up: later, down: () => BEFORE_MS },
          { up: () => BEFORE_MS, down: later },
        ])
          run(network, MEASURED_MS, STEADY_MS + after, reckless, phase);
      }
    }
  }
  const worst = (of: (one: AfterLettingGo) => number): number => Math.max(...found.map(of));
  return {
    refusedAt,
    commandedMs: worst(({ commandedMs }) => commandedMs),
    standingMs: worst(({ standingMs }) => standingMs),
    metres: worst(({ metres }) => metres),
  };
}

/** Stops a minute that no hand asked for, behind a round trip with a tenth of it as jitter. */
export function falseStops(roundTrip: number, minutes = 3): number {
  const random = randomFrom(roundTrip);
  const delay: Delay = () => (roundTrip / 2) * (0.9 + 0.2 * random());
  const sim = startLagging({ up: delay, down: delay });
  sim.pass(3_000);
  for (const until = sim.now() + minutes * 60_000; sim.now() < until;) {
    if (!sim.isDriving()) {
      sim.push(false);
      sim.pass(300);
      sim.push(true);
    }
    sim.pass(100);
  }
  return sim.ended.length / minutes;
}
