/** Wires the page of labels to the API. */
import { fromPromise } from 'xstate';
import { pointLabels } from '../../../contract/endpoints/pointLabels.ts';
import type { AccountRole } from '../../../contract/entities/constants.ts';
import { hasRight } from '../../../contract/rules/rights.ts';
import {
  type LabelsResult,
  type PartRequest,
  pointLabelsMachine,
} from '../../machines/pointLabels/pointLabels.machine.ts';
import { createClient } from '../../services/api.ts';
import type { Services } from '../services.ts';

const APP = '/mini-program';

export function wirePointLabels({ present, transport, world }: Services) {
  const { api } = present();
  const labels = createClient(pointLabels, transport);
  // Uses the server's configured origin, else the origin of this administrator's browser.
  const host = world.origin;

  return pointLabelsMachine.provide({
    actors: {
      loadPoints: fromPromise<LabelsResult, { serialNumber: string; roles: readonly string[] }>(
        async ({ input: { serialNumber, roles }, signal }) => {
          const [maps, { relation }] = await Promise.all([
            api.maps.pointsOf({ serialNumber }, { signal }),
            api.robots.detailBySerialNumber({ serialNumber }, { signal }),
          ]);
          const floors = maps.map(({ mapId, name, floor, points }) => ({
            mapId,
            name,
            floor,
            points: points.map(({ areaId, name: called, attributes }) => ({ areaId, name: called, attributes })),
          }));
          const first = floors.flatMap(({ points }) => points)[0];
          const opened = first ? (await labels.open({ areaId: first.areaId, host }, { signal })).point : null;
          return {
            floors,
            site: opened?.site ?? '',
            origin: opened ? opened.address.slice(0, opened.address.indexOf(APP)) : '',
            // The account's roles are those of its user info.
            mayPrint: hasRight(roles as readonly AccountRole[], relation, 'administer'),
          };
        },
      ),
      printPart: fromPromise<void, { wish: PartRequest }>(
        async ({
          input: {
            wish: { mapId, ids, ...rest },
          },
          signal,
        }) => {
          const file = await labels.exportLabels({ ...rest, indoorMapId: mapId, ids: [...ids], host }, { signal });
          world.save(file, file.name);
        },
      ),
    },
  });
}
