/** Registration and ownership of robots: register, claim, rename, renew the password (design 7). */
import { randomUUID } from 'node:crypto';
import type { Handlers } from '../../contract/endpoint.ts';
import type { robots } from '../../contract/endpoints/robots.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import { hashOf } from '../broker/credentials.ts';
import type { Db } from '../db/database.ts';
import { record } from '../db/repositories/audit.ts';
import { lockAccounts } from '../db/repositories/accountAdmin.ts';
import { claimRoleOf, lockRobot, NO_CLAIM, robotOfClaim, spendClaim } from '../db/repositories/claims.ts';
import { lockedRobot } from '../db/repositories/robotFleet.ts';
import {
  changeRobot,
  hasSuperAdmin,
  makeSuperAdmin,
  renameRobot,
  robotBySerialNumber,
} from '../db/repositories/robots.ts';
import { createNoticeSender } from '../fleet/sendNotice.ts';
import type { RequestContext } from '../requestContext.ts';
import { passwordIssuer } from '../security/simulatedPassword.ts';
import { claimHashOf } from './claimCode.ts';
import { claimQrOf } from './claimQr.ts';
import { addClaimRole, tellRaisers } from './claimRoles.ts';
import { registerRobots, storedName } from './registerRobot.ts';
import { createRelationNotifications } from './relationNotifications.ts';
import { type RegistrationNeeds, robotConnectionOf, webSocketUrl } from './robotConnection.ts';
import { waitingRobotOf } from './rotatingClaimCode.ts';

type Registration = Pick<Handlers<typeof robots, RequestContext>, 'register' | 'bind' | 'newPassword' | 'rename'>;

export function createRegistrationHandlers(deps: AppDeps & RegistrationNeeds): Registration {
  const { settings, broker, fleet, now, publicUrl } = deps;
  const notifyRelations = createRelationNotifications({ broker, fleet });

  const sendNotice = createNoticeSender({ broker });

  const bindTo = async (db: Db, userId: string, serialNumber: string): Promise<void> => {
    await makeSuperAdmin(db, { id: randomUUID(), userId, serialNumber });
    await record(db, { userId, act: 'robot.bind', subject: serialNumber, after: { superAdmin: userId } });
  };

  return {
    async register({ serialNumber, robotNickName, names, bindToCaller, ...input }, { db, userId, afterCommit }) {
      const made = await db.transaction(async (transaction) => {
        const [credentials] = await registerRobots(transaction, [serialNumber], input, {
          name: names ? storedName(names) : robotNickName,
          userId,
          at: new Date(now()),
        });
        if (!credentials) throw new ApiError('serverError');
        if (!bindToCaller) return credentials;
        await changeRobot(transaction, serialNumber, NO_CLAIM);
        await bindTo(transaction, userId, serialNumber);
        return { ...credentials, claimCode: '' };
      });
      afterCommit(async () => {
        await fleet.refresh();
        if (bindToCaller) await notifyRelations([userId]);
      });
      const { manufacturer, interfaceName } = input;
      return {
        serialNumber,
        ...robotConnectionOf({ serialNumber, manufacturer, interfaceName }, deps),
        mqttPassword: made.password,
        mqttUrl: webSocketUrl(deps),
        claimCode: made.claimCode,
        claimRole: made.claimCode === '' ? null : input.claimRole,
        claimQr: made.claimCode === '' ? '' : await claimQrOf(publicUrl(), made.claimCode),
      };
    },

    async bind({ code }, context) {
      const { db, userId, afterCommit } = context;
      const hash = claimHashOf(code);
      // Accounts are locked before robots, as when an administrator is demoted, which takes roles from claim codes.
      const found = await robotOfClaim(db, hash);
      if (found && claimRoleOf(found.robot)) await lockAccounts(db);
      const spent = await spendClaim(db, hash);
      const serialNumber =
        spent?.serialNumber ??
        (settings.demo ? (await waitingRobotOf(db, hash, now()))?.robot.serialNumber : undefined);
      if (serialNumber === undefined) throw new ApiError('claimCodeWrong', { field: 'code' });
      await lockRobot(db, serialNumber);
      if (await hasSuperAdmin(db, serialNumber)) throw new ApiError('robotAlreadyBound');
      await bindTo(db, userId, serialNumber);
      const addedRole = await addClaimRole(db, { userId, serialNumber, gift: spent?.gift ?? null });
      afterCommit(() => notifyRelations([userId]));
      const name = (await robotBySerialNumber(db, serialNumber))?.name ?? '';
      const roles = addedRole ? [...context.roles, addedRole] : context.roles;
      return {
        serialNumber,
        addedRole,
        raisers: await tellRaisers(context, roles, { serialNumber, name }, sendNotice),
      };
    },

    async newPassword({ robotToRenew }, { db, userId, afterCommit }) {
      const issue = await passwordIssuer(db);
      const { robot, password } = await db.transaction(async (transaction) => {
        const found = await lockedRobot(transaction, robotToRenew);
        if (!found) throw new ApiError('robotUnknown', { field: 'robotToRenew' });
        if (found.retiredAt) throw new ApiError('robotRetired', { field: 'robotToRenew' });
        const issuedAt = new Date(now());
        const issued = issue(found, issuedAt);
        await changeRobot(transaction, robotToRenew, { passwordHash: hashOf(issued), passwordIssuedAt: issuedAt });
        await record(transaction, { userId, act: 'robot.renewPassword', subject: robotToRenew });
        return { robot: found, password: issued };
      });
      afterCommit(() => broker.dropRobot(robotToRenew));
      return { ...robotConnectionOf(robot, deps), mqttPassword: password };
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
