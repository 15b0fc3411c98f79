/**
 * Starts a machine as in the console: under a root, beside siblings that only record the events they receive. A test
 * can thus check what a machine sends to the others, and send events in their name.
 */
import {
  type ActorRefFrom,
  type AnyActorLogic,
  type AnyEventObject,
  createActor,
  fromCallback,
  type InputFrom,
  setup,
  SimulatedClock,
} from 'xstate';
import type { SiblingName } from '../../src/machines/app/events.ts';

const SIBLINGS: readonly SiblingName[] = [
  'app',
  'session',
  'navigation',
  'connection',
  'fleet',
  'notices',
  'preferences',
  'pendingStops',
  'frame',
  'alarms',
  'calls',
  'screen',
];

export function startUnderApp<Logic extends AnyActorLogic>(
  logic: Logic,
  { as, input, clock = new SimulatedClock() }: { as: SiblingName; input?: InputFrom<Logic>; clock?: SimulatedClock },
) {
  const told: { to: SiblingName; event: AnyEventObject }[] = [];
  const scribe = fromCallback<AnyEventObject, { name: SiblingName }>(({ input: { name }, receive }) =>
    receive((event) => void told.push({ to: name, event })),
  );
  const root = createActor(
    setup({ actors: { scribe, tried: logic as AnyActorLogic } }).createMachine({
      invoke: [
        ...SIBLINGS.filter((name) => name !== as).map((name) => ({
          src: 'scribe' as const,
          id: name,
          systemId: name,
          input: { name },
        })),
        { src: 'tried' as const, id: as, systemId: as, input: input as never },
      ],
    }),
    { clock },
  ).start();
  return {
    actor: root.system.get(as) as unknown as ActorRefFrom<Logic>,
    clock,
    told,
    /** The events that a sibling received, oldest first. */
    toldTo: (name: SiblingName) => told.filter(({ to }) => to === name).map(({ event }) => event),
    stop: () => root.stop(),
  };
}
