/** Commands to robots (spec 7 "Navigation"): checked with robotCan's rules, written to the ledger, then sent. */
import { createHash } from 'node:crypto';
import type { Handlers } from '../../contract/endpoint.ts';
import type { commands as catalogue } from '../../contract/endpoints/commands.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import { commandById, commandPage } from '../db/repositories/commands.ts';
import { liftStops } from '../db/repositories/stops.ts';
import { action, orderTo } from '../fleet/messages.ts';
import { toCommandDto } from '../fleet/presenters.ts';
import type { FileStore } from '../files/fileStore.ts';
import type { RequestContext } from '../requestContext.ts';
import { createBlockedPlaces } from './blockedPlaces.ts';
import { createCommandIssuer, namedIn } from './commandIssuer.ts';
import { createDisinfectionEffects } from './disinfections.ts';
import { createRouteRunEffects } from './routeRuns.ts';
import { bayFor, destinationOf } from './destinations.ts';
import { createOrderSender } from './orderSender.ts';

/** Derived from the request, so that a repeat on any server results in the same Stop. */
const stopIdOf = (userId: string, requestId: string): string =>
  createHash('sha256')
    .update(`${userId} ${requestId}`)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/u, '$1-$2-8$3-8$4-$5');

export function createCommandHandlers(
  deps: AppDeps & { store?: FileStore; placePatienceMs?: number },
): Handlers<typeof catalogue, RequestContext> {
  const { fleet, now } = deps;
  const { fleetCache, ledger, toRobot } = fleet;
  const { demand, ask } = createCommandIssuer(deps);
  const isBlocked = createBlockedPlaces(deps);
  const { endFor, setCycle } = createRouteRunEffects(deps);
  const { endDisinfectionFor } = createDisinfectionEffects(deps);

  const orderSender = (serialNumber: string, id: string, goal: Parameters<typeof orderTo>[2], charges: boolean) =>
    createOrderSender(deps, serialNumber, (start) => orderTo(id, start, goal, charges));

  return {
    async goTo(input, context) {
      const { serialNumber } = input;
      const { replaces, areaId, mapId, coordinateX = NaN, coordinateY = NaN } = input;
      const place = { mapId, x: coordinateX, y: coordinateY };
      await demand('goTo', serialNumber, context, { replaces, ...(areaId === '' && { place }) });
      const destination = destinationOf(input, fleet);
      const { name, nodeId, mapName, x, y, theta } = destination;
      if (await isBlocked(context.db, destination))
        throw new ApiError('pointBlocked', { field: areaId === '' ? 'coordinateX' : 'areaId' });
      return ask(context, { serialNumber, kind: 'goTo', target: name, targetId: nodeId }, (row) =>
        orderSender(serialNumber, row.id, { nodeId, mapName, x, y, theta }, false),
      );
    },

    async stop({ serialNumber }, context) {
      if (!fleetCache.robot(serialNumber)) throw new ApiError('robotUnknown', { field: 'serialNumber' });
      const { userId, nickname, requestId, onLastKnownRights } = context;
      const row = await fleet.stop({
        id: stopIdOf(userId, requestId),
        serialNumber,
        userId,
        name: namedIn(nickname),
        at: now(),
        onLastKnownRights,
      });
      return toCommandDto(row, context.language);
    },

    async resume({ serialNumber, stopIds, cycleType }, context) {
      await demand('resume', serialNumber, context);
      if (cycleType) await setCycle(context, serialNumber, cycleType);
      if (fleet.stopsOf(serialNumber).some(({ isRecorded }) => !isRecorded)) throw new ApiError('stopNotRecorded');
      const { lifted, withdrawn, left } = await liftStops(context.db, serialNumber, stopIds, new Date(now()));
      return ask(context, { serialNumber, kind: 'resume' }, (row) => {
        let isDone = false;
        let isFree = left === 0;
        return async () => {
          if (!isDone) {
            isDone = true;
            isFree = fleet.lifted(serialNumber, lifted) && isFree;
            ledger.withdrawn(withdrawn);
          }
          // The Resume may have waited for its robot, and a later Stop holds. No await between this check and the send.
          if (isFree && fleet.stopsOf(serialNumber).length === 0) return sendAction(serialNumber, 'stopPause', row.id);
          await ledger.advance(row.id, { to: 'failed', reason: { type: 'robotStillHeld', description: '' } });
          return false;
        };
      });
    },

    async cancel({ serialNumber }, context) {
      await demand('cancel', serialNumber, context);
      const wasOnRun =
        (await endFor(context, serialNumber, 'cancelledBy')) ||
        (await endDisinfectionFor(context, serialNumber, 'cancelledBy'));
      return ask(context, { serialNumber, kind: 'cancel' }, (row) => async () => {
        // Between two orders of a route run the robot has nothing to cancel: ending the run completes the command. During
        // a disinfection its order has no nodes left, so that is judged by the action.
        const isWorking = fleet.hasOrder(serialNumber) || fleet.disinfections.isCarriedOut(serialNumber);
        if (!wasOnRun || isWorking) return sendAction(serialNumber, 'cancelOrder', row.id);
        await ledger.advance(row.id, { to: 'finished' });
        return false;
      });
    },

    async charge({ serialNumber, isNavigationRobot, replaces }, context) {
      await demand('charge', serialNumber, context, { replaces });
      await endFor(context, serialNumber, 'charging');
      await endDisinfectionFor(context, serialNumber, 'charging');
      // What the robot says of itself counts more than the request: one that does not navigate cannot follow an order.
      const navigates = isNavigationRobot && fleetCache.abilitiesOf(serialNumber).navigate;
      const bay = navigates ? bayFor(serialNumber, fleet) : null;
      if (!bay) {
        // Without a charging point on its maps, or without the map, a real robot can still find its own charger.
        if (navigates && fleetCache.robot(serialNumber)?.simulated) throw new ApiError('noChargingPoint');
        return ask(
          context,
          { serialNumber, kind: 'charge' },
          (row) => () => sendAction(serialNumber, 'startCharging', row.id),
        );
      }
      return ask(context, { serialNumber, kind: 'charge', target: bay.name, targetId: bay.nodeId }, (row) =>
        orderSender(serialNumber, row.id, bay, true),
      );
    },

    async relocate({ serialNumber, locationX, locationY, theta, mapId, replaces }, context) {
      await demand('relocate', serialNumber, context, { replaces });
      const onMap = mapId || fleet.live(serialNumber, 'enUS').pose?.mapId || fleetCache.mapsOf(serialNumber)[0] || '';
      const { mapName, x, y } = destinationOf(
        { serialNumber, areaId: '', mapId: onMap, coordinateX: locationX, coordinateY: locationY, theta },
        fleet,
        { anyFloor: true },
      );
      return ask(
        context,
        { serialNumber, kind: 'relocate' },
        (row) => () =>
          sendAction(serialNumber, 'initPosition', row.id, {
            x,
            y,
            theta,
            mapId: mapName,
            lastNodeId: fleet.lastNodeOf(serialNumber),
          }),
      );
    },

    async list({ serialNumber, page, limit }, context) {
      const { total, rows } = await commandPage(context.db, serialNumber, { page, limit });
      return { total, rows: rows.map((row) => toCommandDto(row, context.language)) };
    },

    async get({ commandId }, context) {
      const row = await commandById(context.db, commandId);
      if (!row) throw new ApiError('notFound');
      return toCommandDto(row, context.language);
    },
  };

  async function sendAction(
    serialNumber: string,
    type: string,
    id: string,
    parameters: Record<string, string | number> = {},
  ): Promise<boolean> {
    const robot = fleetCache.robot(serialNumber);
    if (!robot || fleet.live(serialNumber, 'enUS').connection !== 'online') return false;
    await toRobot.act(robot, [action(type, id, parameters, 'HARD')]);
    return true;
  }
}
