/** What robots report about themselves beside their live state, and tokens for reading it (design 31). */
import type { Handlers } from '../../contract/endpoint.ts';
import type { RobotBusyReason, robotSettings as catalogue } from '../../contract/endpoints/robotSettings.ts';
import type { RobotLive } from '../../contract/entities/robot.ts';
import { announcedSettings } from '../../contract/rules/robotSettings.ts';
import { MEDIA_VIEWING_TTL_MS, READING_TOKEN_MS } from '../../contract/rules/limits.ts';
import { allowedMedia } from '../../contract/rules/mediaRights.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import { rtcTopic, watchTopic } from '../../contract/wire/topics.ts';
import { BRAKE, DEVICE_INFORMATION } from '../../contract/rules/deviceReport.ts';
import type { AppDeps } from '../appDeps.ts';
import { issuePassword, open, personOf, readingClientIdOf, userNameOf } from '../broker/credentials.ts';
import { nameIn } from '../db/localName.ts';
import { record } from '../db/repositories/audit.ts';
import { openCallOf } from '../db/repositories/calls.ts';
import { noteViewing } from '../db/repositories/mediaViewings.ts';
import { settingsOf } from '../db/repositories/robotSettings.ts';
import { robotsOf } from '../db/repositories/robots.ts';
import type { DeviceInfo } from '../fleet/deviceInfo.ts';
import type { RobotRow } from '../fleet/fleetCache.ts';
import type { RequestContext } from '../requestContext.ts';
import { createViewingAudit } from './viewingAudit.ts';

export interface RobotInfoNeeds extends Pick<AppDeps, 'db' | 'fleet' | 'log' | 'now' | 'broker'> {
  /** The broker's URL for browsers. */
  mqttUrl: () => string;
}

type Names =
  | 'multiFloor'
  | 'info'
  | 'wheelLock'
  | 'battery'
  | 'accessToken'
  | 'accessTokenOfView'
  | 'viewByToken'
  | 'busy'
  | 'user'
  | 'navigationRobots'
  | 'status';

/** Share of the average speed at which robots compute their reach (contract/rules/battery.ts). */
const REACH_SPEED_SHARE = 0.6;

export function createRobotInfoHandlers({
  db: ownDb,
  fleet,
  log,
  now,
  broker,
  mqttUrl,
}: RobotInfoNeeds): Pick<Handlers<typeof catalogue, RequestContext>, Names> {
  const noteViewed = createViewingAudit({ db: ownDb, now, log });
  const known = (serialNumber: string): RobotRow => {
    const robot = fleet.fleetCache.robot(serialNumber);
    if (!robot) throw new ApiError('robotUnknown', { field: 'serialNumber' });
    return robot;
  };
  const reported = (device: DeviceInfo | undefined, type: string, key: string): number | null => {
    const value = device?.information[type]?.[key];
    return typeof value === 'number' ? value : null;
  };
  const batteryOf = (serialNumber: string, live: RobotLive) => {
    const device = fleet.deviceInfo(serialNumber);
    const reach = device?.battery.reach ?? null;
    const speed = fleet.fleetCache.abilitiesOf(serialNumber).maxSpeed * REACH_SPEED_SHARE;
    return {
      level: live.battery,
      charging: live.charging,
      cycles: reported(device, 'battery', 'cycles'),
      temperature: reported(device, 'battery', 'temperature'),
      voltage: device?.battery.voltage ?? null,
      health: device?.battery.health ?? null,
      emptyAt:
        device && reach !== null && !live.charging ? Math.round(device.at + (Math.max(0, reach) / speed) * 1000) : null,
      reportedAt: device?.at ?? null,
    };
  };

  const accessToken: Handlers<typeof catalogue, RequestContext>['accessToken'] = async ({ serialNumber }, context) => {
    const { userId, sessionId, language, db } = context;
    const robot = known(serialNumber);
    const until = now() + READING_TOKEN_MS;
    const clientId = readingClientIdOf(userId, serialNumber, until);
    await record(db, { userId, act: 'robot.accessToken', subject: serialNumber });
    return {
      url: mqttUrl(),
      clientId,
      username: userNameOf(userId, sessionId),
      token: issuePassword({ userId, sessionId, clientId, language }, broker.secret, now(), READING_TOKEN_MS),
      topics: [watchTopic(robot), rtcTopic(serialNumber, clientId, 'down')],
      until,
    };
  };
  /** The token alone opens the viewing; its owner's session and access to the robot are checked for as long as it lasts. */
  const viewByToken: Handlers<typeof catalogue, RequestContext>['viewByToken'] = async (
    { clientId, username, token, what },
    { db, afterCommit },
  ) => {
    if (token === '') throw new ApiError('tokenEmpty', { field: 'token' });
    const claims = open(token, username, clientId, broker.secret, now());
    const owner = claims && personOf(username, clientId);
    if (!owner || owner.serialNumber === null || owner.readsUntil === null || owner.readsUntil <= now())
      throw new ApiError('accessTokenOver', { field: 'token' });
    const { userId, sessionId, serialNumber, readsUntil } = owner;
    const [lives, { roles, relation }] = await Promise.all([
      broker.authFacts.sessionLives(sessionId, userId),
      broker.authFacts.rolesAndRelation(userId, serialNumber),
    ]);
    const allowed = lives ? allowedMedia(what, roles, relation) : [];
    if (allowed.length < new Set(what).size) throw new ApiError('accessTokenOver', { field: 'token' });
    const until = Math.min(now() + MEDIA_VIEWING_TTL_MS, readsUntil);
    const viewing = { viewer: clientId, serialNumber, userId, sessionId, what: allowed, isChannel: false };
    await noteViewing(db, { ...viewing, expiresAt: new Date(until) }, new Date(now()), true);
    afterCommit(() => fleet.recheckMedia());
    afterCommit(() => noteViewed({ userId, serialNumber, what: allowed, byToken: true }));
    return { until };
  };

  return {
    accessToken,
    accessTokenOfView: accessToken,
    viewByToken,

    multiFloor: async ({ serialNumber }) => {
      const maps = fleet.fleetCache.mapsOf(known(serialNumber).serialNumber).length;
      return { supported: fleet.fleetCache.abilitiesOf(serialNumber).liftRide && maps > 1, maps };
    },

    async info({ serialNumber, infoType }, { db, language }) {
      const robot = known(serialNumber);
      const live = fleet.live(serialNumber, language);
      const device = fleet.deviceInfo(serialNumber);
      const reportedAt = device?.at ?? null;
      const pick = (keys: readonly string[]) => {
        const all = device?.information['settings'] ?? {};
        return Object.fromEntries(keys.filter((key) => key in all).map((key) => [key, all[key] ?? null]));
      };
      switch (infoType) {
        case 'battery': {
          const { reportedAt: at, ...info } = batteryOf(serialNumber, live);
          return { reportedAt: at, info };
        }
        case 'software':
          return {
            reportedAt,
            info: { version: robot.softwareVersion, model: robot.model, manufacturer: robot.manufacturer },
          };
        case 'lights':
          return { reportedAt, info: pick(['lights', 'chassisLight', 'warningLight']) };
        case 'head':
          return { reportedAt, info: pick(['head', 'tilt']) };
        case 'network':
          return { reportedAt, info: { ...device?.information['network'], connection: live.connection } };
        case 'settings': {
          const row = await settingsOf(db, serialNumber);
          return {
            reportedAt: row.reportedAt?.getTime() ?? null,
            info: Object.fromEntries(
              announcedSettings(robot.factsheet).map((name) => [name, row.reported[name]?.value ?? null]),
            ),
          };
        }
      }
    },

    wheelLock: async ({ serialNumber }, { language }) => {
      const { eStop, held, paused, at } = fleet.live(known(serialNumber).serialNumber, language);
      const isBraked = fleet.deviceInfo(serialNumber)?.information[DEVICE_INFORMATION]?.[BRAKE] === true;
      // Emergency stop and Stop put the brake on as well, and have to be lifted by a person.
      const why = eStop !== 'NONE' ? 'emergencyStop' : held || paused ? 'stop' : isBraked ? 'brake' : null;
      return { locked: why !== null, why, reportedAt: at };
    },

    battery: async ({ serialNumber }, { language }) =>
      batteryOf(known(serialNumber).serialNumber, fleet.live(serialNumber, language)),

    busy: async ({ serialNumber }, { db, language }) => {
      const live = fleet.live(known(serialNumber).serialNumber, language);
      const until = live.task?.until ?? null;
      const because = (why: RobotBusyReason, canWait: boolean) => ({ busy: true, why, until, canWait });
      if (live.connection !== 'online') return because('offline', false);
      if (live.eStop !== 'NONE') return because('emergencyStop', false);
      if (live.held || live.paused) return because('stop', false);
      if (live.leaseHolder !== null) return because('manual', false);
      if (await openCallOf(db, serialNumber)) return because('call', true);
      if (live.drive) return because('routeRun', true);
      if (live.busy) return because('order', true);
      if (live.charging) return because('charging', true);
      // Its own daily work gives way to every command.
      if (live.task) return because('task', true);
      return { busy: false, why: null, until: null, canWait: true };
    },

    user: async ({ serialNumber }, { language }) => {
      const robot = known(serialNumber);
      return { robotUserId: serialNumber, name: nameIn(robot.name, language), avatar: '' };
    },

    navigationRobots: async (_, { db, userId, language }) =>
      (await robotsOf(db, userId))
        .filter(({ robot }) => fleet.fleetCache.abilitiesOf(robot.serialNumber).navigate)
        .map(({ robot }) => ({
          serialNumber: robot.serialNumber,
          name: nameIn(robot.name, language),
          onLine: fleet.live(robot.serialNumber, language).connection === 'online',
        })),

    status: async ({ serialNumber }, { db, language }) => {
      const live = fleet.live(known(serialNumber).serialNumber, language);
      return {
        onLine: live.connection === 'online',
        status: live.status,
        task: live.task?.kind ?? null,
        inCall: (await openCallOf(db, serialNumber)) !== undefined,
        speaking: fleet.deviceInfo(serialNumber)?.saying ?? false,
      };
    },
  };
}
