/** The robot that a claim code would bind, and the screen of an unclaimed demo robot. */
import type { Handlers } from '../../contract/endpoint.ts';
import type { claims } from '../../contract/endpoints/claims.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { CoreDeps } from '../coreDeps.ts';
import { nameIn } from '../db/localName.ts';
import { claimGiftOf, robotOfClaim, type ClaimedRobot } from '../db/repositories/claims.ts';
import { hasSuperAdmin, ownRobot } from '../db/repositories/robots.ts';
import type { RequestContext } from '../requestContext.ts';
import { claimHashOf } from './claimCode.ts';
import { claimQrOf } from './claimQr.ts';
import { roleToAdd } from './claimRoles.ts';
import type { RegistrationNeeds } from './robotConnection.ts';
import { shownClaim, waitingRobotOf } from './rotatingClaimCode.ts';

const describe = ({ robot, siteName }: ClaimedRobot, { language }: RequestContext) => ({
  serialNumber: robot.serialNumber,
  robotNickName: nameIn(robot.name, language),
  robotModel: robot.model,
  kind: robot.kind,
  siteName: nameIn(siteName, language),
});

export function createClaimHandlers({
  settings,
  now,
  publicUrl,
}: Pick<CoreDeps, 'settings' | 'now'> & Pick<RegistrationNeeds, 'publicUrl'>): Handlers<typeof claims, RequestContext> {
  return {
    async look({ code }, context) {
      const { db, userId, roles } = context;
      const hash = claimHashOf(code);
      const found =
        (await robotOfClaim(db, hash)) ?? (settings.demo ? await waitingRobotOf(db, hash, now()) : undefined);
      if (!found) throw new ApiError('claimCodeWrong', { field: 'code' });
      const { serialNumber } = found.robot;
      const own = await ownRobot(db, userId, serialNumber);
      const standing = own?.relation.isSuperAdmin
        ? 'yours'
        : (await hasSuperAdmin(db, serialNumber))
          ? 'taken'
          : 'free';
      // A rotating code of the demo adds no role, whatever other code its robot has.
      const gift = found.robot.claimHash === hash ? claimGiftOf(found.robot) : null;
      const addedRole = await roleToAdd(db, { id: userId, roles }, gift);
      return { ...describe(found, context), standing, addedRole };
    },

    async screen(_, context) {
      const serverTime = now();
      const found = await shownClaim(context.db, serverTime);
      if (!found) return { serverTime, robot: null };
      const { code, changesAt } = found;
      return {
        serverTime,
        robot: { ...describe(found, context), code, changesAt, picture: await claimQrOf(publicUrl(), code) },
      };
    },
  };
}
