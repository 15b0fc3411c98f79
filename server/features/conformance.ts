/** Conformance of robots to VDA 5050: findings, raw messages, accepted deviations, refused connections, test order. */
import type { Handlers } from '../../contract/endpoint.ts';
import type { conformance as catalogue } from '../../contract/endpoints/conformance.ts';
import type { AcceptedDeviation, Finding, RefusedConnection } from '../../contract/entities/conformance.ts';
import { ACCEPT_MAX, faultOfAccept, MOST_ACCEPTS } from '../../contract/rules/conformance/accept.ts';
import { acceptFor, openFindings } from '../../contract/rules/conformance/findings.ts';
import { hasRight } from '../../contract/rules/rights.ts';
import { OPERATING_MODES } from '../../contract/wire/vdaModes.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import type { KeptRefusal } from '../broker/refusedConnections.ts';
import { nameIn } from '../db/localName.ts';
import { relationOf } from '../db/relation.ts';
import { record } from '../db/repositories/audit.ts';
import {
  addMapName,
  countAccepted,
  deleteAccepted,
  deleteMapName,
  hasConfirmedStop,
  putAccepted,
} from '../db/repositories/conformance.ts';
import type { FileStore } from '../files/fileStore.ts';
import { relationBetween } from '../db/repositories/robots.ts';
import { isDrivingBlocked } from '../fleet/drivingBlock.ts';
import type { RobotRow } from '../fleet/fleetCache.ts';
import type { RequestContext } from '../requestContext.ts';
import { namedIn } from './commandIssuer.ts';
import { describeRefused } from './describeRefused.ts';
import { createTestOrder } from './testOrder.ts';

/** Refused connections of unknown robots shown beside a robot. */
const REFUSED_SHOWN = 10;

export function createConformanceHandlers(
  deps: AppDeps & { store: FileStore },
): Handlers<typeof catalogue, RequestContext> {
  const { fleet, broker, now } = deps;
  const { fleetCache, conformance } = fleet;

  const known = (serialNumber: string): RobotRow => {
    const robot = fleetCache.robot(serialNumber);
    if (!robot) throw new ApiError('robotUnknown', { field: 'serialNumber' });
    return robot;
  };
  const toRefused = (one: KeptRefusal): RefusedConnection => describeRefused(one, fleetCache);

  /** Refusals under this robot's name, as findings. */
  const refusedTo = (serialNumber: string, isOnline: boolean): Omit<Finding, 'accept'>[] =>
    broker.refused
      .list()
      .filter(({ userName }) => userName === serialNumber)
      .map(({ reason, detail, count, firstAt, lastAt }) => ({
        id: `${reason} ${detail}`,
        kind: reason === 'wrongTopic' ? 'wrongTopic' : 'refusedSignIn',
        // A connected robot has the right password: another client uses its name.
        severity: reason === 'wrongTopic' || !isOnline ? 'blocks' : 'note',
        topic: 'connection',
        path: '',
        value: reason === 'wrongTopic' ? JSON.stringify(detail) : null,
        allowed: [],
        params: { reason },
        count,
        firstAt,
        lastAt,
        seq: null,
      }));

  return {
    async get({ serialNumber, after, source }, context) {
      const robot = known(serialNumber);
      const live = fleet.live(serialNumber, context.language);
      const isOnline = live.connection === 'online';
      const accepted = fleetCache.acceptedOf(serialNumber);
      const relation = relationOf(await relationBetween(context.db, context.userId, serialNumber));
      const nameOf = (mapId: string) => nameIn(fleetCache.map(mapId)?.name ?? '', context.language) || mapId;
      const maps = fleetCache.mapsOnSite(robot.siteId).map(({ mapId }) => ({ meaning: mapId, name: nameOf(mapId) }));
      const modes = OPERATING_MODES.map((mode) => ({ meaning: mode, name: mode }));
      const found = openFindings(
        [...conformance.findings(robot, isOnline), ...refusedTo(serialNumber, isOnline)],
        accepted,
      );
      return {
        source: conformance.source,
        serverTime: now(),
        since: conformance.since,
        robot: {
          serialNumber,
          name: nameIn(robot.name, context.language),
          manufacturer: robot.manufacturer,
          model: robot.model,
          connection: live.connection,
          lastAt: live.at,
          version: conformance.version(serialNumber),
          stopConfirmed: await hasConfirmedStop(context.db, serialNumber),
          drivingBlocked: isDrivingBlocked(robot),
          held: live.held,
          paused: live.paused,
          operable: hasRight(context.roles, relation, 'operate'),
        },
        findings: found.map((one): Finding => {
          const rule = acceptFor(one);
          const choices = rule?.kind === 'mapName' ? maps : rule?.kind === 'operatingMode' ? modes : [];
          const canAccept = rule !== null && rule.value.length <= ACCEPT_MAX && accepted.length < MOST_ACCEPTS;
          return { ...one, accept: canAccept ? { ...rule, choices } : null };
        }),
        accepted: accepted.map(({ kind, value, meaning, userId, userName, at }): AcceptedDeviation => ({
          kind,
          value,
          meaning,
          meaningName: kind === 'mapName' ? nameOf(meaning) : meaning,
          by: { userId, name: nameIn(userName, context.language) },
          at: at.getTime(),
        })),
        refused: isOnline
          ? []
          : broker.refused
              .list()
              .filter(({ userName }) => !fleetCache.robot(userName))
              .slice(0, REFUSED_SHOWN)
              .map(toRefused),
        topics: conformance.topics(serialNumber),
        log: await conformance.log(serialNumber, source === conformance.source ? after : 0),
      };
    },

    async accept(rule, context) {
      const { serialNumber, kind, value, meaning } = rule;
      const robot = known(serialNumber);
      const fault = faultOfAccept(rule);
      if (fault) throw new ApiError('fieldInvalid', { field: fault });
      if ((await countAccepted(context.db, serialNumber)) >= MOST_ACCEPTS)
        throw new ApiError('tooManyDeviations', { words: { count: MOST_ACCEPTS } });
      if (kind === 'mapName') {
        if (fleetCache.map(meaning)?.siteId !== robot.siteId) throw new ApiError('mapUnknown', { field: 'meaning' });
        if (!(await addMapName(context.db, { serialNumber, robotMapName: value, mapId: meaning })))
          throw new ApiError('mapAlreadyNamed', { field: 'value', words: { name: value } });
      }
      await putAccepted(context.db, {
        serialNumber,
        kind,
        value,
        meaning,
        userId: context.userId,
        userName: namedIn(context.nickname),
        at: new Date(now()),
      });
      await record(context.db, {
        userId: context.userId,
        act: 'robot.acceptDeviation',
        subject: serialNumber,
        after: { kind, value, meaning },
      });
      context.afterCommit(() => fleet.refresh());
      return null;
    },

    async withdraw({ serialNumber, kind, value }, context) {
      known(serialNumber);
      const row = await deleteAccepted(context.db, { serialNumber, kind, value });
      if (!row) throw new ApiError('notFound');
      if (kind === 'mapName') await deleteMapName(context.db, serialNumber, value);
      await record(context.db, {
        userId: context.userId,
        act: 'robot.withdrawDeviation',
        subject: serialNumber,
        before: { kind, value, meaning: row.meaning },
      });
      context.afterCommit(() => fleet.refresh());
      return null;
    },

    refused: async () => broker.refused.list().map(toRefused),

    startTest: createTestOrder(deps).start,
  };
}
