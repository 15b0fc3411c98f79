/** The teleop machine on a simulated clock, with a fake robot that echoes. */
import { createActor, fromCallback, SimulatedClock } from 'xstate';
import { TELEOP_ECHO_INTERVAL_MS } from '../../contract/rules/limits.ts';
import type { TeleopEcho } from '../../contract/wire/actions.ts';
import { teleopMachine } from '../../src/machines/robotData/teleop.machine.ts';
import type { TeleopPulse } from '../../src/machines/robotData/teleop.setup.ts';

export const LEASE = 7;

export function startTeleop() {
  const clock = new SimulatedClock();
  const sent: TeleopPulse[] = [];
  const leftAt: number[] = [];
  /** `trip`: ms by which an echo is older than the message it confirms. */
  const robot = {
    echoes: true,
    hears: true,
    obeyed: -1,
    stamp: 0,
    trip: 0,
    lease: LEASE,
    halted: null as TeleopEcho['halted'],
  };
  const listening = new Set<string>();
  const source = (name: string) =>
    fromCallback(() => {
      listening.add(name);
      return () => void listening.delete(name);
    });
  const actor = createActor(
    teleopMachine.provide({
      actors: { keyboard: source('keyboard'), gamepad: source('gamepad') },
      actions: {
        sendPulse: (_, pulse) => {
          sent.push(pulse);
          leftAt[pulse.sequence] = clock.now();
          if (robot.hears) robot.obeyed = pulse.sequence;
        },
      },
    }),
    { input: { serialNumber: 'SN', maxSpeed: 1 }, clock },
  ).start();

  const hand = {
    actor,
    clock,
    sent,
    robot,
    listening,
    last: () => sent.at(-1),
    /** Advances the clock; the robot echoes at 20 Hz. */
    pass(ms: number) {
      for (let gone = 0; gone < ms; gone += 50) {
        clock.increment(50);
        if (robot.echoes && clock.now() % TELEOP_ECHO_INTERVAL_MS === 0) hand.echo();
      }
      return hand;
    },
    echo() {
      const left = leftAt[robot.obeyed];
      actor.send({
        type: 'echo.heard',
        at: clock.now(),
        leftAt: left === undefined ? null : left - robot.trip,
        echo: {
          lease: robot.lease,
          sequence: robot.obeyed,
          stamp: robot.stamp++,
          waited: 0,
          halted: robot.halted,
          vx: 0,
          wz: 0,
        },
      });
      return hand;
    },
    push(forward: number, turn = 0, source: 'pad' | 'keyboard' = 'pad') {
      actor.send({ type: 'stick.set', source, forward, turn });
      return hand;
    },
    letGo: () => hand.push(0, 0),
    /** Opens the link, gains the lease, and measures the round-trip time: ready for teleop. */
    ready() {
      actor.send({ type: 'mqttLink.opened' });
      actor.send({ type: 'lease.gained', number: LEASE });
      return hand.pass(1_200);
    },
    /** The messages sent within the next `ms`. */
    sentWithin(ms: number) {
      const from = sent.length;
      hand.pass(ms);
      return sent.slice(from);
    },
  };
  return hand;
}

export const stands = ({ vx, wz }: { vx: number; wz: number }): boolean => vx === 0 && wz === 0;
