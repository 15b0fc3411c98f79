/** Floors that robots map: an order like the others, whose result is a file of the robot. */
import type { Handlers } from '../../contract/endpoint.ts';
import type { mapScans as catalogue } from '../../contract/endpoints/mapScans.ts';
import { MAP_SCANS_LISTED, MAP_SCANS_MS } from '../../contract/rules/mapLimits.ts';
import { rightsOf } from '../../contract/rules/rights.ts';
import { BUILD_MAP } from '../../contract/rules/robotCan.ts';
import type { AppDeps } from '../appDeps.ts';
import { nameIn } from '../db/localName.ts';
import { relationOf } from '../db/relation.ts';
import { mapScansOf } from '../db/repositories/commands.ts';
import { robotsOf } from '../db/repositories/robots.ts';
import { orderToMap } from '../fleet/messages.ts';
import { toCommandDto } from '../fleet/presenters.ts';
import type { RequestContext } from '../requestContext.ts';
import { createCommandIssuer } from './commandIssuer.ts';
import { createOrderSender } from './orderSender.ts';

export function createMapScanHandlers(deps: AppDeps): Handlers<typeof catalogue, RequestContext> {
  const { fleet, now } = deps;
  const { fleetCache } = fleet;
  const { demand, ask } = createCommandIssuer(deps);
  return {
    async start({ serialNumber, replaces }, context) {
      await demand('buildMap', serialNumber, context, { replaces });
      return ask(context, { serialNumber, kind: 'buildMap' }, ({ id }) =>
        createOrderSender(deps, serialNumber, (start) => orderToMap(id, start)),
      );
    },

    async list({ siteId }, { db, userId, roles, language }) {
      const own = (await robotsOf(db, userId)).filter(
        ({ robot, relation }) =>
          robot.siteId === siteId && rightsOf(roles, relationOf(relation)).includes('administer'),
      );
      const names = new Map(own.map(({ robot: { serialNumber, name } }) => [serialNumber, nameIn(name, language)]));
      const rows = await mapScansOf(db, [...names.keys()], {
        since: new Date(now() - MAP_SCANS_MS),
        limit: MAP_SCANS_LISTED,
      });
      return {
        scans: rows.map((row) => {
          const { id, serialNumber, state, reason, askedBy, askedAt, endedAt, fileId } = toCommandDto(row, language);
          const { task } = fleet.live(serialNumber, language);
          return {
            id,
            serialNumber,
            robotName: names.get(serialNumber) ?? serialNumber,
            state,
            progress: state === 'running' && task?.kind === 'mapping' ? task.progress : null,
            reason,
            askedBy: askedBy.name,
            askedAt,
            endedAt,
            fileId: fileId ?? null,
          };
        }),
        robots: own
          .filter(({ robot }) => fleetCache.abilitiesOf(robot.serialNumber).actions.includes(BUILD_MAP))
          .map(({ robot: { serialNumber } }) => ({ serialNumber, name: names.get(serialNumber) ?? serialNumber })),
      };
    },
  };
}
