/** Wires one delivery to the API: its history with the floor, its codes, and the acts. */
import { type EventObject, fromCallback, fromPromise } from 'xstate';
import { deliveries } from '../../../contract/endpoints/deliveries.ts';
import { files } from '../../../contract/endpoints/files.ts';
import type { CodeType, Delivery, DeliveryPerson } from '../../../contract/entities/delivery.ts';
import {
  type DeliveryDetailEvent,
  deliveryDetailMachine,
  type DeliveryDetailInput,
  type DeliveryDetails,
  type DeliveryTask,
} from '../../machines/deliveries/deliveryDetail.machine.ts';
import type { DeliveryPlaceChoice } from '../../machines/deliveries/places.ts';
import { failureOf } from '../../machines/failure.ts';
import { createClient } from '../../services/api.ts';
import { writeClipboard } from '../../services/clipboard.ts';
import type { Services } from '../services.ts';
import { loadPlaces } from './deliverySites.ts';
import { siteIn } from './fleetSite.ts';

/** An address that ends sooner is asked for again. */
const ADDRESS_SPARE_MS = 5 * 60_000;

export function wireDeliveryDetail({ present, transport, world: { clock } }: Services) {
  const api = createClient(deliveries, transport);
  const fileCalls = createClient(files, transport);
  const act = (deliveryId: string, task: DeliveryTask): Promise<Delivery> => {
    switch (task.type) {
      case 'resendCode':
        return api.resendCode({ deliveryId, type: task.code });
      case 'redirect':
        return api.redirect({ deliveryId, to: task.to });
      case 'cancel':
        return api.cancel({ deliveryId });
      case 'openCabinet':
        return api.openCabinet({ deliveryId });
      case 'sendBack':
        return api.sendBack({ deliveryId });
      case 'moreTime':
        return api.moreTime({ deliveryId });
      case 'acknowledge':
        return api.acknowledge({ deliveryId });
    }
  };
  const mapOf = async ({ delivery, track }: Pick<DeliveryDetails, 'delivery' | 'track'>, signal: AbortSignal) => {
    const mapId = track.at(-1)?.mapId;
    const { serialNumber } = delivery;
    if (mapId === undefined || serialNumber === '') return null;
    // The map can be gone; the delivery is shown without it.
    return present()
      .api.maps.get({ serialNumber, mapId }, { signal })
      .catch(() => null);
  };
  /** The details are loaded every few seconds, and an address lasts an hour. */
  let known = { fileId: '', url: '', until: 0 };
  const photoOf = async (
    { time, delivery: { photo } }: Pick<DeliveryDetails, 'time' | 'delivery'>,
    signal: AbortSignal,
  ): Promise<string> => {
    const { fileId } = photo;
    if (fileId === '') return '';
    if (known.fileId !== fileId || known.until < time + ADDRESS_SPARE_MS) {
      // The photo can be deleted between the two calls; the delivery is shown without it.
      const address = await fileCalls.address({ fileId }, { signal }).catch(() => null);
      if (!address) return '';
      known = { ...address, fileId };
    }
    return known.url;
  };
  return deliveryDetailMachine.provide({
    actors: {
      loadDetails: fromPromise<DeliveryDetails, DeliveryDetailInput>(async ({ input, signal }) => {
        const found = await api.details(input, { signal });
        const [map, photoUrl] = await Promise.all([mapOf(found, signal), photoOf(found, signal)]);
        return { ...found, map, photoUrl };
      }),
      loadPlaces: fromPromise<{ places: readonly DeliveryPlaceChoice[] }, { siteId: string }>(
        async ({ input, signal, system }) => {
          const { serialNumber } = await siteIn(system, input.siteId, signal);
          return { places: await loadPlaces(present().api.maps, serialNumber, signal) };
        },
      ),
      act: fromPromise<{ changed: Delivery; at: number }, { deliveryId: string; task: DeliveryTask }>(
        async ({ input }) => ({ changed: await act(input.deliveryId, input.task), at: clock.now() }),
      ),
      revealCode: fromPromise<{ code: string }, { deliveryId: string; code: CodeType }>(
        async ({ input: { deliveryId, code } }) => ({
          code: (await api.revealCode({ deliveryId, type: code })).code,
        }),
      ),
      revealPhone: fromPromise<{ phoneNumber: string }, { deliveryId: string; person: DeliveryPerson }>(({ input }) =>
        api.revealPhone(input),
      ),
      copyPhone: fromPromise<{ isCopied: boolean }, { phone: string }>(async ({ input }) => ({
        isCopied: await writeClipboard(input.phone),
      })),
      cancelLater: fromCallback<EventObject, { deliveryId: string; afterMs: number }>(
        ({ input: { deliveryId, afterMs }, sendBack, receive }) => {
          let isOpen = true;
          const end = (changed: Delivery | null, error: unknown): void =>
            sendBack({
              type: 'cancel.ended',
              changed,
              failure: error === null ? null : failureOf(error),
              at: clock.now(),
            } satisfies DeliveryDetailEvent);
          const send = (): void => {
            if (!isOpen) return;
            isOpen = false;
            void api.cancel({ deliveryId }).then(
              (changed) => end(changed, null),
              (error: unknown) => end(null, error),
            );
          };
          const timer = setTimeout(send, afterMs);
          receive(({ type }) => {
            if (type !== 'cancel.undo' || !isOpen) return;
            isOpen = false;
            sendBack({ type: 'cancel.undone' } satisfies DeliveryDetailEvent);
          });
          sendBack({ type: 'cancel.begun', at: clock.now() } satisfies DeliveryDetailEvent);
          return () => {
            clearTimeout(timer);
            // Closing the details does not undo it.
            send();
          };
        },
      ),
    },
  });
}
