/** The maps of a site, made of their calls and of a reader of files that works beside the page. */
import { type EventObject, fromCallback, fromPromise } from 'xstate';
import type { MapFloor } from '../../../contract/entities/map.ts';
import { type ImportEvent, type ImportWish, mapImportMachine } from '../../machines/maps/mapImport.machine.ts';
import { type Belongings, type MapDoing, type MapsFound, mapsMachine } from '../../machines/maps/maps.machine.ts';
import { createMapReader } from '../../services/mapReader.ts';
import type { Services } from '../services.ts';

const namesOf = (names: Readonly<Record<string, string>>) => Object.entries(names).map(([robot, name]) => ({ robot, name: name.trim() })).filter(({ name }) => name !== '');

export function wireMaps({ present, world }: Services) {
  const { api } = present();
  const reader = createMapReader(() => new Worker(new URL('../../services/mapFile.worker.ts', import.meta.url), { type: 'module' }));

  const saved = async ({ siteId, replaced, read, placing: { resolution, origin }, fields, robotNames, leaveOutside }: ImportWish, signal: AbortSignal): Promise<MapFloor> => {
    const picture = { picture: reader.encoded(read.key), resolution, originX: origin.x, originY: origin.y, originYaw: origin.yaw, ...read.meta };
    return replaced
      ? api.mapFiles.replacePicture({ mapId: replaced.id, ...picture, leaveOutside }, { signal })
      : api.mapFiles.importMap({ siteId, floor: fields.floor, name: fields.name, ...picture, robotNames: namesOf(robotNames) }, { signal });
  };
  const done = (doing: MapDoing, signal: AbortSignal): Promise<unknown> => {
    switch (doing.act) {
      case 'change': return api.mapFiles.update({ mapId: doing.map.id, name: doing.fields.name, floor: doing.fields.floor, robotNames: namesOf(doing.fields.robotNames) }, { signal });
      case 'makeDefault': return api.mapFiles.update({ mapId: doing.map.id, isDefault: true }, { signal });
      case 'order': return api.mapFiles.order({ siteId: doing.siteId, order: [...doing.order] }, { signal });
      case 'delete': return api.mapFiles.remove({ mapId: doing.map.id, revision: doing.map.revision }, { signal });
    }
  };

  return mapsMachine.provide({
    actors: {
      loadMaps: fromPromise<MapsFound, { siteId: string; serialNumber: string }>(async ({ input, signal }) => {
        const { sites, maps } = await api.maps.ofSites({}, { signal });
        const robot = input.serialNumber && input.siteId === '' ? await api.maps.list({ serialNumber: input.serialNumber }, { signal }).catch(() => []) : [];
        const site = sites.find(({ id }) => id === input.siteId) ?? sites.find(({ id }) => id === robot[0]?.siteId) ?? sites[0];
        if (!site) return { siteId: '', sites, floors: [], robots: [], plans: [] };
        const { maps: floors, robots } = await api.mapFiles.ofSite({ siteId: site.id }, { signal });
        return { siteId: site.id, sites, floors, robots, plans: maps.filter(({ siteId }) => siteId === site.id) };
      }),
      loadBelongings: fromPromise<Belongings, { mapId: string }>(({ input, signal }) => api.mapFiles.belongings(input, { signal })),
      carryOut: fromPromise<unknown, { doing: MapDoing | null }>(async ({ input: { doing }, signal }) => (doing ? done(doing, signal) : null)),
      exportMap: fromPromise<void, { mapId: string; format: 'ros' | 'lif' }>(async ({ input, signal }) => {
        const file = await api.mapFiles.exportMap(input, { signal });
        world.save(file, file.name);
      }),
      mapImport: mapImportMachine.provide({
        actors: {
          readFiles: fromCallback<EventObject, { files: readonly File[] }>(({ input, sendBack }) => {
            const say = (event: ImportEvent): void => sendBack(event);
            return reader.read(input.files, {
              progress: (part) => say({ type: 'read.progressed', done: part }),
              done: (read) => say({ type: 'read.done', read }),
              fault: (fault) => say({ type: 'read.failed', fault }),
            });
          }),
          saveImport: fromPromise<MapFloor, { wish: ImportWish | null }>(({ input: { wish }, signal }) => {
            if (!wish) throw new Error('nothing to save');
            return saved(wish, signal);
          }),
        },
        actions: { forgetRead: (_, { key }) => reader.forget(key) },
      }),
    },
  });
}
