/**
 * Starts a machine with the real pendingStops machine as a sibling, as in the console, with a fake cloud that answers,
 * is unreachable, hangs or refuses.
 */
import {
  type ActorRefFrom,
  type AnyActorLogic,
  type AnyEventObject,
  createActor,
  fromCallback,
  fromPromise,
  type InputFrom,
  setup,
  SimulatedClock,
} from 'xstate';
import { ApiError, type ErrorName } from '../../contract/wire/errors.ts';
import type { FoundStop, KeptStop, Person } from '../../src/machines/app/events.ts';
import { pendingStopMachine, type StopSent } from '../../src/machines/pendingStops/pendingStop.machine.ts';
import { pendingStopsMachine } from '../../src/machines/pendingStops/pendingStops.machine.ts';

export const ME: Person = { userId: 'me', name: 'Lin Wei' };
export interface StopsCloud {
  answers: boolean;
  hangs: boolean;
  no: ErrorName | null;
  /** User id of each request. */
  asked: string[];
}

/** The machine with in-memory effects. @param kept the browser's stored Stops, by serial number */
export function stopsInMemory(clock: { now(): number }, kept = new Map<string, FoundStop>()) {
  const cloud: StopsCloud = { answers: true, hangs: false, no: null, asked: [] };
  const tab = { guarded: false };
  const machine = pendingStopsMachine.provide({
    actors: {
      pendingStop: pendingStopMachine.provide({
        actors: {
          sendStop: fromPromise<StopSent, { stop: KeptStop; user: Person }>(async ({ input: { user } }) => {
            cloud.asked.push(user.userId);
            if (cloud.hangs) await new Promise(() => {});
            if (cloud.no) throw new ApiError(cloud.no);
            if (!cloud.answers) throw new ApiError('networkFailed');
            return { result: 'sent', at: clock.now() };
          }),
        },
        actions: {
          keepStop: (_, { stop }) => void kept.set(stop.serialNumber, { stop, age: 0 }),
          forgetStop: (_, { serialNumber }) => void kept.delete(serialNumber),
        },
      }),
      readKept: fromPromise<readonly FoundStop[]>(async () => [...kept.values()]),
      guardTab: fromCallback(() => {
        tab.guarded = true;
        return () => {
          tab.guarded = false;
        };
      }),
      loadBar: fromPromise<void>(async () => {}),
    },
  });
  return { machine, cloud, kept, tab };
}

interface BesideOptions<Logic extends AnyActorLogic> {
  input?: InputFrom<Logic>;
  clock?: SimulatedClock;
  memory?: ReturnType<typeof stopsInMemory>;
}

export function startBesideStops<Logic extends AnyActorLogic>(
  logic: Logic,
  { input, clock = new SimulatedClock(), memory = stopsInMemory(clock) }: BesideOptions<Logic>,
) {
  const { machine, cloud, kept, tab } = memory;
  const silent = fromCallback<AnyEventObject>(() => {});
  const root = createActor(
    setup({ actors: { stops: machine, tried: logic as AnyActorLogic, silent } }).createMachine({
      invoke: [
        { src: 'silent', systemId: 'navigation', id: 'navigation' },
        { src: 'silent', systemId: 'notices', id: 'notices' },
        { src: 'stops', id: 'pendingStops', systemId: 'pendingStops' },
        { src: 'tried', id: 'tried', systemId: 'tried', input: input as never },
      ],
    }),
    { clock },
  ).start();
  const stops = root.system.get('pendingStops') as unknown as ActorRefFrom<typeof pendingStopsMachine>;
  stops.send({ type: 'user.changed', user: ME });
  return { actor: root.system.get('tried') as unknown as ActorRefFrom<Logic>, stops, clock, cloud, kept, tab };
}
