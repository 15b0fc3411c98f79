/** The dry run, in a separate chunk: the machine with its effects, and its panel. */
import { type ActorRefFrom, type AnyMachineSnapshot, type EventObject, fromCallback, fromPromise } from 'xstate';
import { ApiError } from '../../../contract/wire/errors.ts';
import type { appMachine } from '../../machines/app/app.machine.ts';
import { systemActor } from '../../machines/app/events.ts';
import { redactionRules } from '../../machines/recording/redactionRules.ts';
import { createRedactor } from '../../machines/recording/redact.ts';
import type { NavigationContext } from '../../machines/navigation/navigation.machine.ts';
import { knownSegments } from '../../machines/navigation/knownSegments.ts';
import type { CaughtEvent, Press } from '../../machines/peek/explained.ts';
import { type PeekEvent, peekMachine } from '../../machines/peek/peek.machine.ts';
import { machineOf } from '../../machines/xstateInternals.ts';
import type { Pages } from '../pageEntry.ts';
import type { Services } from '../services.ts';
import { actorNameOf, simulateEvent, statesOf } from './simulateEvent.ts';
import { candidatesOf } from './candidates.ts';
import { type Caught, type CaughtPress, interceptPresses } from './interceptPresses.ts';
import { jsonText } from './payloadText.ts';
import { robotRowOf } from './robotRow.ts';

export { PeekPanel } from '../../ui/peek/PeekPanel.tsx';

/** Limit of explained events; a press that sends more sends them in sequence. */
const MOST_EVENTS = 4;

export function wirePeek(
  services: Services,
  root: ActorRefFrom<typeof appMachine>,
  pages: Pages,
  page: () => Window = () => window,
) {
  const system = root.system as { get(name: string): ReturnType<typeof root.system.get> };
  let caught: { number: number; press: CaughtPress } | null = null;

  const routes = () => {
    const { access } = (
      systemActor(root.system, 'navigation').getSnapshot() as unknown as { context: NavigationContext }
    ).context;
    return access.who === 'user' ? access.routes : [];
  };
  const payloadOf = ({ target, event }: Caught): string => {
    const redactor = createRedactor(() => knownSegments(routes()));
    const { type: _, ...fields } = redactor.event(redactionRules[machineOf(target)?.id ?? ''], event, (id) => id);
    return Object.keys(fields).length === 0 ? '' : jsonText(fields);
  };
  const explainEvent = async (one: Caught): Promise<CaughtEvent> => {
    const { target, event, snapshot } = one;
    const machine = machineOf(target)?.id ?? null;
    const explained = {
      event: event.type,
      payload: payloadOf(one),
      actor: actorNameOf(target),
      machine,
      state: statesOf(snapshot),
      candidates: machine === null ? [] : candidatesOf(snapshot as AnyMachineSnapshot, event),
      row: await robotRowOf(system.get('screen'), event, services.world.clock.now()),
    };
    try {
      return {
        ...explained,
        aftermath: await simulateEvent({ root, services, pages, page: page().document }, target, event),
        said: '',
      };
    } catch (error) {
      return { ...explained, aftermath: null, said: error instanceof Error ? error.message : String(error) };
    }
  };
  const explain = async (number: number): Promise<Press> => {
    if (caught?.number !== number) throw new ApiError('unknownError');
    const { name, reason, events } = caught.press;
    return { control: name, reason, events: await Promise.all(events.slice(0, MOST_EVENTS).map(explainEvent)) };
  };

  return peekMachine.provide({
    actors: {
      catchPresses: fromCallback<EventObject>(({ sendBack }) =>
        interceptPresses({ page: page(), root, own: () => system.get('peek') }, (press) => {
          caught = { number: (caught?.number ?? 0) + 1, press };
          sendBack({ type: 'press.caught', number: caught.number } satisfies PeekEvent);
        }),
      ),
      explain: fromPromise<Press, { number: number }>(({ input }) => explain(input.number)),
    },
  });
}
