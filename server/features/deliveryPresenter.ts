/** Deliveries and their histories as the API returns them. */
import type { Language } from '../../contract/entities/constants.ts';
import type { DeliveryStatus } from '../../contract/entities/robotConstants.ts';
import type { CodeType, Delivery, DeliveryPlace, DeliveryStep } from '../../contract/entities/delivery.ts';
import {
  boardGroup,
  deliveryObstacle,
  phoneObstacle,
  isDeliveryOver,
  stationOf,
  timeoutOf,
  DELIVERY_ACTS,
  type DeliveryAct,
} from '../../contract/rules/delivery.ts';
import { OPEN_CABINET_TTL_MS } from '../../contract/rules/deliveryLimits.ts';
import { FILE_RULES } from '../../contract/rules/files.ts';
import { maskAccount } from '../../contract/rules/maskAccount.ts';
import { hasRight } from '../../contract/rules/rights.ts';
import type { ErrorName } from '../../contract/wire/errors.ts';
import type { StoredDeliveryAct } from '../db/deliveryTables.ts';
import { nameIn, type LocalName } from '../db/localName.ts';
import type { DeliveryRow, DeliveryStepRow } from '../db/repositories/deliveries.ts';
import type { JamLeft } from '../db/repositories/jamsLeft.ts';
import { detailsOf } from '../db/stepSubject.ts';
import type { Fleet } from '../fleet/fleet.ts';
import type { LiveRights } from '../rights/liveRights.ts';
import { toRobotChoiceDto } from './deliveryChoice.ts';
import { factsOf, isElsewhere, isOurs } from './deliveryLife.ts';

export interface DeliveryReader {
  userId: string;
  language: Language;
}

interface Known {
  fleet: Pick<Fleet, 'fleetCache' | 'live'>;
  rights: Pick<LiveRights, 'standing'>;
  now: () => number;
}

/** Without what only the recipient says. */
const OPERATOR_ACTS = DELIVERY_ACTS.filter((act) => act !== 'notMine' && act !== 'elsewhere');

/** Time for the answer to an opening that the robot has carried out, ms. */
const ANSWER_MS = 2_000;

const time = (at: Date | null): number | null => at?.getTime() ?? null;

/** A point's name as it is now; the copied one if the point is gone. */
export function placeOf(
  { fleet: { fleetCache } }: Pick<Known, 'fleet'>,
  areaId: string,
  copied: LocalName,
  language: Language,
): DeliveryPlace {
  const point = fleetCache.point(areaId);
  const map = point && fleetCache.map(point.mapId);
  return {
    areaId: point ? areaId : '',
    name: nameIn(point?.name ?? copied, language) || areaId,
    mapId: point?.mapId ?? '',
    floor: map ? nameIn(map.name, language) : '',
  };
}

/** Expected times: those of the robot while it carries the delivery, else those of the assignment. */
export function expectedTimes(
  { fleet }: Pick<Known, 'fleet'>,
  row: DeliveryRow,
  language: Language,
): Pick<Delivery, 'loadingAt' | 'arrivalAt'> {
  const promised = { loadingAt: time(row.loadingAt), arrivalAt: time(row.arrivalAt) };
  if (row.serialNumber === '' || isDeliveryOver(row.status)) return promised;
  const { task } = fleet.live(row.serialNumber, language);
  // In a lift it still tells when it reaches its stops.
  if (task?.kind !== 'delivery' && task?.kind !== 'lift') return promised;
  const at = (areaId: string): number | null =>
    task.stops.find(({ pointId, reachedAt }) => pointId === areaId && reachedAt === null)?.expectedAt ?? null;
  return {
    loadingAt: at(row.loadingPoint) ?? promised.loadingAt,
    arrivalAt: at(row.destination) ?? promised.arrivalAt,
  };
}

/** Robots of the row, or of its site while it waits for one: rights on any of them count. */
function rightsOn({ fleet: { fleetCache }, rights }: Known, row: DeliveryRow, userId: string) {
  const robots =
    row.serialNumber === ''
      ? [...fleetCache.robots()].flatMap((robot) =>
          robot.siteId === row.siteId && !robot.retiredAt ? robot.serialNumber : [],
        )
      : [row.serialNumber];
  const all = robots.map((serialNumber) => rights.standing(userId, serialNumber));
  return (right: 'operate' | 'administer'): boolean =>
    all.some(({ roles, relation }) => hasRight(roles, relation, right));
}

export function toDeliveryDto(
  known: Known,
  row: DeliveryRow,
  { userId, language }: DeliveryReader,
  {
    queue = null,
    usualMs,
    lift,
    unsent = [],
    isJamOpen = false,
    left = [],
  }: {
    queue?: Delivery['queue'];
    usualMs?: number | undefined;
    lift?: Delivery['lift'];
    unsent?: CodeType[];
    isJamOpen?: boolean;
    /** Jammed compartments of robots that it was taken from. */
    left?: readonly JamLeft[];
  } = {},
): Delivery {
  const { fleet, now } = known;
  const robot = fleet.fleetCache.robot(row.serialNumber);
  const facts = factsOf(row, isJamOpen || left.length > 0);
  const isMine = ({ serialNumber }: JamLeft): boolean => {
    const { roles, relation } = known.rights.standing(userId, serialNumber);
    return hasRight(roles, relation, 'operate');
  };
  const can = rightsOn(known, row, userId);
  const mayOperate = can('operate');
  const shownPhone = (phone: string): string => (can('administer') ? phone : maskAccount(phone));
  const isOffline = row.serialNumber !== '' && fleet.live(row.serialNumber, language).connection !== 'online';
  const obstacle = (act: DeliveryAct): ErrorName | null => {
    if (!mayOperate) return 'notAllowed';
    const isOpen = isJamOpen || left.some(isMine);
    return (
      deliveryObstacle(act, { ...facts, isJamOpen: isOpen }) ??
      (act === 'openCabinet' && isOffline ? 'robotOffline' : null) ??
      (act === 'revealPhone' ? phoneObstacle(time(row.endedAt), now()) : null)
    );
  };
  const isOver = isDeliveryOver(row.status);
  const wait = isOver || row.origin === 'robot' ? null : timeoutOf(facts);
  return {
    id: row.id,
    number: row.number,
    siteId: row.siteId || (robot?.siteId ?? ''),
    serialNumber: row.serialNumber,
    robotName: (robot && nameIn(robot.name, language)) || row.serialNumber,
    origin: row.origin,
    status: row.status,
    reason: row.reason,
    station: stationOf(row.status, row.endedFrom),
    group: boardGroup(facts, now()),
    from: placeOf(known, row.loadingPoint, row.loadingName, language),
    to: placeOf(known, row.destination, row.destinationName, language),
    recipientName: row.recipientName,
    recipientPhone: shownPhone(row.phoneNumber),
    loaderPhone: shownPhone(row.loaderPhone),
    note: row.note,
    size: row.size,
    compartment: row.compartment,
    notBefore: time(row.notBefore),
    createdAt: row.createdAt.getTime(),
    createdBy: nameIn(row.createdByName, language),
    changedAt: row.changedAt.getTime(),
    endedAt: time(row.endedAt),
    tookMs: row.endedAt ? row.endedAt.getTime() - row.createdAt.getTime() : null,
    ...(usualMs !== undefined && { usualMs }),
    ...(lift && { lift }),
    queue,
    ...expectedTimes(known, row, language),
    timeout: wait && { at: wait.at, status: wait.to },
    hasMoreTime: row.hasMoreTime,
    loadingCode: codeState(row, 'loading'),
    pickupCode: codeState(row, 'pickup'),
    keypadLockedUntil: time(row.keypadLockedUntil),
    isJammed: isJamOpen,
    jamsLeft: left.map(({ serialNumber, compartment }) => {
      const holder = fleet.fleetCache.robot(serialNumber);
      return { serialNumber, compartment, robotName: (holder && nameIn(holder.name, language)) || serialNumber };
    }),
    unsent,
    act: row.act && {
      type: row.act.type,
      at: row.act.at,
      by: nameIn(row.act.by, language),
      state: openingState(row.act, now(), OPEN_CABINET_TTL_MS),
      reason: row.act.reason,
    },
    isElsewhere: isElsewhere(row),
    photo: photoOf(known, row, mayOperate),
    returns: row.returns,
    isAcknowledged: row.isAcknowledged,
    acts: Object.fromEntries(OPERATOR_ACTS.map((act) => [act, obstacle(act)])) as Delivery['acts'],
  };
}

const AT_DOOR: ReadonlySet<DeliveryStatus> = new Set<DeliveryStatus>(['arrivedAtRoom', 'cabinetOpen']);

function photoOf({ fleet: { fleetCache }, now }: Known, row: DeliveryRow, mayOperate: boolean): Delivery['photo'] {
  const { photoId, photoAt, status, endedFrom, serialNumber } = row;
  if (photoId !== '' && photoAt) {
    const isKept = now() - photoAt.getTime() < (FILE_RULES.doorPicture.keepMs ?? Infinity);
    const state = !isKept ? 'deleted' : mayOperate ? 'taken' : 'hidden';
    return { state, fileId: state === 'taken' ? photoId : '', at: photoAt.getTime() };
  }
  const wasThere = AT_DOOR.has(status) || (endedFrom !== null && AT_DOOR.has(endedFrom));
  const isBlind = isOurs(row) && wasThere && !fleetCache.abilitiesOf(serialNumber).actions.includes('takePhoto');
  return { state: isBlind ? 'noCamera' : 'none', fileId: '', at: null };
}

/** An opening that the robot has not answered in time did not happen. */
export const openingState = (
  { type, state, at }: StoredDeliveryAct,
  now: number,
  ttlMs: number,
): StoredDeliveryAct['state'] =>
  type === 'openCabinet' && state === 'sent' && now - at > ttlMs + ANSWER_MS ? 'failed' : state;

function codeState(row: DeliveryRow, type: 'loading' | 'pickup'): Delivery['loadingCode'] {
  const { status, endedFrom } = row;
  if (type === 'pickup' && (status === 'completed' || status === 'cabinetOpen')) return 'used';
  const waited = ['created', 'goingToLoadingPoint', 'arrivedAtLoadingPoint'] as const;
  const last = isDeliveryOver(status) ? endedFrom : status;
  if (type === 'loading' && last !== null && !waited.some((one) => one === last)) return 'used';
  return isDeliveryOver(status) ? 'over' : 'hidden';
}

/** Lines that name the robot of a jam, if they have the number of a compartment. */
const JAM_LINES: ReadonlySet<DeliveryStep['kind']> = new Set(['unassigned', 'acknowledged']);

/**
 * @param nameOf the name of a robot that the reader may see; @param isHidden whether a robot is one that the reader may
 * not see: the lines about it do not name it
 */
export const toDeliveryStepDto = (
  row: DeliveryStepRow,
  language: Language,
  {
    nameOf,
    isHidden,
    ownNames,
  }: {
    nameOf: (serialNumber: string) => string | undefined;
    isHidden: (serialNumber: string) => boolean;
    /** Names of the reader's robots. */
    ownNames: ReadonlySet<string>;
  },
): DeliveryStep => {
  const { choice: stored, serialNumber = stored?.serialNumber ?? '' } = detailsOf(row.subject);
  const choice = stored && toRobotChoiceDto(stored, nameOf);
  const name = nameIn(row.subject, language);
  // Earlier versions kept only the name of the robot whose compartment jammed.
  const isJamOfUnknown = serialNumber === '' && row.value !== null && JAM_LINES.has(row.kind);
  return {
    id: row.id,
    at: row.at.getTime(),
    kind: row.kind,
    status: row.status,
    cause: row.cause,
    by: nameIn(row.by, language),
    reason: row.reason,
    subject: isHidden(serialNumber) || (isJamOfUnknown && !ownNames.has(name)) ? '' : name,
    value: row.value,
    ...(choice && { choice }),
  };
};
