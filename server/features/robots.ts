/**
 * The caller's robots, and the credentials for real-time connections to them (spec 7 "Robots and real-time", "Index").
 */
import type { Handlers } from '../../contract/endpoint.ts';
import { robots } from '../../contract/endpoints/robots.ts';
import { KIND_VIEWS, type Relation, type RobotView } from '../../contract/entities/constants.ts';
import { VIEW_OF_KIND } from '../../contract/entities/robotConstants.ts';
import type { Robot, RobotDetail } from '../../contract/entities/robot.ts';
import { rightsOf } from '../../contract/rules/rights.ts';
import { isCallable } from './callLife.ts';
import { actionStatusOf, onlineStatusOf } from '../../contract/rules/robotStatus.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import { baseOf, fleetTopic, noticesTopic, rtcTopic, watchTopic } from '../../contract/wire/topics.ts';
import type { AppDeps } from '../appDeps.ts';
import { clientIdOf, issuePassword, userNameOf } from '../broker/credentials.ts';
import { nameIn } from '../db/localName.ts';
import { relationOf } from '../db/relation.ts';
import { countRequests } from '../db/repositories/robotMembers.ts';
import { mapNamesOf, ownRobot, robotsOf, type OwnRobot } from '../db/repositories/robots.ts';
import type { RequestContext } from '../requestContext.ts';
import { administeredOf } from './friendLists.ts';
import { mediaTransport } from './agora.ts';
import { iceServersFor } from './iceServers.ts';
import { createMediaHandlers } from './media.ts';
import { createRegistrationHandlers } from './registration.ts';
import type { RegistrationNeeds } from './robotConnection.ts';

type RobotHandlers = Handlers<typeof robots, RequestContext>;

export function createRobotHandlers(deps: AppDeps & RegistrationNeeds): RobotHandlers {
  const { settings, broker, fleet, now } = deps;

  const own = async (
    serialNumber: string,
    { db, userId }: RequestContext,
  ): Promise<OwnRobot & { standing: Relation }> => {
    const found = await ownRobot(db, userId, serialNumber);
    const standing = relationOf(found?.relation);
    // The relation was removed after the API handler's access check.
    if (!found || !standing) throw new ApiError('robotForeign', { field: 'serialNumber' });
    if (found.robot.retiredAt) throw new ApiError('robotRetired', { field: 'serialNumber' });
    return { ...found, standing };
  };

  const describe = ({ robot, relation }: OwnRobot, { language }: RequestContext): Robot => {
    const live = fleet.live(robot.serialNumber, language);
    return {
      serialNumber: robot.serialNumber,
      robotNickName: nameIn(robot.name, language),
      robotModel: robot.model,
      kind: robot.kind,
      manufacturer: robot.manufacturer,
      siteId: robot.siteId,
      onLineStatus: onlineStatusOf(live),
      actionStatus: actionStatusOf(live),
      navigation: fleet.fleetCache.abilitiesOf(robot.serialNumber).navigate,
      takesCalls: isCallable(fleet, robot.serialNumber),
      relation: relationOf(relation) ?? 'member',
      demo: robot.demo,
      softwareVersion: robot.softwareVersion,
      live,
    };
  };
  const ofView =
    (view: RobotView) =>
    ({ robot }: OwnRobot): boolean =>
      view === 'all' || VIEW_OF_KIND[robot.kind] === view;

  const detail = async (serialNumber: string, context: RequestContext): Promise<RobotDetail> => {
    const found = await own(serialNumber, context);
    const { robot } = found;
    return {
      ...describe(found, context),
      robotMqtt: { mqttSubTopic: baseOf(robot), mqttPubTopic: watchTopic(robot) },
      dialect: robot.dialect,
      abilities: fleet.fleetCache.abilitiesOf(serialNumber),
      runTime: robot.firstHeardAt ? now() - robot.firstHeardAt.getTime() : null,
      maps: await mapNamesOf(context.db, serialNumber),
      simulated: robot.simulated,
    };
  };

  return {
    list: async ({ robotView, navigationRobot, superAdminUser }, context) => {
      broker.noteWatcher(context.userId);
      const all = await robotsOf(context.db, context.userId);
      const found = all.filter(ofView(robotView)).filter(({ relation }) => !superAdminUser || relation.isSuperAdmin);
      return {
        serverTime: now(),
        robots: found.map((one) => describe(one, context)).filter(({ navigation }) => !navigationRobot || navigation),
        accessRequests: await countRequests(
          context.db,
          administeredOf(all, context.roles).map(({ robot }) => robot.serialNumber),
        ),
      };
    },
    listOfView: async ({ robotView }, context) =>
      (await robotsOf(context.db, context.userId)).filter(ofView(robotView)).map((one) => describe(one, context)),
    detail: async ({ serialNumber }, context) => detail(serialNumber, context),
    detailBySerialNumber: async ({ serialNumber }, context) => detail(serialNumber, context),
    serialNumbers: async ({ robotModel }, { db, userId }) =>
      (await robotsOf(db, userId))
        .filter(({ robot }) => robotModel === '' || robot.model === robotModel)
        .map(({ robot }) => robot.serialNumber),
    modelCount: async (_, { db, userId }) => {
      const found = await robotsOf(db, userId);
      const counts = Object.fromEntries(KIND_VIEWS.map((view) => [view, found.filter(ofView(view)).length])) as Record<
        (typeof KIND_VIEWS)[number],
        number
      >; // every view has just been mapped
      return { total: found.length, ...counts };
    },
    electricQuantity: async ({ serialNumber }, { language }) => ({
      electricQuantity: fleet.live(serialNumber, language).battery,
    }),
    relation: async ({ serialNumber }, context) => {
      const { relation, standing } = await own(serialNumber, context);
      return {
        friendRelationId: relation.id,
        isAuth: relation.isAuth,
        isRobotAdmin: relation.isRobotAdmin,
        relation: standing,
        rights: [...rightsOf(context.roles, standing)],
      };
    },

    mqttConfig: async ({ serialNumber, clientId: tab, language }, context) => {
      const { userId, sessionId } = context;
      const found = serialNumber === '' ? null : await own(serialNumber, context);
      const robot = found?.robot ?? null;
      // Sending audio to a robot requires the right to operate it (design 7).
      const talks = found !== null && rightsOf(context.roles, found.standing).includes('operate');
      const clientId = clientIdOf(userId, robot?.serialNumber ?? null, tab, talks);
      return {
        url: deps.mqttUrl(),
        clientId,
        username: userNameOf(userId, sessionId),
        password: issuePassword({ userId, sessionId, clientId, language }, broker.secret, now()),
        topics: robot
          ? [watchTopic(robot), rtcTopic(robot.serialNumber, clientId, 'down')]
          : [fleetTopic(userId), noticesTopic(userId)],
        mqttSubTopic: robot ? baseOf(robot) : '',
        mqttPubTopic: robot ? watchTopic(robot) : '',
        mediaTransport: robot ? mediaTransport(settings, fleet.fleetCache.abilitiesOf(robot.serialNumber)) : 'direct',
        iceServers: iceServersFor(userId, settings, now()),
      };
    },
    ...createMediaHandlers(deps),
    ...createRegistrationHandlers(deps),
  };
}
