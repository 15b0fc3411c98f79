/** First set-up of the installation: steps with their evidence, and whether the broker can be reached. */
import { connect } from 'node:net';
import type { Handlers } from '../../contract/endpoint.ts';
import type { checklist as catalogue } from '../../contract/endpoints/checklist.ts';
import { type Checklist, CHECKLIST_STEPS } from '../../contract/entities/checklist.ts';
import type { AccountRole } from '../../contract/entities/constants.ts';
import type { ChecklistProgress } from '../../contract/entities/user.ts';
import { openFindings } from '../../contract/rules/conformance/findings.ts';
import { hasRight } from '../../contract/rules/rights.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import type { Db } from '../db/database.ts';
import { nameIn } from '../db/localName.ts';
import { relationOf } from '../db/relation.ts';
import { record } from '../db/repositories/audit.ts';
import {
  countInstallation,
  firstColleague,
  firstDriveAndStop,
  firstFloor,
  firstSite,
  furthestRobot,
} from '../db/repositories/checklist.ts';
import { markOf, setMark } from '../db/repositories/installation.ts';
import { fleetRow, mapNamesOfRobots } from '../db/repositories/robotFleet.ts';
import { relationBetween } from '../db/repositories/robots.ts';
import type { RequestContext } from '../requestContext.ts';
import { describeFleetRobot } from './describeFleetRobot.ts';
import { describeRefused } from './describeRefused.ts';
import { type RegistrationNeeds, robotConnectionOf } from './robotConnection.ts';

const HIDDEN = 'checklistHidden';
/** Refused connections shown beside the first message. */
const REFUSED_SHOWN = 5;
const PORT_PATIENCE_MS = 3_000;

type Evidence = Awaited<ReturnType<typeof evidenceOf>>;

/** What has happened so far, in the database. */
async function evidenceOf(db: Db) {
  const serialNumber = await furthestRobot(db);
  const robot = serialNumber === undefined ? undefined : await fleetRow(db, serialNumber);
  const { order, stop } =
    serialNumber === undefined ? { order: undefined, stop: undefined } : await firstDriveAndStop(db, serialNumber);
  const byHand = robot?.robot.drivenAt ? { at: robot.robot.drivenAt, metres: robot.robot.drivenMetres } : null;
  return {
    site: await firstSite(db),
    floor: await firstFloor(db),
    robot,
    driven: byHand ?? (order ? { at: order.endedAt, metres: null } : null),
    stop,
    colleague: await firstColleague(db),
  };
}
/** By step, in the order of CHECKLIST_STEPS. */
const isDone = ({ site, floor, robot, driven, stop, colleague }: Evidence): readonly boolean[] =>
  [site, floor, robot, robot?.robot.firstHeardAt, driven && stop, colleague].map(Boolean);

/** The installation works; only who else uses it is left. */
const isDriven = ({ driven, stop }: Evidence): boolean => driven !== null && stop !== undefined;

/** For the top bar; null where the checklist does not apply: in the demo, and once it was hidden. */
export async function checklistProgress(
  db: Db,
  { isDemo, roles }: { isDemo: boolean; roles: readonly AccountRole[] },
): Promise<ChecklistProgress | null> {
  if (isDemo || !roles.includes('admin') || (await markOf(db, HIDDEN)) !== undefined) return null;
  const evidence = await evidenceOf(db);
  const done = isDone(evidence).filter(Boolean).length;
  return { done, total: CHECKLIST_STEPS.length, driven: isDriven(evidence) };
}

export function createChecklistHandlers(deps: AppDeps & RegistrationNeeds): Handlers<typeof catalogue, RequestContext> {
  const { settings, broker, fleet, now } = deps;
  const { fleetCache, conformance } = fleet;

  const findingsOf = (serialNumber: string): number => {
    const robot = fleetCache.robot(serialNumber);
    if (!robot) return 0;
    const isOnline = fleet.live(serialNumber, 'enUS').connection === 'online';
    return openFindings(conformance.findings(robot, isOnline), fleetCache.acceptedOf(serialNumber)).length;
  };

  return {
    async get(_, context): Promise<Checklist> {
      const { db, language, userId, roles } = context;
      const found = await evidenceOf(db);
      const { site, floor, robot, driven, stop, colleague } = found;
      const serialNumber = robot?.robot.serialNumber;
      const live = serialNumber === undefined ? null : fleet.live(serialNumber, language);
      const heardAt = robot?.robot.firstHeardAt;
      const relation = serialNumber === undefined ? null : relationOf(await relationBetween(db, userId, serialNumber));
      return {
        serverTime: now(),
        applies: !settings.demo && (await markOf(db, HIDDEN)) === undefined,
        steps: {
          site: site
            ? {
                siteId: site.id,
                name: nameIn(site.name, language),
                timeZone: site.timeZone,
                at: site.createdAt.getTime(),
              }
            : null,
          floor: floor
            ? {
                mapId: floor.mapId,
                siteId: floor.siteId,
                floor: floor.floor,
                name: nameIn(floor.name, language),
                width: floor.width,
                height: floor.height,
                source: floor.isDrawn ? 'drawn' : 'imported',
                at: floor.at.getTime(),
              }
            : null,
          robot: robot ? { at: robot.robot.registeredAt.getTime() } : null,
          firstMessage:
            robot && heardAt
              ? {
                  at: heardAt.getTime(),
                  version: conformance.version(robot.robot.serialNumber),
                  findings: findingsOf(robot.robot.serialNumber),
                }
              : null,
          drive:
            driven && stop
              ? {
                  at: Math.max(driven.at.getTime(), stop.endedAt.getTime()),
                  metres: driven.metres,
                  stopMs: stop.endedAt.getTime() - stop.askedAt.getTime(),
                }
              : null,
          colleague: colleague
            ? { name: nameIn(colleague.nickname, language), roles: colleague.roles, at: colleague.at.getTime() }
            : null,
        },
        robot:
          robot && live
            ? describeFleetRobot(robot, await mapNamesOfRobots(db, [robot.robot.serialNumber]), language, deps)
            : null,
        driven: driven && { at: driven.at.getTime(), metres: driven.metres },
        stopConfirmed: stop !== undefined,
        drivingBlocked: live?.drivingBlocked === true,
        held: live?.held ?? false,
        paused: live?.paused ?? false,
        operable: hasRight(roles, relation, 'operate'),
        teleop: serialNumber !== undefined && fleetCache.abilitiesOf(serialNumber).teleop,
        counts: await countInstallation(db),
        refused: heardAt
          ? []
          : broker.refused
              .list()
              .filter(({ userName }) => userName === serialNumber || !fleetCache.robot(userName))
              .slice(0, REFUSED_SHOWN)
              .map((one) => describeRefused(one, fleetCache)),
      };
    },

    async hide(_, { db, userId }) {
      if (!isDriven(await evidenceOf(db))) throw new ApiError('checklistOpen');
      await setMark(db, HIDDEN, new Date(now()).toISOString());
      await record(db, { userId, act: 'installation.hideChecklist', subject: 'installation' });
      return null;
    },

    testBrokers: async () => {
      // Any robot: the addresses are the same for all.
      const { brokers } = robotConnectionOf({ serialNumber: '-', manufacturer: '-', interfaceName: '-' }, deps);
      return Promise.all(brokers.map(async ({ kind, url }) => ({ kind, url, error: await connectTo(url) })));
    },
  };
}

const PORTS: Readonly<Record<string, number>> = { 'ws:': 80, 'wss:': 443, 'mqtt:': 1883, 'mqtts:': 8883 };

/** @returns null if the address accepts connections, otherwise the error's code */
async function connectTo(url: string): Promise<string | null> {
  const { hostname, port, protocol } = new URL(url);
  const socket = connect({
    host: hostname.replace(/^\[|\]$/gu, ''),
    port: port === '' ? (PORTS[protocol] ?? 0) : Number(port),
    timeout: PORT_PATIENCE_MS,
  });
  try {
    return await new Promise<string | null>((resolve) => {
      socket
        .once('connect', () => resolve(null))
        .once('timeout', () => resolve('ETIMEDOUT'))
        .once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    });
  } finally {
    socket.destroy();
  }
}
