/** Wires the form for a new delivery to the API and to what is kept from the last one. */
import { fromPromise } from 'xstate';
import { deliveries } from '../../../contract/endpoints/deliveries.ts';
import type { Delivery, DeliveryPromise } from '../../../contract/entities/delivery.ts';
import {
  type DeliveryOrder,
  newDeliveryMachine,
  type Recipient,
  type SitePlaces,
} from '../../machines/deliveries/newDelivery.machine.ts';
import { createClient } from '../../services/api.ts';
import { deliveryChoicesIn } from '../../services/pageChoices.ts';
import type { Services } from '../services.ts';
import { loadPlaces, nextTime } from './deliverySites.ts';
import { siteIn, type System } from './fleetSite.ts';

export function wireNewDelivery({ present, transport, world: { clock, storage, newId } }: Services) {
  const api = createClient(deliveries, transport);
  /** The request of the last draft whose answer did not arrive. */
  let unanswered: { draft: string; id: string } | null = null;
  const wanted = async ({ siteId, draft }: DeliveryOrder, system: System, signal: AbortSignal) => {
    const { country, loaderPhoneNumber, notBefore, ...rest } = draft;
    return {
      ...rest,
      siteId,
      loaderPhoneNumber,
      countryAreaCode: country,
      loaderCountryAreaCode: country,
      notBefore: notBefore === '' ? 0 : nextTime(notBefore, (await siteIn(system, siteId, signal)).zone, clock.now()),
    };
  };
  const choices = deliveryChoicesIn(storage);
  return newDeliveryMachine.provide({
    actors: {
      loadPlaces: fromPromise<SitePlaces, { siteId: string }>(async ({ input, signal, system }) => {
        const { siteId, serialNumber } = await siteIn(system, input.siteId, signal);
        return {
          siteId,
          places: await loadPlaces(present().api.maps, serialNumber, signal),
          kept: choices.of(siteId),
        };
      }),
      askPromise: fromPromise<{ time: number; promise: DeliveryPromise }, DeliveryOrder>(
        async ({ input, signal, system }) => api.preview(await wanted(input, system, signal), { signal }),
      ),
      lastTo: fromPromise<Recipient | null, { areaId: string }>(({ input, signal }) => api.lastTo(input, { signal })),
      send: fromPromise<Delivery, DeliveryOrder>(async ({ input, signal, system }) => {
        const draft = JSON.stringify(input);
        const id = unanswered?.draft === draft ? unanswered.id : newId();
        unanswered = { draft, id };
        const made = await api.create(await wanted(input, system, signal), { id });
        unanswered = null;
        return made;
      }),
    },
    actions: { keepChoice: (_, { siteId, kept }) => choices.keep(siteId, kept) },
  });
}
