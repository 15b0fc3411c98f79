/** Wires the maps of a site to the API and to a file reader in a worker. */
import { fromPromise } from 'xstate';
import { files } from '../../../contract/endpoints/files.ts';
import type { MapFloor } from '../../../contract/entities/map.ts';
import { BASE_ERRORS } from '../../../contract/wire/baseApiError.ts';
import type { ImportRequest } from '../../machines/maps/mapImport.machine.ts';
import { mapsMachine } from '../../machines/maps/maps.machine.ts';
import type { Belongings, KeptDialog, MapDoing, MapsResult } from '../../machines/maps/maps.setup.ts';
import { failureOf, isFailure } from '../../machines/failure.ts';
import type { MapReader } from '../../services/mapReader.ts';
import { createClient } from '../../services/api.ts';
import type { Services } from '../services.ts';
import { keptForm } from './keptForm.ts';
import { wireDrawnFloors } from './drawnFloors.ts';
import { wireLif } from './lifImport.ts';
import { wireMapImport } from './mapImport.ts';
import { wireMapScans } from './mapScans.ts';

const namesOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names)
    .map(([robot, name]) => ({ robot, name: name.trim() }))
    .filter(({ name }) => name !== '');

export function wireMaps(services: Services) {
  const { present, world } = services;
  const { api } = present();
  const fileCalls = createClient(files, services.transport);

  /** Request ids by content: a request without a response is repeated with the same id, and is executed once. */
  const requests = new Map<string, string>();
  const requestOf = ({ read: { key }, replaced, placing, fields, robotNames, leaveOutside }: ImportRequest): string => {
    const wish = JSON.stringify([key, replaced?.id, placing, fields, robotNames, leaveOutside]);
    const id = requests.get(wish) ?? world.newId();
    requests.set(wish, id);
    return id;
  };
  const saved = async (wish: ImportRequest, reader: MapReader, signal: AbortSignal): Promise<MapFloor> => {
    const {
      siteId,
      replaced,
      read,
      placing: { resolution, origin },
      fields,
      robotNames,
      leaveOutside,
    } = wish;
    const options = { signal, id: requestOf(wish) };
    const picture = {
      picture: reader.encoded(read.key),
      resolution,
      originX: origin.x,
      originY: origin.y,
      originYaw: origin.yaw,
      ...read.meta,
    };
    const sent = replaced
      ? api.mapFiles.replacePicture({ mapId: replaced.id, ...picture, leaveOutside }, options)
      : api.mapFiles.importMap(
          { siteId, floor: fields.floor, name: fields.name, ...picture, robotNames: namesOf(robotNames) },
          options,
        );
    return sent.catch((error: unknown) => {
      // The server has responded: a retry after an error is a new request.
      if (!isFailure(failureOf(error), BASE_ERRORS.networkFailed, BASE_ERRORS.requestTimedOut)) requests.clear();
      throw error;
    });
  };
  const fetchScan = async (fileId: string, signal: AbortSignal): Promise<File> => {
    const { url } = await fileCalls.address({ fileId }, { signal });
    const answer = await fetch(url, { signal });
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
    return new File([await answer.blob()], 'map.zip');
  };
  const done = (doing: MapDoing, signal: AbortSignal): Promise<unknown> => {
    switch (doing.act) {
      case 'change':
        return api.mapFiles.update(
          {
            mapId: doing.map.id,
            name: doing.fields.name,
            floor: doing.fields.floor,
            robotNames: namesOf(doing.fields.robotNames),
          },
          { signal },
        );
      case 'makeDefault':
        return api.mapFiles.update({ mapId: doing.map.id, isDefault: true }, { signal });
      case 'order':
        return api.mapFiles.order({ siteId: doing.siteId, order: [...doing.order] }, { signal });
      case 'delete':
        return api.mapFiles.remove({ mapId: doing.map.id, revision: doing.map.revision }, { signal });
    }
  };

  const edit = keptForm<KeptDialog>({ world }, 'maps');
  return mapsMachine.provide({
    actions: { keepDialog: (_, { kept }) => edit.keep(kept) },
    actors: {
      recallDialog: edit.recall,
      loadMaps: fromPromise<MapsResult, { siteId: string; serialNumber: string }>(async ({ input, signal }) => {
        const { sites, maps } = await api.maps.ofSites({}, { signal });
        const robot =
          input.serialNumber && input.siteId === ''
            ? await api.maps.list({ serialNumber: input.serialNumber }, { signal }).catch(() => [])
            : [];
        const site =
          sites.find(({ id }) => id === input.siteId) ?? sites.find(({ id }) => id === robot[0]?.siteId) ?? sites[0];
        if (!site) return { siteId: '', sites, floors: [], robots: [], plans: [] };
        const { maps: floors, robots } = await api.mapFiles.ofSite({ siteId: site.id }, { signal });
        return { siteId: site.id, sites, floors, robots, plans: maps.filter(({ siteId }) => siteId === site.id) };
      }),
      loadBelongings: fromPromise<Belongings, { mapId: string }>(({ input, signal }) =>
        api.mapFiles.belongings(input, { signal }),
      ),
      carryOut: fromPromise<unknown, { doing: MapDoing | null }>(async ({ input: { doing }, signal }) =>
        doing ? done(doing, signal) : null,
      ),
      exportMap: fromPromise<void, { mapId: string; format: 'ros' | 'lif' }>(async ({ input, signal }) => {
        const file = await api.mapFiles.exportMap(input, { signal });
        world.save(file, file.name);
      }),
      drawnFloors: wireDrawnFloors(services),
      lifImport: wireLif(services),
      mapScans: wireMapScans(services),
      mapImport: wireMapImport(saved, (imported) => edit.keep(imported && { imported }), fetchScan),
    },
  });
}
