/** What a change of a delivery does to its row, its history and its messages; used by people, robots and time-outs. */
import type { Language } from '../../contract/entities/constants.ts';
import type { DeliveryStatus } from '../../contract/entities/robotConstants.ts';
import {
  comesBack,
  isCompartmentJammed,
  isDeliveryOver,
  timeoutOf,
  type DeliveryCause,
  type DeliveryEntryKind,
  type DeliveryFacts,
  type DeliveryReason,
} from '../../contract/rules/delivery.ts';
import {
  ACCEPT_WITHIN_MS,
  DELIVERY_STEPS_MAX,
  JAM_KEPT_MS,
  TIMEOUT_GRACE_MS,
} from '../../contract/rules/deliveryLimits.ts';
import type { Db } from '../db/database.ts';
import type { StoredDeliveryAct } from '../db/deliveryTables.ts';
import type { LocalName } from '../db/localName.ts';
import {
  addStep,
  changeDelivery,
  countSteps,
  stepsOf,
  type DeliveryRow,
  type DeliveryStepRow,
  type NewDelivery,
} from '../db/repositories/deliveries.ts';
import { jamsLeft } from '../db/repositories/jamsLeft.ts';
import { subjectWith } from '../db/stepSubject.ts';
import { enqueueJob } from '../jobs/enqueue.ts';

/** How often the server checks whether the robot of a delivery is still heard, ms. */
const CHECK_EVERY_MS = 60_000;

export const isOurs = ({ origin }: Pick<DeliveryRow, 'origin'>): boolean => origin !== 'robot';

/** The recipient has said that they are somewhere else, and nobody has redirected the parcel since. */
export const isElsewhere = ({ act }: Pick<DeliveryRow, 'act'>): boolean => act?.isElsewhere === true;

/** @param isJamOpen from the history (jamsAmong, jamsLeft); only the board and those who deal with it ask for it */
export const factsOf = (row: DeliveryRow, isJamOpen = false): DeliveryFacts => ({
  status: row.status,
  hasRobot: row.serialNumber !== '',
  isOurs: isOurs(row),
  createdAt: row.createdAt.getTime(),
  changedAt: row.changedAt.getTime(),
  hasMoreTime: row.hasMoreTime,
  hasPhone: row.phoneNumber !== '' || row.loaderPhone !== '',
  isActPending: row.act?.state === 'sent' && row.act.type !== 'openCabinet' && row.act.type !== 'elsewhere',
  isElsewhere: isElsewhere(row),
  isAcknowledged: row.isAcknowledged,
  keypadLockedUntil: row.keypadLockedUntil?.getTime() ?? null,
  isJamOpen,
  returns: row.returns,
});

/** When the server has to look at the delivery next, after a change or a look at `at`. */
export function nextDue(
  row: Pick<
    DeliveryRow,
    'status' | 'serialNumber' | 'createdAt' | 'changedAt' | 'hasMoreTime' | 'origin' | 'notBefore'
  >,
  at: number,
): Date | null {
  if (isDeliveryOver(row.status) || !isOurs(row)) return null;
  if (row.status === 'created')
    return new Date(row.serialNumber === '' ? Math.max(at, row.notBefore?.getTime() ?? 0) : at + ACCEPT_WITHIN_MS);
  const wait = timeoutOf({
    status: row.status,
    createdAt: row.createdAt.getTime(),
    changedAt: row.changedAt.getTime(),
    hasMoreTime: row.hasMoreTime,
  });
  const check = at + CHECK_EVERY_MS;
  return new Date(wait ? Math.max(at + 1_000, Math.min(check, wait.at + TIMEOUT_GRACE_MS)) : check);
}

/** Statuses that prove an act of the robot. */
const PROOF: Readonly<Partial<Record<StoredDeliveryAct['type'], readonly DeliveryStatus[]>>> = {
  cancel: ['cancelled'],
  sendBack: ['notPickedUp'],
  notMine: ['notPickedUp'],
  openCabinet: ['loading', 'cabinetOpen'],
  // They have come to the robot.
  elsewhere: ['cabinetOpen'],
};

export const withoutElsewhere = ({ isElsewhere: _, ...act }: StoredDeliveryAct): StoredDeliveryAct => act;

function actAfter({ act }: DeliveryRow, to: DeliveryStatus): StoredDeliveryAct | null {
  if (!act) return null;
  const isOver = isDeliveryOver(to);
  const kept = isOver || to === 'cabinetOpen' ? withoutElsewhere(act) : act;
  if (kept.state !== 'sent') return kept;
  if (PROOF[kept.type]?.includes(to)) return { ...kept, state: 'done' };
  return isOver ? { ...kept, state: 'failed' } : kept;
}

export interface StatusChange {
  to: DeliveryStatus;
  cause: DeliveryCause;
  reason?: DeliveryReason;
  by?: LocalName;
}

/** The new values of a row whose status becomes `to`. */
export function columnsAfter(row: DeliveryRow, { to, reason = '' }: StatusChange, at: Date): Partial<NewDelivery> {
  const isEnd = isDeliveryOver(to);
  const after = { ...row, status: to, changedAt: at };
  if (to === 'created')
    return {
      status: to,
      reason,
      changedAt: at,
      serialNumber: '',
      avoidedRobot: row.serialNumber,
      compartment: null,
      loadingAt: null,
      arrivalAt: null,
      dueAt: nextDue({ ...after, serialNumber: '' }, at.getTime()),
    };
  return {
    status: to,
    reason,
    changedAt: at,
    act: actAfter(row, to),
    dueAt: nextDue(after, at.getTime()),
    ...(isEnd && {
      endedAt: at,
      endedFrom: row.status,
      returns: comesBack(to, row.status) && isOurs(row) ? ('returning' as const) : row.returns,
    }),
    ...(to === 'cabinetOpen' || to === 'loading' || isEnd ? { keypadLockedUntil: null } : {}),
  };
}

/** What a delivery ends as if its robot can do nothing more for it. */
export const FAILED_END: Readonly<Partial<Record<DeliveryStatus, DeliveryStatus>>> = {
  created: 'goingToLoadingFailed',
  goingToLoadingPoint: 'goingToLoadingFailed',
  arrivedAtLoadingPoint: 'loadingTimeout',
  loading: 'loadingTimeout',
  loadingCompleted: 'deliveryFailed',
  delivering: 'deliveryFailed',
  arrivedAtRoom: 'deliveryFailed',
  cabinetOpen: 'deliveryFailed',
};

const LOOKS: ReadonlySet<DeliveryEntryKind> = new Set(['codeRevealed', 'phoneRevealed']);

/** Adds a line to the history; a robot that repeats itself for ever does not make it grow for ever. */
export async function addLine(
  db: Db,
  row: Pick<DeliveryRow, 'id' | 'status'>,
  step: { at: Date; kind: DeliveryEntryKind; cause: DeliveryCause } & Partial<DeliveryStepRow>,
): Promise<void> {
  // The end of a long history is still told. Looks at codes and numbers are all in the audit log, and must not take the room
  // of what the robot reports.
  const most = LOOKS.has(step.kind) ? DELIVERY_STEPS_MAX / 2 : DELIVERY_STEPS_MAX;
  if (step.kind !== 'status' && (await countSteps(db, row.id)) >= most) return;
  await addStep(db, { status: row.status, ...step, deliveryId: row.id });
}

/** Changes the status, with its line in the history. The caller has checked that the change is allowed. */
export async function changeStatus(db: Db, row: DeliveryRow, change: StatusChange, at: Date): Promise<DeliveryRow> {
  const after = await changeDelivery(db, row.id, columnsAfter(row, change, at));
  await addLine(db, after, {
    at,
    kind: 'status',
    cause: change.cause,
    by: change.by ?? '',
    reason: change.reason ?? '',
  });
  return after;
}

/** The compartment that is jammed in this delivery and not known yet as left jammed by its robot; null without one. */
async function jamToKeep(db: Db, { id, serialNumber, compartment }: DeliveryRow, at: Date): Promise<number | null> {
  if (compartment === null || !isCompartmentJammed(await stepsOf(db, id, DELIVERY_STEPS_MAX))) return null;
  const known = await jamsLeft(db, new Date(at.getTime() - JAM_KEPT_MS), [id]);
  return known.some((jam) => jam.serialNumber === serialNumber && jam.compartment === compartment) ? null : compartment;
}

/** Takes the delivery from its robot, back into the queue. A compartment that jammed stays jammed. */
export async function unassign(
  db: Db,
  row: DeliveryRow,
  { cause, reason, robotName }: Pick<StatusChange, 'cause'> & { reason: DeliveryReason; robotName: LocalName },
  at: Date,
): Promise<DeliveryRow> {
  const jammed = await jamToKeep(db, row, at);
  const subject = subjectWith(robotName, { serialNumber: row.serialNumber });
  const line = { at, kind: 'unassigned', cause, reason, subject } as const;
  // A jam is kept however long the history is.
  if (jammed === null) await addLine(db, row, line);
  else
    await addStep(db, {
      ...line,
      deliveryId: row.id,
      status: row.status,
      value: jammed,
    });
  return row.status === 'created'
    ? changeDelivery(db, row.id, {
        serialNumber: '',
        avoidedRobot: row.serialNumber,
        compartment: null,
        loadingAt: null,
        arrivalAt: null,
        dueAt: at,
      })
    : changeStatus(db, row, { to: 'created', cause, reason }, at);
}

export const DELIVERY_MESSAGES = ['deliveryLoads', 'deliveryComes', 'deliveryThere'] as const;
export type DeliveryMessage = (typeof DELIVERY_MESSAGES)[number];

/** The language is unknown; the country code of the number is the best guess. */
export const languageOf = (phoneNumber: string): Language => (phoneNumber.startsWith('+86') ? 'zhCN' : 'enUS');

const MESSAGE_OF: Readonly<Partial<Record<DeliveryStatus, DeliveryMessage>>> = {
  goingToLoadingPoint: 'deliveryLoads',
  delivering: 'deliveryComes',
  arrivedAtRoom: 'deliveryThere',
};

/** Queues the message that belongs to a new status, if there is somebody to tell. */
export async function tellPeople(db: Db, now: () => number, row: DeliveryRow): Promise<void> {
  const kind = MESSAGE_OF[row.status];
  if (kind) await queueMessage(db, now, row, kind, String(row.changedAt.getTime()));
}

/**
 * @param occasion the same for repeats, so that a message is sent once
 * @param accountId whose limit counts it; that of the orderer by default
 */
export async function queueMessage(
  db: Db,
  now: () => number,
  row: Pick<DeliveryRow, 'id' | 'phoneNumber' | 'loaderPhone' | 'number'>,
  kind: DeliveryMessage,
  occasion: string,
  accountId?: string,
): Promise<void> {
  if ((kind === 'deliveryLoads' ? row.loaderPhone : row.phoneNumber) === '') return;
  await enqueueJob(db, now, {
    kind: 'deliveryMessage',
    key: `delivery ${row.id} ${kind} ${occasion}`,
    payload: { deliveryId: row.id, message: kind, ...(accountId !== undefined && { accountId }) },
    subject: String(row.number),
    maxAttempts: 4,
  });
}
