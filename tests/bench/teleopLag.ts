/**
 * Simulates teleop over a lagging network: the console's own machine at one end, a simulated robot at the other, on one
 * clock that only this file advances. The figures are checked by tests/simulator/robot/lag.test.ts.
 */
import { createActor, fromCallback, SimulatedClock } from 'xstate';
import { TELEOP_INTERVAL_MS } from '../../contract/rules/limits.ts';
import type { TeleopEcho } from '../../contract/wire/actions.ts';
import { randomFrom } from '../../demo/random.ts';
import { ROBOTS } from '../../demo/roster.ts';
import { TICK, World } from '../../simulator/fleet/world.ts';
import { teleopMachine } from '../../src/machines/robotData/teleop.machine.ts';
import {
  selectCause,
  selectEnded,
  selectIsDriving,
  selectRoundTrip,
} from '../../src/machines/robotData/teleop.selectors.ts';
import { createSentTeleopLog } from '../../src/services/teleopPublisher.ts';

const LEASE = 7;
const ROBOT = 'W1-2308-0417';
const STEP_MS = 5;
const TICK_MS = TICK * 1_000;
const ROUND = { mapId: 'harbour-1f', pose: { x: 33, y: 17, theta: 0 } };
const NOTHING = fromCallback(() => {});

/** Delay in ms of a byte sent at a given time; order is kept, as with TCP. */
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

/**
 * @param reckless a console that sends the operator's input whatever it receives: shows the robot's own safeguards
 * alone
 */
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
  const log = createSentTeleopLog();
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
    teleopMachine.provide({
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
  actor.send({ type: 'mqttLink.opened' });
  actor.send({ type: 'lease.gained', number: LEASE });
  const sendReckless = (): void =>
    send({ lease: LEASE, sequence: hand.sequence++, stamp: hand.stamp, vx: hand.forward * 0.45, wz: hand.turn * 0.9 });

  const sim = {
    robot,
    /** Why teleop ended each time without the operator's release. */
    ended,
    now: () => now,
    isDriving: () => selectIsDriving(actor.getSnapshot()),
    cause: () => selectCause(actor.getSnapshot()),
    roundTrip: () => selectRoundTrip(actor.getSnapshot()),
    isRefused: () => actor.getSnapshot().hasTag('refused'),
    /** Drives in a circle, without obstacles for any duration. */
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
    /**
     * The operator releases the controls: time until zero is commanded, time until the robot stands, and distance until
     * then.
     */
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

/** ms since the release, and metres driven since. */
export interface AfterLettingGo {
  commandedMs: number;
  standingMs: number;
  metres: number;
}

export interface LagFigures extends AfterLettingGo {
  /**
   * Round-trip time at which control was refused with this lag both ways from the start, ms; null if it was not
   * refused.
   */
  refusedAt: number | null;
}

const BEFORE_MS = 20;
/** Time to measure the round trip, after the first echo. */
const MEASURED_MS = 1_200;
/** Time to reach a steady speed. */
const STEADY_MS = 1_200;
/**
 * Phase of the release within the message and simulation ticks, and delay of the release after the start of the lag.
 */
const PHASES_MS = [0, 35];
const AFTER_LAG_MS = [0, 60, 200, 330];

/**
 * The worst figures over all combinations of a lag of this size and a release: lag from the start or later, one way or
 * both.
 */
export function lagFigures(lag: number): LagFigures {
  const found: AfterLettingGo[] = [];
  let refusedAt: number | null = null;
  const run = (network: Network, settling: number, pushing: number, reckless: boolean, phase: number): void => {
    const sim = startLagging(network, { reckless, phase });
    sim.pass(settling);
    if (sim.isRefused()) refusedAt = Math.max(refusedAt ?? 0, sim.roundTrip() ?? 0);
    sim.push(true);
    sim.pass(pushing);
    // Late messages can arrive after this time.
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

/** Stops per minute without the operator's release, at a round-trip time with 10 % jitter. */
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
