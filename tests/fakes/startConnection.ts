/** Links and watchdog as the console runs them, with a cloud that tests switch on and off, on a clock that only tests move. */
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
    /** Time goes on, and what the cloud answered in it arrives. */
    async pass(ms: number) {
      clock.increment(ms);
      await settle();
      await settle();
    },
  };
}
