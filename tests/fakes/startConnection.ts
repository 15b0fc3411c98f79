/** Links and watchdog as in the console, with an API that tests switch on and off, on a simulated clock. */
import { fromPromise, SimulatedClock } from 'xstate';
import { connectionMachine } from '../../src/machines/connection/connection.machine.ts';
import { fakeBroker } from './fakeLink.ts';
import { settle } from './settle.ts';
import { wiredLink } from './startLink.ts';
import { startUnderApp } from './startWithSiblings.ts';

export function startConnection() {
  const broker = fakeBroker();
  const sent: string[] = [];
  const cloud = { answers: true, asked: 0 };
  const started = startUnderApp(
    connectionMachine.provide({
      actors: {
        link: wiredLink(broker, [], sent),
        askCloud: fromPromise<void>(async () => {
          cloud.asked += 1;
          if (!cloud.answers) throw new Error('no answer');
        }),
      },
    }),
    { as: 'connection', clock: new SimulatedClock() },
  );
  const { actor, clock } = started;
  return {
    ...started,
    broker,
    cloud,
    sent,
    beat: (state: 'ok' | 'slow' | 'down' = 'ok') => actor.send({ type: 'feed.beaten', broker: state }),
    /** Advances the clock and delivers the responses of that time. */
    async pass(ms: number) {
      clock.increment(ms);
      await settle();
      await settle();
    },
  };
}
