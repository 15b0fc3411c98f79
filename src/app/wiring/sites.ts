/** Wires the sites to the API. */
import { fromPromise } from 'xstate';
import { sites } from '../../../contract/endpoints/sites.ts';
import { ApiError } from '../../../contract/wire/errors.ts';
import { degreesOf, type SiteFields, siteFormMachine } from '../../machines/sites/siteForm.machine.ts';
import {
  type SitesRequest,
  type SitesResult,
  sitesMachine,
  type SiteTask,
} from '../../machines/sites/sites.machine.ts';
import type { SiteShown } from '../../machines/sites/siteShown.ts';
import { createClient } from '../../services/api.ts';
import type { Services } from '../services.ts';
import { keptEditor } from './keptForm.ts';

export function wireSites({ present, transport, world }: Services) {
  const { api } = present();
  const calls = createClient(sites, transport);

  const load = async ({ siteId: wanted }: SitesRequest, signal: AbortSignal): Promise<SitesResult> => {
    const rows = await api.maps.sites({}, { signal });
    const site = rows.find(({ id }) => id === wanted) ?? rows[0];
    if (!site) return { rows, total: 0, siteId: '', equipment: null, plans: [] };
    const [equipment, { maps }] = await Promise.all([
      calls.equipment({ siteId: site.id }, { signal }),
      api.maps.ofSites({}, { signal }),
    ]);
    const plans = maps.filter(({ siteId }) => siteId === site.id);
    return { rows, total: rows.length, siteId: site.id, equipment, plans };
  };

  const save = async (fields: SiteFields, signal: AbortSignal): Promise<null> => {
    const { what, siteId, id, revision, zhCN, enUS, timeZone, address, phoneNumber } = fields;
    const { mapId, openedBy, relayUrl, isOutOfService } = fields;
    const name = { zhCN, enUS };
    const opening = { openedBy, relayUrl, isOutOfService, openSeconds: Number(fields.openSeconds) };
    switch (what) {
      case 'site': {
        const [latitude, longitude] = [degreesOf(fields.latitude), degreesOf(fields.longitude)];
        const place = { ...(latitude !== null && { latitude }), ...(longitude !== null && { longitude }) };
        const batteryReserve = Number(fields.batteryReserve);
        await calls.save(
          { siteId: id, name, timeZone, address, phoneNumber, ...place, batteryReserve, revision },
          { signal },
        );
        return null;
      }
      case 'lift': {
        const stops = Object.entries(fields.stops)
          .filter(([, areaId]) => areaId !== '')
          .map(([floor, areaId]) => ({ mapId: floor, areaId }));
        await calls.saveLift({ siteId, elevatorId: id, name, stops, ...opening, revision }, { signal });
        return null;
      }
      case 'door':
        await calls.saveDoor(
          { mapId, doorId: id, name, areaIds: [...fields.areaIds], ...opening, revision },
          { signal },
        );
        return null;
    }
  };

  /** Saves the lift with another boarding point on one floor, based on the revision that was on the screen. */
  const saveStop = async ({ id, siteId, mapId, areaId, revision }: SiteTask, signal: AbortSignal): Promise<null> => {
    const { lifts } = await calls.equipment({ siteId }, { signal });
    const lift = lifts.find((one) => one.id === id);
    if (!lift) throw new ApiError('notFound');
    const kept = lift.stops.filter((stop) => stop.mapId !== mapId && stop.state !== 'untied');
    const stops = [...kept, { mapId, areaId }]
      .filter((stop) => stop.areaId !== '')
      .map((stop) => ({ mapId: stop.mapId, areaId: stop.areaId }));
    const { names: name, openedBy, relayUrl, openSeconds, isOutOfService } = lift;
    await calls.saveLift(
      { siteId, elevatorId: id, name, stops, openedBy, relayUrl, openSeconds, isOutOfService, revision },
      { signal },
    );
    return null;
  };

  const act = async (task: SiteTask, signal: AbortSignal): Promise<SiteShown | null> => {
    const { act: wanted, id, kind, mapId, revision } = task;
    switch (wanted) {
      case 'deleteSite':
        return calls.remove({ siteId: id, revision }, { signal });
      case 'deleteLift':
        return calls.deleteLift({ elevatorId: id, revision }, { signal });
      case 'deleteDoor':
        return calls.deleteDoor({ doorId: id, revision }, { signal });
      case 'chooseStop':
      case 'clearStop':
        return saveStop(task, signal);
      case 'testLift':
        return { what: 'test', ...(await calls.testLift({ elevatorId: id, mapId }, { signal, once: true })) };
      case 'testDoor':
        return { what: 'test', ...(await calls.testDoor({ doorId: id }, { signal, once: true })) };
      case 'showKey':
      case 'renewKey': {
        const { key } = await calls.relayKey({ kind, equipmentId: id, renew: wanted === 'renewKey' }, { signal });
        return { what: 'key', key };
      }
    }
  };

  const { recallDialog, keepDialog, keepDraft } = keptEditor<SiteFields>({ world }, 'sites');
  return sitesMachine.provide({
    actions: { keepDialog },
    actors: {
      recallDialog,
      loadList: fromPromise<SitesResult, SitesRequest>(({ input, signal }) => load(input, signal)),
      form: siteFormMachine.provide({
        actions: { keepDraft },
        actors: {
          save: fromPromise<SiteShown | null, { fields: SiteFields }>(({ input, signal }) =>
            save(input.fields, signal),
          ),
        },
      }),
      act: fromPromise<SiteShown | null, { task: SiteTask }>(({ input, signal }) => act(input.task, signal)),
    },
  });
}
