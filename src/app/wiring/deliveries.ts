/** Wires the deliveries to the API; days are whole days in the time zone of the site. */
import { fromPromise } from 'xstate';
import { deliveries } from '../../../contract/endpoints/deliveries.ts';
import type { Delivery } from '../../../contract/entities/delivery.ts';
import { PAGE_SIZE } from '../../../contract/rules/limits.ts';
import {
  type Board,
  type Compartment,
  deliveriesMachine,
  type RecordsRequest,
} from '../../machines/deliveries/deliveries.machine.ts';
import type { ListResult } from '../../machines/factories/pagedList.ts';
import { createClient } from '../../services/api.ts';
import type { Services } from '../services.ts';
import { spanOf } from './spanOf.ts';
import { wireDeliveryDetail } from './deliveryDetail.ts';
import { exportJobs } from './exportJob.ts';
import { siteIn } from './fleetSite.ts';
import { wireNewDelivery } from './newDelivery.ts';

export function wireDeliveries(services: Services) {
  const { transport, language, world } = services;
  const { clock } = world;
  const api = createClient(deliveries, transport);
  const saveExport = exportJobs(services);

  const filterOf = ({ robots, statuses, origins, text, site, ...days }: RecordsRequest, zone: string) => ({
    serialNumberStr: robots.join(','),
    siteId: site,
    statuses: [...statuses],
    origins: [...origins],
    text: text.trim(),
    ...spanOf(days, zone, clock.now()),
  });
  async function exportFile(request: RecordsRequest, zone: string, signal: AbortSignal): Promise<void> {
    await saveExport(
      {
        begin: () => api.export({ ...filterOf(request, zone), language: language(), timeZone: zone }),
        stateOf: (exportId, during) => api.exportState({ exportId }, { signal: during }),
        cancel: (exportId) => api.cancelExport({ exportId }),
      },
      'deliveryExportFailed',
      signal,
    );
  }

  return deliveriesMachine.provide({
    actors: {
      loadList: fromPromise<ListResult<Delivery>, RecordsRequest>(async ({ input, signal, system }) => {
        const { zone } = await siteIn(system, input.site, signal);
        return await api.list({ ...filterOf(input, zone), page: input.page, limit: PAGE_SIZE.first }, { signal });
      }),
      loadBoard: fromPromise<Board, { site: string }>(async ({ input, signal, system }) => {
        const { siteId } = await siteIn(system, input.site, signal);
        return { siteId, ...(await api.board({ siteId }, { signal })) };
      }),
      clearCompartment: fromPromise<void, Compartment>(async ({ input }) => void (await api.clearCompartment(input))),
      exportDeliveries: fromPromise<void, RecordsRequest>(async ({ input, signal, system }) =>
        exportFile(input, (await siteIn(system, input.site, signal)).zone, signal),
      ),
      newDelivery: wireNewDelivery(services),
      deliveryDetail: wireDeliveryDetail(services),
    },
  });
}
