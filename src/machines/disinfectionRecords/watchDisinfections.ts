/** Reports to its parent which disinfections are in progress, at the start and on every change. */
import { type ActorRefFrom, type EventObject, fromCallback } from 'xstate';
import type { fleetMachine } from '../fleet/fleet.machine.ts';

export interface DisinfectionsChanged {
  type: 'disinfections.changed';
  runs: readonly { id: string; revision: number }[];
}

export const watchDisinfections = fromCallback<EventObject, undefined>(({ sendBack, system }) => {
  const fleet = system.get('fleet') as ActorRefFrom<typeof fleetMachine> | undefined;
  let last = '';
  const sendChanges = ({ context: { robots, order } }: ReturnType<NonNullable<typeof fleet>['getSnapshot']>): void => {
    const runs = order.flatMap((serialNumber) => robots[serialNumber]?.live.disinfection ?? []);
    const text = JSON.stringify(runs);
    if (text !== last) sendBack({ type: 'disinfections.changed', runs } satisfies DisinfectionsChanged);
    last = text;
  };
  if (fleet) sendChanges(fleet.getSnapshot());
  const subscription = fleet?.subscribe(sendChanges);
  return () => subscription?.unsubscribe();
});
