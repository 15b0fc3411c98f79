/** All robots of the installation, for account administrators: list, changes, credentials, moving and retiring. */
import type { Handlers } from '../../contract/endpoint.ts';
import type { robotFleet } from '../../contract/endpoints/robotFleet.ts';
import type { FleetSite } from '../../contract/entities/fleetRobot.ts';
import { ApiError, ERRORS } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import { hashOf } from '../broker/credentials.ts';
import type { Db } from '../db/database.ts';
import { nameIn } from '../db/localName.ts';
import { forgetRules } from '../db/repositories/alarmContacts.ts';
import { record } from '../db/repositories/audit.ts';
import { claimOf, NO_CLAIM } from '../db/repositories/claims.ts';
import { openOf } from '../db/repositories/deliveries.ts';
import { deleteFaceGrants } from '../db/repositories/faceGrants.ts';
import { siteExists } from '../db/repositories/resourceOwners.ts';
import {
  belongingsOfRobot,
  changeSerialNumber,
  countLives,
  dropDefaultRoute,
  fleetPage,
  lockedRobot,
  manufacturersOf,
  mapNamesOfRobots,
  refreshRelations,
  replaceMapNames,
  sitesWithMaps,
} from '../db/repositories/robotFleet.ts';
import { changeRobot, hasSuperAdmin, robotsAlike, type RobotRow } from '../db/repositories/robots.ts';
import { countActiveTasks } from '../db/repositories/schedules.ts';
import { zipOf } from '../files/zip.ts';
import type { RequestContext } from '../requestContext.ts';
import { passwordIssuer } from '../security/simulatedPassword.ts';
import { claimHashOf, newClaimCode } from './claimCode.ts';
import { claimQrOf } from './claimQr.ts';
import { demandRoleGiver } from './claimRoles.ts';
import { describeFleetRobot } from './describeFleetRobot.ts';
import type { DeliveryParts } from './deliveryFeature.ts';
import { canBeTakenOver, endRobotWork } from './endRobotWork.ts';
import { createFaceRobots } from './faceRobots.ts';
import { fleetCsv } from './fleetExport.ts';
import { checkedMaps, isReserved, kindOfModel, registerRobots, storedName } from './registerRobot.ts';
import { createRelationNotifications } from './relationNotifications.ts';
import { type RegistrationNeeds, robotConnectionOf } from './robotConnection.ts';

const MANUFACTURERS_SHOWN = 50;

export function createRobotFleetHandlers(
  deps: AppDeps & RegistrationNeeds & { deliveries: Pick<DeliveryParts, 'notify' | 'queue' | 'tellRobot'> },
): Handlers<typeof robotFleet, RequestContext> {
  const { broker, fleet, now, publicUrl, deliveries } = deps;
  const notifyRelations = createRelationNotifications({ broker, fleet });
  const faceRobots = createFaceRobots({ ...deps, fleet: () => fleet });

  /** @throws ApiError robotUnknown */
  const known = async (db: Db, serialNumber: string, field: string): Promise<RobotRow> => {
    const robot = await lockedRobot(db, serialNumber);
    if (!robot) throw new ApiError('robotUnknown', { field });
    return robot;
  };

  /** @throws ApiError robotUnknown, robotRetired */
  const inUse = async (db: Db, serialNumber: string, field: string): Promise<RobotRow> => {
    const robot = await known(db, serialNumber, field);
    if (robot.retiredAt) throw new ApiError('robotRetired', { field });
    return robot;
  };

  /** Why the robot cannot be taken away now. A retired robot does nothing that could be interrupted. */
  const obstacleTo = (
    act: 'move' | 'retire',
    { serialNumber, retiredAt }: Pick<RobotRow, 'serialNumber' | 'retiredAt'>,
  ): 'robotMoving' | 'robotTaken' | null => {
    if (retiredAt) return null;
    const live = fleet.live(serialNumber, 'enUS');
    const online = live.connection === 'online';
    // A lost robot can be retired without being online; its route run then fails.
    if (act === 'retire' && !online) return null;
    if (live.leaseHolder !== null || (act === 'move' && fleet.stopsOf(serialNumber).length > 0)) return 'robotTaken';
    const isRunning = fleet.routeRuns.of(serialNumber) ?? fleet.disinfections.of(serialNumber);
    return (online && (live.driving || live.busy)) || isRunning ? 'robotMoving' : null;
  };

  return {
    async list(filter, context) {
      const { db, language } = context;
      const { total, rows } = await fleetPage(db, filter);
      const names = await mapNamesOfRobots(
        db,
        rows.map(({ robot }) => robot.serialNumber),
      );
      const sites = new Map<string, FleetSite>();
      for (const { siteId, siteName, mapId, mapName, floor } of await sitesWithMaps(db)) {
        const site = sites.get(siteId) ?? { siteId, siteName: nameIn(siteName, language), maps: [] };
        if (mapId !== null) site.maps.push({ mapId, mapName: nameIn(mapName ?? '', language), floor: floor ?? '' });
        sites.set(siteId, site);
      }
      return {
        serverTime: now(),
        total,
        rows: rows.map((row) =>
          describeFleetRobot(
            row,
            names.filter(({ serialNumber }) => serialNumber === row.robot.serialNumber),
            language,
            deps,
          ),
        ),
        counts: await countLives(db),
        sites: [...sites.values()],
        manufacturers: await manufacturersOf(db, MANUFACTURERS_SHOWN),
      };
    },

    async export({ timeZone, ...filter }, { db, language, userId }) {
      await record(db, { userId, act: 'robot.exportFleet', subject: 'fleet', after: { ...filter, timeZone } });
      return {
        contentType: 'text/csv; charset=utf-8',
        fileName: `robots-${new Date(now()).toISOString().slice(0, 10)}.csv`,
        bytes: fleetCsv(db, filter, {
          language,
          timeZone,
          lastMessageAt: (serialNumber) => fleet.live(serialNumber, language).at,
        }),
      };
    },

    async checkSerialNumber({ typed }, { db, language }) {
      const [found] = await robotsAlike(db, [typed]);
      return {
        takenBy: found
          ? {
              serialNumber: found.serialNumber,
              robotNickName: nameIn(found.name, language),
              retired: found.retiredAt !== null,
            }
          : null,
      };
    },

    async registerMany({ serialNumbers, ...input }, { db, userId, afterCommit }) {
      const made = await db.transaction((transaction) =>
        registerRobots(transaction, serialNumbers, input, { userId, at: new Date(now()) }),
      );
      afterCommit(() => fleet.refresh());
      const { manufacturer, interfaceName, robotModel, dialect, claimRole } = input;
      const files = made.map(({ serialNumber, password, claimCode }) => ({
        // A colon is allowed in serial numbers, but not in file names on every system.
        name: `${serialNumber.replaceAll(':', '_')}.json`,
        bytes: new TextEncoder().encode(
          `${JSON.stringify(
            {
              serialNumber,
              manufacturer,
              model: robotModel,
              dialect,
              ...robotConnectionOf({ serialNumber, manufacturer, interfaceName }, deps),
              mqttPassword: password,
              claimCode,
              claimRole,
              claimUrl: `${publicUrl()}/mini-program?code=${claimCode}`,
            },
            null,
            2,
          )}\n`,
        ),
      }));
      return {
        count: made.length,
        fileName: `robots-${new Date(now()).toISOString().slice(0, 10)}.zip`,
        zip: Buffer.from(zipOf(files)).toString('base64'),
      };
    },

    async change({ robotToChange, names, robotModel, kind, dialect, maps }, { db, userId, afterCommit }) {
      const before = await inUse(db, robotToChange, 'robotToChange');
      const model = robotModel ?? before.model;
      const after = {
        name: names ? storedName(names) : before.name,
        model,
        kind: robotModel === undefined && kind === undefined ? before.kind : kindOfModel(model, kind ?? before.kind),
        dialect: dialect ?? before.dialect,
      };
      await changeRobot(db, robotToChange, after);
      const mapNames = maps && (await checkedMaps(db, before.siteId, maps));
      const mapsBefore = maps && (await mapNamesOfRobots(db, [robotToChange]));
      if (mapNames) await replaceMapNames(db, robotToChange, mapNames);
      const isRenaming = names && [robotModel, kind, dialect, maps].every((each) => each === undefined);
      const { name, model: modelBefore, kind: kindBefore, dialect: dialectBefore } = before;
      await record(db, {
        userId,
        act: isRenaming ? 'robot.rename' : 'robot.change',
        subject: robotToChange,
        ...(isRenaming
          ? { before: { name }, after: { name: after.name } }
          : {
              before: {
                name,
                model: modelBefore,
                kind: kindBefore,
                dialect: dialectBefore,
                ...(mapsBefore && { maps: mapsBefore.map(({ mapId, robotMapName }) => ({ mapId, robotMapName })) }),
              },
              after: { ...after, ...(mapNames && { maps: mapNames }) },
            }),
      });
      afterCommit(() => fleet.refresh());
      return null;
    },

    async changeSerialNumber({ robotToChange, newSerialNumber }, { db, userId, afterCommit }) {
      const users = await db.transaction(async (transaction) => {
        const { firstHeardAt } = await inUse(transaction, robotToChange, 'robotToChange');
        if (firstHeardAt) throw new ApiError('robotHeard', { field: 'robotToChange' });
        const taken = await robotsAlike(transaction, [newSerialNumber]);
        // A different case of its own number is a correction too.
        if (isReserved(newSerialNumber) || taken.some(({ serialNumber }) => serialNumber !== robotToChange))
          throw new ApiError('serialNumberTaken', { field: 'newSerialNumber' });
        await changeSerialNumber(transaction, robotToChange, newSerialNumber);
        await record(transaction, {
          userId,
          act: 'robot.changeSerialNumber',
          subject: newSerialNumber,
          before: { serialNumber: robotToChange },
          after: { serialNumber: newSerialNumber },
        });
        return refreshRelations(transaction, newSerialNumber);
      });
      afterCommit(async () => {
        broker.dropRobot(robotToChange);
        broker.passwords.forget(newSerialNumber);
        await fleet.refresh();
        await notifyRelations(users);
      });
      return null;
    },

    async revokePassword({ robotToRevoke }, { db, userId, afterCommit }) {
      await inUse(db, robotToRevoke, 'robotToRevoke');
      await changeRobot(db, robotToRevoke, { passwordHash: '', passwordIssuedAt: null });
      await record(db, { userId, act: 'robot.revokePassword', subject: robotToRevoke });
      afterCommit(() => broker.dropRobot(robotToRevoke));
      return null;
    },

    async newClaim({ robotToClaim, claimRole }, { db, userId }) {
      const claimCode = newClaimCode();
      await db.transaction(async (transaction) => {
        await demandRoleGiver(transaction, claimRole, userId);
        await inUse(transaction, robotToClaim, 'robotToClaim');
        if (await hasSuperAdmin(transaction, robotToClaim))
          throw new ApiError('robotAlreadyBound', { field: 'robotToClaim' });
        await changeRobot(transaction, robotToClaim, claimOf(claimHashOf(claimCode), claimRole, userId));
        await record(transaction, { userId, act: 'robot.renewClaim', subject: robotToClaim, after: { claimRole } });
      });
      return { claimCode, claimQr: await claimQrOf(publicUrl(), claimCode), claimRole };
    },

    async belongings({ robotToMove }, { db, language }) {
      const [robot] = await robotsAlike(db, [robotToMove]);
      if (!robot) throw new ApiError('robotUnknown', { field: 'robotToMove' });
      const { maps, defaultRoute, routes, points } = await belongingsOfRobot(db, robot);
      const obstacle = obstacleTo('move', robot);
      const open = await openOf(db, robot.serialNumber);
      const handedOn = open.filter(canBeTakenOver).length;
      return {
        maps: maps.map((name) => nameIn(name, language)),
        defaultRoute: defaultRoute === null ? null : nameIn(defaultRoute, language),
        routes,
        points,
        tasks: await countActiveTasks(db, robot.serialNumber),
        deliveries: { handedOn, failing: open.length - handedOn },
        obstacle: obstacle && ERRORS[obstacle],
      };
    },

    async move({ robotToMove, toSiteId, maps }, { db, userId, afterCommit }) {
      // A retired robot too: otherwise its site could never be deleted.
      const robot = await known(db, robotToMove, 'robotToMove');
      const { siteId } = robot;
      if (siteId === toSiteId) throw new ApiError('sameSite', { field: 'toSiteId' });
      if (!(await siteExists(db, toSiteId))) throw new ApiError('siteUnknown', { field: 'toSiteId' });
      const obstacle = obstacleTo('move', robot);
      if (obstacle) throw new ApiError(obstacle, { field: 'robotToMove' });
      const mapNames = await checkedMaps(db, toSiteId, maps);
      const tellOldSite = await endRobotWork(db, robot, 'robotMoved', new Date(now()), deliveries);
      await changeRobot(db, robotToMove, { siteId: toSiteId });
      await replaceMapNames(db, robotToMove, mapNames);
      await dropDefaultRoute(db, robotToMove);
      // Their roles belong to the site that the robot leaves.
      await forgetRules(db, robotToMove);
      // A site allows its own faces to be opened.
      await deleteFaceGrants(db, robotToMove);
      const users = await refreshRelations(db, robotToMove);
      await record(db, {
        userId,
        act: 'robot.move',
        subject: robotToMove,
        before: { siteId },
        after: { siteId: toSiteId, maps: mapNames },
      });
      afterCommit(async () => {
        fleet.patchLive(robotToMove, { pose: null, path: [] });
        // It forgets the people of the site that it left.
        await faceRobots.tell({ serialNumber: robotToMove });
        await notifyRelations(users);
        tellOldSite();
      });
      return null;
    },

    async retire({ robotToRetire }, { db, userId, afterCommit }) {
      const robot = await inUse(db, robotToRetire, 'robotToRetire');
      const obstacle = obstacleTo('retire', robot);
      if (obstacle) throw new ApiError(obstacle, { field: 'robotToRetire' });
      const at = new Date(now());
      const tellSite = await endRobotWork(db, robot, 'robotRetired', at, deliveries);
      await changeRobot(db, robotToRetire, {
        retiredAt: at,
        passwordHash: '',
        passwordIssuedAt: null,
        ...NO_CLAIM,
      });
      const users = await refreshRelations(db, robotToRetire);
      await record(db, { userId, act: 'robot.retire', subject: robotToRetire });
      afterCommit(async () => {
        broker.dropRobot(robotToRetire);
        fleet.patchLive(robotToRetire, {
          connection: 'offline',
          status: 'offline',
          driving: false,
          speed: 0,
          path: [],
        });
        await notifyRelations(users);
        tellSite();
      });
      return null;
    },

    async reinstate({ robotToReinstate }, { db, userId, afterCommit }) {
      const issue = await passwordIssuer(db);
      const { robot, users, password } = await db.transaction(async (transaction) => {
        const found = await lockedRobot(transaction, robotToReinstate);
        if (!found) throw new ApiError('robotUnknown', { field: 'robotToReinstate' });
        if (!found.retiredAt) throw new ApiError('robotNotRetired', { field: 'robotToReinstate' });
        const issuedAt = new Date(now());
        const issued = issue(found, issuedAt);
        await changeRobot(transaction, robotToReinstate, {
          retiredAt: null,
          // It may be another device, or have other software: it has to confirm a Stop again.
          drivingClearedAt: null,
          passwordHash: hashOf(issued),
          passwordIssuedAt: issuedAt,
        });
        const refreshed = await refreshRelations(transaction, robotToReinstate);
        await record(transaction, { userId, act: 'robot.reinstate', subject: robotToReinstate });
        return { robot: found, users: refreshed, password: issued };
      });
      afterCommit(async () => {
        broker.passwords.forget(robotToReinstate);
        await notifyRelations(users);
      });
      return { ...robotConnectionOf(robot, deps), mqttPassword: password };
    },
  };
}
