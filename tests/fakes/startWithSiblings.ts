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
  fromTransition,
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
  {
    as,
    input,
    clock = new SimulatedClock(),
    app = {},
  }: {
    as: SiblingName;
    input?: InputFrom<Logic>;
    clock?: SimulatedClock;
    /** Context of the root, for machines that read it: the page that is shown. */
    app?: object;
  },
) {
  const told: { to: SiblingName; event: AnyEventObject }[] = [];
  const scribe = fromCallback<AnyEventObject, { name: SiblingName }>(({ input: { name }, receive }) =>
    receive((event) => void told.push({ to: name, event })),
  );
  const shown = fromTransition((context: object, event: AnyEventObject) => {
    told.push({ to: 'app', event });
    return context;
  }, app);
  const root = createActor(
    setup({ actors: { scribe, shown, tried: logic as AnyActorLogic } }).createMachine({
      invoke: [
        ...(as === 'app' ? [] : [{ src: 'shown' as const, id: 'app', systemId: 'app' }]),
        ...SIBLINGS.filter((name) => name !== as && name !== 'app').map((name) => ({
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
