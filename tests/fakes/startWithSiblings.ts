/**
 * Starts one machine where the console would: under a root, beside siblings that only write down what they are told. So a
 * test sees what a machine says to the others, and may speak for them.
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
    /** What one sibling was told, oldest first. */
    toldTo: (name: SiblingName) => told.filter(({ to }) => to === name).map(({ event }) => event),
    stop: () => root.stop(),
  };
}
