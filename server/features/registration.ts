/** Registration and ownership of robots: register, claim, rename, renew the password (design 7). */
import { randomUUID } from 'node:crypto';
import type { Handlers } from '../../contract/endpoint.ts';
import type { robots } from '../../contract/endpoints/robots.ts';
import { KIND_OF_MODEL } from '../../contract/entities/constants.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import { hashOf, newSecret, robotUserName } from '../broker/credentials.ts';
import { record } from '../db/repositories/audit.ts';
import { siteExists } from '../db/repositories/resourceOwners.ts';
import { lockRobot } from '../db/repositories/claims.ts';
import {
  addRobot,
  hasSuperAdmin,
  makeSuperAdmin,
  mapsOnSite,
  renameRobot,
  robotBySerialNumber,
  setRobotPassword,
  spendClaim,
} from '../db/repositories/robots.ts';
import type { RequestContext } from '../requestContext.ts';
import { claimHashOf, newClaimCode } from './claimCode.ts';
import { claimQrOf } from './claimQr.ts';
import { createRelationNotifications } from './relationNotifications.ts';
import { waitingRobotOf } from './rotatingClaimCode.ts';

export interface RegistrationNeeds {
  /** Public URL of the console, without a trailing slash. */
  publicUrl: () => string;
  /** The broker's URL for browsers: absolute, or a path on the page's origin. */
  mqttUrl: () => string;
}

type Registration = Pick<Handlers<typeof robots, RequestContext>, 'register' | 'bind' | 'newPassword' | 'rename'>;

export function createRegistrationHandlers({
  settings,
  broker,
  fleet,
  now,
  publicUrl,
  mqttUrl,
}: AppDeps & RegistrationNeeds): Registration {
  const notifyRelations = createRelationNotifications({ broker, fleet });

  return {
    async register(input, { db, userId, afterCommit }) {
      const { serialNumber, manufacturer, interfaceName, robotModel, robotNickName, dialect, registerSiteId } = input;
      const kind = KIND_OF_MODEL[robotModel.toUpperCase()] ?? input.kind;
      if (!kind) throw new ApiError('parameterEmpty', { field: 'kind' });
      const mapNames = input.maps.map(({ registerMapId, robotMapName }) => ({ mapId: registerMapId, robotMapName }));
      const repeated = mapNames.findIndex(
        ({ robotMapName }, i) => mapNames.findIndex((other) => other.robotMapName === robotMapName) !== i,
      );
      if (repeated >= 0) throw new ApiError('fieldInvalid', { field: `maps.${repeated}.robotMapName` });

      const password = newSecret();
      const claimCode = newClaimCode();
      await db.transaction(async (transaction) => {
        if (!(await siteExists(transaction, registerSiteId)))
          throw new ApiError('siteUnknown', { field: 'registerSiteId' });
        const known = await mapsOnSite(
          transaction,
          registerSiteId,
          mapNames.map(({ mapId }) => mapId),
        );
        const unknown = mapNames.findIndex(({ mapId }) => !known.includes(mapId));
        if (unknown >= 0) throw new ApiError('mapUnknown', { field: `maps.${unknown}.registerMapId` });
        const robot = {
          serialNumber,
          manufacturer,
          interfaceName,
          model: robotModel,
          kind,
          name: robotNickName,
          siteId: registerSiteId,
          dialect,
        };
        const hashes = { passwordHash: hashOf(password), claimHash: claimHashOf(claimCode) };
        if (!(await addRobot(transaction, { ...robot, ...hashes, registeredAt: new Date(now()) }, mapNames)))
          throw new ApiError('serialNumberTaken', { field: 'serialNumber' });
        await record(transaction, {
          userId,
          act: 'robot.register',
          subject: serialNumber,
          after: { ...robot, maps: mapNames },
        });
      });
      afterCommit(() => fleet.refresh());
      return {
        serialNumber,
        mqttUsername: robotUserName(serialNumber),
        mqttPassword: password,
        claimCode,
        mqttUrl: new URL(mqttUrl(), publicUrl().replace(/^http/u, 'ws')).href,
        claimQr: await claimQrOf(publicUrl(), claimCode),
      };
    },

    async bind({ code }, { db, userId, afterCommit }) {
      const hash = claimHashOf(code);
      const serialNumber =
        (await spendClaim(db, hash)) ??
        (settings.demo ? (await waitingRobotOf(db, hash, now()))?.robot.serialNumber : undefined);
      if (serialNumber === undefined) throw new ApiError('claimCodeWrong', { field: 'code' });
      await lockRobot(db, serialNumber);
      if (await hasSuperAdmin(db, serialNumber)) throw new ApiError('robotAlreadyBound');
      await makeSuperAdmin(db, { id: randomUUID(), userId, serialNumber });
      await record(db, { userId, act: 'robot.bind', subject: serialNumber, after: { superAdmin: userId } });
      afterCommit(() => notifyRelations([userId]));
      return { serialNumber };
    },

    async newPassword({ robotToRenew }, { db, userId, afterCommit }) {
      const password = newSecret();
      await db.transaction(async (transaction) => {
        if (!(await setRobotPassword(transaction, robotToRenew, hashOf(password))))
          throw new ApiError('robotUnknown', { field: 'robotToRenew' });
        await record(transaction, { userId, act: 'robot.renewPassword', subject: robotToRenew });
      });
      afterCommit(() => broker.dropRobot(robotToRenew));
      return { mqttUsername: robotUserName(robotToRenew), mqttPassword: password };
    },

    async rename({ serialNumber, robotNickName }, { db, userId, afterCommit }) {
      const before = await robotBySerialNumber(db, serialNumber);
      await renameRobot(db, serialNumber, robotNickName);
      await record(db, {
        userId,
        act: 'robot.rename',
        subject: serialNumber,
        before: { name: before?.name },
        after: { name: robotNickName },
      });
      afterCommit(() => fleet.fleetCache.patch(serialNumber, { name: robotNickName }));
      return null;
    },
  };
}
