/** The quality of the picture in a call: chosen by the person, lowered by itself on a slow link, and raised again. */
import { expect, it } from 'vitest';
import { type EventObject, fromCallback, SimulatedClock } from 'xstate';
import { GOOD_MEASUREMENTS, SLOW_MEASUREMENTS } from '../../../contract/rules/videoQuality.ts';
import { callMediaMachine } from '../../../src/machines/calls/callMedia.machine.ts';
import { selectCallQuality, selectIsCallSlow } from '../../../src/machines/calls/callMedia.selectors.ts';
import type { CallDevice, CallMediaEvent, CarryInput } from '../../../src/machines/calls/callMedia.setup.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

const FIGURES = { framesPerSecond: 15, kilobitsPerSecond: 900, width: 1280, height: 720, roundTrip: 20, delay: 90 };

function start() {
  const clock = new SimulatedClock();
  /** What the robot is asked for, connection by connection. */
  const asked: string[][] = [];
  let report: (event: CallMediaEvent) => void = () => {};
  const { actor } = startUnderApp(
    callMediaMachine.provide({
      actors: {
        carry: fromCallback<EventObject, CarryInput>(({ input: { quality }, sendBack, receive }) => {
          const qualities: string[] = [quality];
          asked.push(qualities);
          report = sendBack as typeof report;
          receive((event) => void qualities.push((event as unknown as CarryInput).quality));
        }),
        openDevice: fromCallback<EventObject, { callId: string; device: CallDevice }>(() => () => undefined),
      },
    }),
    { as: 'calls', input: { serialNumber: 'U1', callId: 'call-1', camera: true }, clock },
  );
  report({ type: 'media.flowing', at: 1 });
  return {
    actor,
    clock,
    asked,
    report: (event: CallMediaEvent) => report(event),
    measure(times: number, change: Partial<typeof FIGURES> = {}): void {
      for (let n = 0; n < times; n += 1)
        report({ type: 'media.measured', figures: { ...FIGURES, ...change }, at: 10 + n });
    },
    quality: () => selectCallQuality(actor.getSnapshot()),
    isSlow: () => selectIsCallSlow(actor.getSnapshot()),
  };
}

it('is lowered after some slow measurements in a row, says so, and comes back after many good ones', () => {
  const { asked, measure, quality, isSlow } = start();
  measure(SLOW_MEASUREMENTS - 1, { delay: 800 });
  measure(1);
  measure(SLOW_MEASUREMENTS - 1, { framesPerSecond: 3 });
  expect(quality()).toBe('720p');
  measure(1, { framesPerSecond: 3 });
  expect([quality(), isSlow()]).toEqual(['360p', true]);
  measure(GOOD_MEASUREMENTS - 1);
  expect([quality(), isSlow()]).toEqual(['360p', true]);
  measure(1);
  expect([quality(), isSlow()]).toEqual(['720p', false]);
  expect(asked).toEqual([['720p', '360p', '720p']]);
});

it('stays lowered over an interruption, and a choice of the person is tried at once', () => {
  const { actor, clock, asked, report, measure, quality } = start();
  measure(SLOW_MEASUREMENTS, { delay: 800 });
  report({ type: 'media.ended' });
  clock.increment(1_500);
  expect(asked).toEqual([['720p', '360p'], ['360p']]);
  actor.send({ type: 'quality.choose', quality: '720p' });
  expect(quality()).toBe('720p');
  report({ type: 'media.flowing', at: 2 });
  measure(SLOW_MEASUREMENTS - 1, { delay: 800 });
  expect(quality()).toBe('720p');
  measure(1, { delay: 800 });
  expect(asked[1]).toEqual(['360p', '720p', '360p']);
});

it('of a person who chose 360p is neither raised nor asked for again, and is kept without a connection', () => {
  const { actor, clock, asked, report, measure } = start();
  actor.send({ type: 'quality.choose', quality: '360p' });
  measure(GOOD_MEASUREMENTS + 1);
  expect(asked).toEqual([['720p', '360p']]);
  report({ type: 'media.ended' });
  actor.send({ type: 'quality.choose', quality: '720p' });
  clock.increment(1_500);
  expect(asked[1]).toEqual(['720p']);
});
