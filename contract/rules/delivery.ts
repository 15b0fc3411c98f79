/**
 * The life of a delivery (spec 4 "Delivery statuses", design 22), as pure functions for server, console and tests:
 *
 *   created → goingToLoadingPoint → arrivedAtLoadingPoint → loading → loadingCompleted → delivering → arrivedAtRoom
 *           → cabinetOpen → completed
 *
 * with the eight ends goingToLoadingFailed, loadingTimeout, loadingFailed, deliveryFailed, notPickedUp, cancelled,
 * expired and completed. After an end with the parcel on board, the robot takes it back to the loading point.
 */
import { DELIVERY_STATUSES, type DeliveryStatus } from '../entities/robotConstants.ts';
import {
  AT_DOOR_LONG_MS,
  DELIVERY_EXPIRES_MS,
  FAILED_SHOWN_MS,
  LOADING_WAIT_MS,
  MORE_TIME_MS,
  PHONE_SHOWN_DAYS,
  PICKUP_WAIT_MS,
  RETURN_LONG_MS,
} from './deliveryLimits.ts';
import { isSlowRun } from './routeRun.ts';

/** Who causes a change. `server`: the queue and the dispatch. `time`: a time-out. */
export const DELIVERY_CAUSES = ['operator', 'robot', 'time', 'recipient', 'loader', 'server'] as const;
export type DeliveryCause = (typeof DELIVERY_CAUSES)[number];

type Causes = readonly DeliveryCause[];
const ROBOT: Causes = ['robot'];
/** The server: the robot was moved to another site, or retired. */
const FAILS: Causes = ['robot', 'time', 'server'];
const CANCEL: Causes = ['operator'];
/** The robot confirms what an operator asked for. */
const CANCEL_ON_BOARD: Causes = ['operator', 'robot'];
const TIME: Causes = ['time'];
const HAND_OVER: Causes = ['robot', 'recipient', 'operator'];

/** Every change that exists, with who may cause it. */
export const DELIVERY_CHANGES: Readonly<Record<DeliveryStatus, Readonly<Partial<Record<DeliveryStatus, Causes>>>>> = {
  created: { goingToLoadingPoint: ROBOT, goingToLoadingFailed: FAILS, cancelled: CANCEL, expired: TIME },
  goingToLoadingPoint: {
    // A robot that falls silent before it carries anything is replaced.
    created: ['server', 'time'],
    arrivedAtLoadingPoint: ROBOT,
    goingToLoadingFailed: FAILS,
    cancelled: CANCEL,
    expired: TIME,
  },
  arrivedAtLoadingPoint: {
    created: ['server', 'time'],
    loading: ['robot', 'loader', 'operator'],
    loadingTimeout: FAILS,
    loadingFailed: ROBOT,
    cancelled: CANCEL,
    expired: TIME,
  },
  loading: {
    loadingCompleted: ['robot', 'loader', 'operator'],
    loadingFailed: FAILS,
    loadingTimeout: FAILS,
    cancelled: CANCEL_ON_BOARD,
    expired: TIME,
  },
  loadingCompleted: { delivering: ROBOT, deliveryFailed: FAILS, cancelled: CANCEL_ON_BOARD, expired: TIME },
  delivering: {
    arrivedAtRoom: ROBOT,
    deliveryFailed: FAILS,
    notPickedUp: ['operator', 'recipient', 'robot'],
    cancelled: CANCEL_ON_BOARD,
    expired: TIME,
  },
  arrivedAtRoom: {
    cabinetOpen: HAND_OVER,
    delivering: ['operator', 'robot'],
    notPickedUp: ['robot', 'time', 'recipient', 'operator'],
    deliveryFailed: FAILS,
    cancelled: CANCEL_ON_BOARD,
    expired: TIME,
  },
  cabinetOpen: {
    completed: HAND_OVER,
    // It was closed with the parcel inside.
    arrivedAtRoom: ROBOT,
    deliveryFailed: FAILS,
    // The recipient says that it is not theirs, and leaves it inside.
    notPickedUp: ['robot', 'time', 'recipient'],
    expired: TIME,
  },
  completed: {},
  loadingFailed: {},
  goingToLoadingFailed: {},
  loadingTimeout: {},
  notPickedUp: {},
  cancelled: {},
  deliveryFailed: {},
  expired: {},
};

const changesOf = (status: DeliveryStatus): readonly DeliveryStatus[] =>
  DELIVERY_STATUSES.filter((to) => DELIVERY_CHANGES[status][to] !== undefined);

/** Whether the status is final. */
export const isDeliveryOver = (status: DeliveryStatus): boolean => changesOf(status).length === 0;
export const canChange = (from: DeliveryStatus, to: DeliveryStatus, cause: DeliveryCause): boolean =>
  DELIVERY_CHANGES[from][to]?.includes(cause) ?? false;

const BY_ROBOT: ReadonlySet<DeliveryCause> = new Set<DeliveryCause>(['robot', 'loader', 'recipient']);
/** Statuses that a robot's report can lead to, directly or because reports in between were lost. */
function reachedByRobot(from: DeliveryStatus): ReadonlySet<DeliveryStatus> {
  const reached = new Set<DeliveryStatus>();
  const visit = (status: DeliveryStatus): void => {
    for (const to of changesOf(status)) {
      if (reached.has(to) || !DELIVERY_CHANGES[status][to]?.some((cause) => BY_ROBOT.has(cause))) continue;
      reached.add(to);
      visit(to);
    }
  };
  visit(from);
  // A step back is only accepted directly.
  for (const status of reached)
    if (!isDeliveryOver(status) && DELIVERY_STATUSES.indexOf(status) < DELIVERY_STATUSES.indexOf(from))
      if (!DELIVERY_CHANGES[from][status]?.includes('robot')) reached.delete(status);
  reached.delete(from);
  return reached;
}
/** Whether a robot's report of `to` is accepted. A report can be ahead of the server, but never revives a delivery. */
export const mayReport = (from: DeliveryStatus, to: DeliveryStatus): boolean => reachedByRobot(from).has(to);

/**
 * Stations of the track: ordered, to the loading point, loading, delivering, at the room, handed over.
 * @public
 */
export const DELIVERY_STATIONS = 6;
const STATIONS: Readonly<Record<DeliveryStatus, number>> = {
  created: 0,
  goingToLoadingPoint: 1,
  arrivedAtLoadingPoint: 1,
  loading: 2,
  loadingCompleted: 2,
  delivering: 3,
  arrivedAtRoom: 4,
  cabinetOpen: 4,
  completed: 5,
  goingToLoadingFailed: 1,
  loadingFailed: 2,
  loadingTimeout: 2,
  deliveryFailed: 3,
  notPickedUp: 5,
  cancelled: 0,
  expired: 0,
};
/** @param endedFrom the status before the end; it places ends that can happen at several stations */
export const stationOf = (status: DeliveryStatus, endedFrom: DeliveryStatus | null): number =>
  endedFrom !== null && (status === 'deliveryFailed' || status === 'cancelled') && !isDeliveryOver(endedFrom)
    ? STATIONS[endedFrom]
    : STATIONS[status];

/** Nothing is in the compartment yet. */
const EMPTY: ReadonlySet<DeliveryStatus> = new Set<DeliveryStatus>([
  'created',
  'goingToLoadingPoint',
  'arrivedAtLoadingPoint',
]);
const AT_LOADING: ReadonlySet<DeliveryStatus> = new Set<DeliveryStatus>(['arrivedAtLoadingPoint', 'loading']);
const AT_DOOR: ReadonlySet<DeliveryStatus> = new Set<DeliveryStatus>(['arrivedAtRoom', 'cabinetOpen']);
/** @public */
export const isAtDoor = (status: DeliveryStatus): boolean => AT_DOOR.has(status);
export const isNothingLoaded = (status: DeliveryStatus): boolean => EMPTY.has(status);
export const isParcelOnBoard = (status: DeliveryStatus): boolean =>
  !EMPTY.has(status) && status !== 'loading' && !isDeliveryOver(status);

/** Ends after which the robot brings the parcel back, if it was on board. */
const COMES_BACK: ReadonlySet<DeliveryStatus> = new Set<DeliveryStatus>([
  'notPickedUp',
  'cancelled',
  'deliveryFailed',
  'expired',
]);
export const comesBack = (status: DeliveryStatus, endedFrom: DeliveryStatus): boolean =>
  COMES_BACK.has(status) && (isParcelOnBoard(endedFrom) || endedFrom === 'loading');

/** Why a change happened, besides its cause. Codes; '' for the ordinary course. */
export const DELIVERY_REASONS = [
  '',
  'code',
  'asked',
  'noOneCame',
  'blocked',
  'liftUnavailable',
  'jammed',
  'robotSilent',
  'robotError',
  'interrupted',
  'tooOld',
  'closedFull',
  /** The recipient says that the parcel is somebody else's. */
  'notMine',
  /** The robot was taken away from the site. */
  'robotMoved',
  'robotRetired',
  /** Why a message was not sent. */
  'numberLimit',
  'accountLimit',
] as const;
export type DeliveryReason = (typeof DELIVERY_REASONS)[number];

/** What people and robot do besides changing the status; lines of the history. */
export const DELIVERY_ENTRIES = [
  'status',
  'assigned',
  'unassigned',
  'messageSent',
  'messageFailed',
  'messageLimited',
  'codeResent',
  'codeRevealed',
  'phoneRevealed',
  'openAsked',
  'opened',
  'openFailed',
  'redirected',
  'moreTime',
  'sendBackAsked',
  'notMine',
  'elsewhere',
  'cancelAsked',
  'wrongCode',
  'keypadLocked',
  'photoTaken',
  'returning',
  'returned',
  'returnFailed',
  'acknowledged',
] as const;
export type DeliveryEntryKind = (typeof DELIVERY_ENTRIES)[number];

/** `returning`: the robot takes the parcel back. `returned`: it was taken out again. `failed`: it is still on board. */
export const RETURN_STATES = ['none', 'returning', 'returned', 'failed'] as const;
export type ReturnState = (typeof RETURN_STATES)[number];

/**
 * Whether the history shows that the compartment is jammed: it did not open, and has not opened since. A new assignment
 * is to another compartment. The repository has the same rule in SQL.
 */
export const isCompartmentJammed = (steps: readonly { kind: DeliveryEntryKind; reason: DeliveryReason }[]): boolean =>
  steps.findLast(
    ({ kind, reason }) =>
      kind === 'opened' || kind === 'assigned' || (reason === 'jammed' && (kind === 'openFailed' || kind === 'status')),
  )?.reason === 'jammed';

/** The part of a delivery that rules need; times in ms since 1970. */
export interface DeliveryFacts {
  status: DeliveryStatus;
  hasRobot: boolean;
  /** Made here or by a call; one that a robot reported by itself only changes by its reports. */
  isOurs: boolean;
  createdAt: number;
  changedAt: number;
  /** The recipient has asked for more time. */
  hasMoreTime: boolean;
  hasPhone: boolean;
  /** The robot has not answered a cancel, a sending back or a "not mine" yet. */
  isActPending: boolean;
  /** The recipient has said that they are somewhere else, and nobody has redirected it since. */
  isElsewhere?: boolean;
  isAcknowledged: boolean;
  keypadLockedUntil: number | null;
  /**
   * It is over, or was taken from a robot, its compartment there has not opened since it jammed, and nobody has dealt
   * with that; from its history.
   */
  isJamOpen: boolean;
  returns: ReturnState;
}

/** The delivery is over, and its parcel stays on board until a person takes it out. */
export const isParcelLeft = (
  { status, changedAt, returns }: Pick<DeliveryFacts, 'status' | 'changedAt' | 'returns'>,
  now: number,
): boolean =>
  isDeliveryOver(status) && (returns === 'failed' || (returns === 'returning' && now - changedAt >= RETURN_LONG_MS));

export const BOARD_GROUPS = ['needsYou', 'underWay', 'waiting'] as const;
export type BoardGroup = (typeof BOARD_GROUPS)[number];

/** The group of the board; null: not on the board. */
export function boardGroup(facts: DeliveryFacts, now: number): BoardGroup | null {
  const { status, changedAt, hasRobot, isAcknowledged, keypadLockedUntil } = facts;
  // Robots cannot use the compartment until somebody acts.
  if (isParcelLeft(facts, now) || facts.isJamOpen) return 'needsYou';
  if (isDeliveryOver(status)) {
    const isFine = status === 'completed' || status === 'cancelled';
    return isFine || isAcknowledged || now - changedAt >= FAILED_SHOWN_MS ? null : 'needsYou';
  }
  if (facts.isElsewhere === true || (keypadLockedUntil !== null && keypadLockedUntil > now)) return 'needsYou';
  if (status === 'arrivedAtRoom' && now - changedAt >= AT_DOOR_LONG_MS) return 'needsYou';
  return status === 'created' && !hasRobot ? 'waiting' : 'underWay';
}

/** What happens if nobody acts: when, and to which status. */
export function timeoutOf({
  status,
  createdAt,
  changedAt,
  hasMoreTime,
}: Pick<DeliveryFacts, 'status' | 'createdAt' | 'changedAt' | 'hasMoreTime'>): {
  at: number;
  to: DeliveryStatus;
} | null {
  if (isDeliveryOver(status)) return null;
  const expires = { at: createdAt + DELIVERY_EXPIRES_MS, to: 'expired' as const };
  const wait = AT_LOADING.has(status)
    ? { at: changedAt + LOADING_WAIT_MS, to: 'loadingTimeout' as const }
    : AT_DOOR.has(status)
      ? { at: changedAt + PICKUP_WAIT_MS + (hasMoreTime ? MORE_TIME_MS : 0), to: 'notPickedUp' as const }
      : expires;
  return wait.at <= expires.at ? wait : expires;
}

/**
 * Whether a step takes or took far longer than usual. At the door nobody waits for a median: there the board calls for
 * somebody after the same time.
 */
export const isSlowStep = (status: DeliveryStatus, tookMs: number, usualMs: number | undefined): boolean =>
  (status === 'arrivedAtRoom' && tookMs >= AT_DOOR_LONG_MS) || (usualMs !== undefined && isSlowRun(tookMs, usualMs));

export const DELIVERY_ACTS = [
  'cancel',
  'resendCode',
  'openCabinet',
  'redirect',
  'sendBack',
  'moreTime',
  'notMine',
  'elsewhere',
  'revealCode',
  'revealPhone',
  'acknowledge',
] as const;
export type DeliveryAct = (typeof DELIVERY_ACTS)[number];

/** Names of errors in contract/wire/errors.ts. */
export type DeliveryObstacle =
  | 'deliveryOver'
  | 'deliveryRobotsOwn'
  | 'deliveryHandedOver'
  | 'deliveryActPending'
  | 'deliveryNoPhone'
  | 'deliveryPhoneOver'
  | 'deliveryNotHere'
  | 'deliveryNotLoaded'
  | 'deliveryNotAtDoor'
  | 'deliveryNotOpen'
  | 'deliveryMoreTimeUsed'
  | 'deliveryNotFailed';

/** Why an act is impossible now; null: it is possible. The same for operators and recipients. */
export function deliveryObstacle(act: DeliveryAct, facts: DeliveryFacts): DeliveryObstacle | null {
  const { status, isOurs, hasPhone, isActPending, hasMoreTime, hasRobot, isJamOpen } = facts;
  if (act === 'acknowledge')
    return isJamOpen || (isDeliveryOver(status) && status !== 'completed') ? null : 'deliveryNotFailed';
  // Whom to call about a parcel is a question after its end, too; `phoneObstacle` ends it.
  if (act === 'revealPhone') return hasPhone ? null : 'deliveryNoPhone';
  if (isDeliveryOver(status)) return 'deliveryOver';
  if (act === 'resendCode') return hasPhone ? null : 'deliveryNoPhone';
  if (act === 'revealCode') return null;
  if (!isOurs) return 'deliveryRobotsOwn';
  if (act === 'openCabinet') {
    if (!hasRobot || !(AT_LOADING.has(status) || AT_DOOR.has(status))) return 'deliveryNotHere';
    // Only one act is kept: an opening must not replace what the robot has still to hear.
    return isActPending ? 'deliveryActPending' : null;
  }
  if (act === 'notMine')
    return status !== 'cabinetOpen' ? 'deliveryNotOpen' : isActPending ? 'deliveryActPending' : null;
  if (status === 'cabinetOpen') return 'deliveryHandedOver';
  if (isActPending) return 'deliveryActPending';
  switch (act) {
    case 'cancel':
      return null;
    case 'redirect':
      return status === 'loading' ? 'deliveryNotLoaded' : null;
    case 'sendBack':
      return status === 'delivering' || status === 'arrivedAtRoom' ? null : 'deliveryNotLoaded';
    case 'elsewhere':
      return facts.isElsewhere === true ? 'deliveryActPending' : null;
    case 'moreTime':
      return status !== 'arrivedAtRoom' ? 'deliveryNotAtDoor' : hasMoreTime ? 'deliveryMoreTimeUsed' : null;
  }
}

/** Why its phone numbers are no longer shown; null: they are. @param endedAt null while it runs */
export const phoneObstacle = (endedAt: number | null, now: number): DeliveryObstacle | null =>
  endedAt !== null && now - endedAt > PHONE_SHOWN_DAYS * 86_400_000 ? 'deliveryPhoneOver' : null;

/** Acts that the robot carries out; they are pending until it answers. The others take effect at once. */
export const needsRobot = (act: DeliveryAct, status: DeliveryStatus): boolean =>
  act === 'openCabinet' || act === 'notMine' || ((act === 'cancel' || act === 'sendBack') && !EMPTY.has(status));
