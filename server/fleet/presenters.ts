/**
 * Presenters: replace ids by names in the reader's language, and convert ledger and lease rows to their wire format.
 */
import { LANGUAGES, type Language } from '../../contract/entities/constants.ts';
import type { Command } from '../../contract/entities/command.ts';
import type { Lease } from '../../contract/entities/lease.ts';
import type { RobotLive } from '../../contract/entities/robot.ts';
import type { LeaseMessage, LedgerMessage } from '../../contract/wire/feed.ts';
import { nameIn, type LocalName } from '../db/localName.ts';
import type { CommandRow } from '../db/repositories/commands.ts';
import type { LeaseRow } from '../db/repositories/leases.ts';
import { isDrivingBlocked } from './drivingBlock.ts';
import type { FleetCache } from './fleetCache.ts';
import type { DisinfectionRow } from '../db/repositories/disinfections.ts';
import { onDisinfection } from './disinfections/liveStateOverlay.ts';
import type { RouteRun } from './routeRuns/routeRun.ts';
import { onDrive } from './routeRuns/liveStateOverlay.ts';
import { robotStopIn, type Stops } from './stops.ts';

const ms = (instant: Date | null): number | null => instant?.getTime() ?? null;

/** @param run the robot's current route run; `disinfection` its current disinfection */
export function toRobotLiveDto(
  said: RobotLive,
  language: Language,
  fleetCache: FleetCache,
  run: RouteRun | undefined,
  stops: Pick<Stops, 'of'>,
  disinfection?: DisinfectionRow,
): RobotLive {
  const robot = fleetCache.robot(said.serialNumber);
  const onRoute = onDrive(
    {
      ...said,
      ...(robot && isDrivingBlocked(robot) && { drivingBlocked: true }),
      stops: stops.of(said.serialNumber).map((stop) => robotStopIn(stop, language)),
    },
    run,
    language,
  );
  const live = onDisinfection(onRoute, disinfection, language);
  const { task } = live;
  // Both carry their own names, copied at their start, so that later edits do not affect them.
  if (!task || run || disinfection) return live;
  const nameOf = (id: string | null): string => {
    const point = id === null ? undefined : fleetCache.point(id);
    return point ? nameIn(point.name, language) : '';
  };
  return {
    ...live,
    task: {
      ...task,
      target: nameOf(task.targetId) || task.target,
      stops: task.stops.map((stop) => ({ ...stop, name: nameOf(stop.pointId) || stop.name })),
    },
  };
}

export const toCommandDto = (row: CommandRow, language: Language): Command => ({
  id: row.id,
  serialNumber: row.serialNumber,
  kind: row.kind,
  state: row.state,
  target: nameIn(row.target, language),
  targetId: row.targetId,
  askedBy: { userId: row.askedBy, name: nameIn(row.askedByName, language) },
  askedAt: row.askedAt.getTime(),
  sentAt: ms(row.sentAt),
  acceptedAt: ms(row.acceptedAt),
  runningAt: ms(row.runningAt),
  endedAt: ms(row.endedAt),
  expiresAt: ms(row.expiresAt),
  reason: row.reason,
  parameters: row.parameters,
  fileId: row.fileId,
});

export const toLeaseDto = (row: LeaseRow | undefined, serialNumber: string, language: Language, now: number): Lease => {
  const isHeld = row?.holderId != null && row.expiresAt !== null && row.expiresAt.getTime() > now;
  return {
    serialNumber,
    number: row?.number ?? 0,
    holder:
      isHeld && row?.holderId
        ? { userId: row.holderId, name: nameIn(row.holderName ?? '', language), clientId: row.holderClientId ?? '' }
        : null,
    since: isHeld ? ms(row.since) : null,
    expiresAt: isHeld ? ms(row.expiresAt) : null,
    reason: isHeld ? row.reason : null,
    askedBy:
      isHeld && row.askedById && row.askedAt
        ? {
            userId: row.askedById,
            name: nameIn(row.askedByName ?? '', language),
            clientId: row.askedByClientId ?? '',
            at: row.askedAt.getTime(),
          }
        : null,
  };
};

/** For messages with readers of several languages. */
export const perLanguage = (name: LocalName | null): Record<Language, string> =>
  Object.fromEntries(LANGUAGES.map((language) => [language, nameIn(name ?? '', language)])) as Record<Language, string>;

export const toLedgerMessage = (row: CommandRow): LedgerMessage => ({
  ...toCommandDto(row, 'zhCN'),
  names: { target: perLanguage(row.target), askedBy: perLanguage(row.askedByName) },
});
export const toLeaseMessage = (row: LeaseRow, now: number): LeaseMessage => ({
  ...toLeaseDto(row, row.serialNumber, 'zhCN', now),
  names: { holder: perLanguage(row.holderName), askedBy: perLanguage(row.askedByName) },
});
