/** Names of statuses, reasons and acts of deliveries, and where one stands now. */
import type {
  CodeType,
  Delivery,
  DeliveryOrigin,
  DeliveryStep,
  WaitingDetail,
  WaitingReason,
} from '../../../contract/entities/delivery.ts';
import { DELIVERY_ORIGIN_KEYS, DELIVERY_STATUS_KEYS } from '../../../contract/entities/deliverySheet.ts';
import type { DeliveryStatus, RobotStatus } from '../../../contract/entities/robotConstants.ts';
import { isParcelLeft, type DeliveryEntryKind, type DeliveryReason } from '../../../contract/rules/delivery.ts';
import { ERRORS, type ErrorName } from '../../../contract/wire/errors.ts';
import { clockText } from '../alarms/alarmTexts.ts';
import type { Translate } from '../hooks/translate.ts';
import type { Key } from '../hooks/localeTexts.ts';
import type { TrackKind } from '../kit/Track.tsx';
import { slowText } from '../routeRuns/slowText.ts';
import { timeOfDay } from '../shell/siteTime.ts';

export const STATUS_NAMES = DELIVERY_STATUS_KEYS satisfies Record<DeliveryStatus, Key>;

export const STATION_NAMES = [
  'deliveryTexts.station.ordered',
  'deliveryTexts.station.toLoading',
  'deliveryTexts.station.loading',
  'deliveryTexts.status.delivering',
  'deliveryTexts.station.atRoom',
  'deliveryTexts.station.handedOver',
] as const satisfies readonly Key[];

const REASONS = {
  code: 'deliveryTexts.reason.code',
  asked: 'deliveryTexts.reason.asked',
  noOneCame: 'deliveryTexts.reason.noOneCame',
  blocked: 'deliveryTexts.reason.blocked',
  liftUnavailable: 'deliveryTexts.reason.liftUnavailable',
  jammed: 'deliveryTexts.reason.jammed',
  robotSilent: 'deliveryTexts.reason.robotSilent',
  robotError: 'deliveryTexts.reason.robotError',
  interrupted: 'deliveryTexts.reason.interrupted',
  tooOld: 'deliveryTexts.reason.tooOld',
  closedFull: 'deliveryTexts.reason.closedFull',
  notMine: 'deliveryTexts.reason.notMine',
  robotMoved: 'deliveryTexts.reason.robotMoved',
  robotRetired: 'deliveryTexts.reason.robotRetired',
  numberLimit: 'deliveryTexts.reason.numberLimit',
  accountLimit: 'deliveryTexts.reason.accountLimit',
} as const satisfies Record<Exclude<DeliveryReason, ''>, Key>;
/** '' for the ordinary course. */
export const reasonText = (t: Translate, reason: DeliveryReason): string => (reason === '' ? '' : t(REASONS[reason]));

/** Where it was ordered. */
export const ORIGIN_NAMES = DELIVERY_ORIGIN_KEYS satisfies Record<DeliveryOrigin, Key>;

const WAITING_TEXTS = {
  '': 'deliveryTexts.waiting.soon',
  notBefore: 'deliveryTexts.waiting.notBefore',
  allBusy: 'deliveryTexts.waiting.allBusy',
  batteryLow: 'deliveryTexts.waiting.batteryLow',
  offline: 'deliveryTexts.waiting.offline',
  noRobot: 'deliveryTexts.waiting.noRobot',
  noRight: 'deliveryTexts.waiting.noRight',
  noWay: 'deliveryTexts.waiting.noWay',
  noCompartment: 'deliveryTexts.waiting.noCompartment',
  liftOut: 'deliveryTexts.waiting.liftOut',
} as const satisfies Record<WaitingReason | WaitingDetail, Key>;
/** Why no robot takes it. @param time before which none is wanted */
export const waitingText = (
  t: Translate,
  { reason, detail = '', floor = '' }: Pick<NonNullable<Delivery['queue']>, 'reason' | 'detail' | 'floor'>,
  time: string,
): string => t(WAITING_TEXTS[detail || reason], { time, floor });

const ENTRIES = {
  assigned: 'deliveryTexts.entry.assigned',
  unassigned: 'deliveryTexts.entry.unassigned',
  messageSent: 'deliveryTexts.entry.messageSent',
  messageFailed: 'deliveryTexts.entry.messageFailed',
  messageLimited: 'deliveryTexts.entry.messageLimited',
  codeResent: 'deliveryTexts.entry.codeResent',
  codeRevealed: 'deliveryTexts.entry.codeRevealed',
  phoneRevealed: 'deliveryTexts.entry.phoneRevealed',
  openAsked: 'deliveryTexts.entry.openAsked',
  opened: 'deliveryTexts.entry.opened',
  openFailed: 'deliveryTexts.entry.openFailed',
  redirected: 'deliveryTexts.entry.redirected',
  moreTime: 'deliveryTexts.entry.moreTime',
  sendBackAsked: 'deliveryTexts.entry.sendBackAsked',
  notMine: 'deliveryTexts.entry.notMine',
  elsewhere: 'deliveryTexts.entry.elsewhere',
  cancelAsked: 'deliveryTexts.entry.cancelAsked',
  wrongCode: 'deliveryTexts.entry.wrongCode',
  keypadLocked: 'deliveryTexts.entry.keypadLocked',
  photoTaken: 'deliveryTexts.entry.photoTaken',
  returning: 'deliveryTexts.entry.returning',
  returned: 'deliveryTexts.entry.returned',
  returnFailed: 'deliveryTexts.entry.returnFailed',
  acknowledged: 'deliveryTexts.entry.acknowledged',
} as const satisfies Record<Exclude<DeliveryEntryKind, 'status'>, Key>;

/** What happened, for the history. */
/** Lines that name a robot. It is left out for readers who may not see it. */
const ROBOT_LINES: ReadonlySet<DeliveryStep['kind']> = new Set(['assigned', 'unassigned']);

export function stepText(t: Translate, { kind, status, cause, subject: named, value }: DeliveryStep): string {
  const subject = named === '' && ROBOT_LINES.has(kind) ? t('deliveryTexts.otherRobot') : named;
  if (kind === 'status') return t(STATUS_NAMES[status]);
  if (kind === 'returned' && cause === 'operator') return t('deliveryTexts.entry.takenOut');
  if (kind === 'acknowledged' && value !== null)
    return subject === ''
      ? t('deliveryTexts.entry.cleared', { count: value })
      : t('deliveryTexts.entry.clearedOf', { count: value, robot: subject });
  if (kind === 'unassigned' && value !== null)
    return t('deliveryTexts.entry.unassignedJammed', { subject, count: value });
  return t(ENTRIES[kind], { subject, count: value ?? 0 });
}
/** An older server does not tell; then it is what the delivery failed for. */
const isJammedStill = ({ isJammed, reason }: Delivery): boolean => isJammed ?? reason === 'jammed';
/** What a person says who deals with a failed delivery; undefined: nothing in particular. */
export function clearedText(t: Translate, delivery: Delivery, now: number): string | undefined {
  const isJammed = isJammedStill(delivery);
  if (!isParcelLeft(delivery, now)) {
    if (isJammed) return t('deliveryTexts.cleared.compartment');
    const [left] = delivery.jamsLeft ?? [];
    return left && t('deliveryTexts.cleared.left', { compartment: left.compartment, robot: left.robotName });
  }
  return t(isJammed ? 'deliveryTexts.cleared.both' : 'deliveryTexts.cleared.parcel');
}
/** Who did it, and why. */
export const stepNote = (t: Translate, { by, cause, reason }: DeliveryStep): string =>
  [by === '' ? (cause === 'recipient' || cause === 'loader' ? t(CAUSES[cause]) : '') : by, reasonText(t, reason)]
    .filter(Boolean)
    .join(' · ');
const CAUSES = {
  recipient: 'deliveryTexts.cause.recipient',
  loader: 'deliveryTexts.cause.loader',
} as const satisfies Record<string, Key>;

/** Why an act is impossible, from the error's name; undefined: it is possible. */
export const obstacleText = (t: Translate, obstacle: string | null): string | undefined =>
  obstacle === null ? undefined : t.failure({ code: ERRORS[obstacle as ErrorName] ?? ERRORS.notAllowed, said: '' });

const FAILED: ReadonlySet<DeliveryStatus> = new Set(['goingToLoadingFailed', 'loadingFailed', 'deliveryFailed']);
const LATE: ReadonlySet<DeliveryStatus> = new Set(['loadingTimeout', 'notPickedUp', 'expired']);

/** Look of the station that was reached. */
export function trackKind({ status, group }: Pick<Delivery, 'status' | 'group'>): TrackKind {
  if (status === 'completed') return 'done';
  if (status === 'cancelled') return 'cancelled';
  if (FAILED.has(status)) return 'fail';
  if (LATE.has(status)) return 'expired';
  return group === 'needsYou' ? 'waiting' : 'now';
}
/** Look of the status pill. */
export function pillOf({ status }: Pick<Delivery, 'status'>): RobotStatus | 'attn' {
  if (status === 'completed') return 'online';
  if (status === 'cancelled') return 'offline';
  if (status === 'created') return 'standby';
  if (FAILED.has(status)) return 'alarm';
  return LATE.has(status) || status === 'arrivedAtRoom' ? 'attn' : 'working';
}

/** '6 min 40 s' as '6:40'. */
export const durationText = (ms: number): string => clockText(Math.floor(ms / 1_000) * 1_000);

/** That it took far longer than usual, without the time before it was wanted; '' if it did not. */
export const slowDeliveryText = (
  t: Translate,
  { tookMs, usualMs, createdAt, notBefore }: Pick<Delivery, 'tookMs' | 'usualMs' | 'createdAt' | 'notBefore'>,
): string => slowText(t, tookMs === null ? null : tookMs - Math.max(0, (notBefore ?? 0) - createdAt), usualMs);

const RETURNS = {
  returning: 'deliveryTexts.returns.returning',
  returned: 'deliveryTexts.returns.returned',
  failed: 'deliveryTexts.returns.failed',
} as const satisfies Record<string, Key>;

export interface Clock {
  /** The server's time, ms. */
  readonly now: number;
  readonly timeZone: string;
}

/**
 * The line below the status: what it waits for, when it arrives, or why it ended, and what a robot that it was taken
 * from has left to do.
 */
export const situationText = (t: Translate, delivery: Delivery, clock: Clock): string =>
  [
    currentText(t, delivery, clock),
    delivery.isElsewhere === true ? t('deliveryTexts.now.elsewhere') : '',
    ...(delivery.jamsLeft ?? []).map(({ compartment, robotName }) =>
      t('deliveryTexts.now.jamLeft', { compartment, robot: robotName }),
    ),
  ]
    .filter(Boolean)
    .join(' · ');

function currentText(t: Translate, delivery: Delivery, clock: Clock): string {
  const { status, changedAt, reason, returns, keypadLockedUntil, timeout, compartment } = delivery;
  const time = (at: number): string => timeOfDay(at, clock.timeZone);
  if (keypadLockedUntil !== null && keypadLockedUntil > clock.now)
    return t('deliveryTexts.now.keypadLocked', { time: time(keypadLockedUntil) });
  const left = timeout ? durationText(Math.max(0, timeout.at - clock.now)) : '';
  switch (status) {
    case 'created':
      return queueText(t, delivery, clock);
    case 'goingToLoadingPoint':
      return underWay(
        liftText(t, delivery, clock.now),
        delivery.loadingAt === null ? '' : t('deliveryTexts.now.loadingAt', { time: time(delivery.loadingAt) }),
      );
    case 'arrivedAtLoadingPoint':
      return t('deliveryTexts.now.waitsToLoad', { left });
    case 'loading':
      return t('deliveryTexts.now.openSince', { compartment: compartment ?? 1, time: time(changedAt) });
    case 'loadingCompleted':
    case 'delivering':
      return underWay(
        liftText(t, delivery, clock.now),
        delivery.arrivalAt === null ? '' : t('deliveryTexts.now.arrivalAt', { time: time(delivery.arrivalAt) }),
      );
    case 'arrivedAtRoom':
      return t('deliveryTexts.now.waitsAtDoor', { since: durationText(clock.now - changedAt), left });
    case 'cabinetOpen':
      return t('deliveryTexts.now.openSince', { compartment: compartment ?? 1, time: time(changedAt) });
    default:
      return [
        reasonText(t, reason),
        isJammedStill(delivery) && reason !== 'jammed' ? reasonText(t, 'jammed') : '',
        returns === 'none' ? '' : t(RETURNS[returns]),
      ]
        .filter(Boolean)
        .join(' · ');
  }
}

const underWay = (...texts: readonly string[]): string => texts.filter(Boolean).join(' · ');

/** What it does at a lift; '' while it drives. */
function liftText(t: Translate, { lift }: Pick<Delivery, 'lift'>, now: number): string {
  if (!lift) return '';
  const name = lift.name || t('deliveryTexts.now.aLift');
  if (lift.isRiding) return t('deliveryTexts.now.inLift', { lift: name });
  return lift.since === null
    ? t('deliveryTexts.now.forLift', { lift: name })
    : t('deliveryTexts.now.forLiftSince', { lift: name, since: durationText(Math.max(0, now - lift.since)) });
}

function queueText(t: Translate, { queue, serialNumber, robotName, notBefore }: Delivery, clock: Clock): string {
  if (serialNumber !== '') return t('deliveryTexts.now.accepting', { robot: robotName });
  if (!queue) return t('deliveryTexts.waiting.soon');
  const { robotName: next, at, reason } = queue;
  if (reason === 'notBefore' && notBefore !== null) return waitingText(t, queue, timeOfDay(notBefore, clock.timeZone));
  if (next !== '' && at !== null)
    return t('deliveryTexts.now.next', { robot: next, time: timeOfDay(at, clock.timeZone) });
  return waitingText(t, queue, '');
}

const UNSENT = {
  loading: 'deliveryTexts.unsent.loading',
  pickup: 'deliveryTexts.unsent.pickup',
} as const satisfies Record<CodeType, Key>;
/** Whose message was not sent. */
export const unsentText = (t: Translate, type: CodeType): string => t(UNSENT[type]);

/** The recipient; a delivery inside the site has neither name nor number. */
export const recipientText = (t: Translate, { recipientName, recipientPhone }: Delivery): string =>
  [recipientName, recipientPhone].filter(Boolean).join(' ') || t('deliveryTexts.inside');
