/**
 * Carries out the deliveries of the server: drives to the loading point, waits to be loaded, delivers, waits for the
 * recipient, and takes back what nobody picked up. Every step is reported; after an interruption it goes on where it was.
 */
import type { Behaviour } from '../body.ts';
import type { CarriedParcel, DeliveryBook } from '../deliveryBook.ts';
import type { PlacedPoint } from '../environment.ts';
import { isDeliveryOver, type DeliveryReason } from '../../../contract/rules/delivery.ts';
import { personAtDoor, personAtLoading, type Person } from './deliveryPeople.ts';
import { stand } from '../driving.ts';
import { selfAssignedTrip, waitIdle } from './selfAssignedTrip.ts';
import { taskAlong } from './stops.ts';
import type { Worked, TaskApi } from './taskApi.ts';

/**
 * Seconds that a compartment stays open before it closes by itself: simulated people are quick, others may need the time;
 * and that staff need to take a returned parcel out.
 */
const OPEN_SECONDS = 8;
const OPEN_FOR_OTHERS_SECONDS = 15;
const TAKEN_OUT_SECONDS = 12;
/** Pause before another try to bring a parcel back, ms. */
const RETURN_AGAIN_MS = 60_000;

type Api = TaskApi & {
  readonly deliveries: DeliveryBook;
  compartment(open: number): void;
  pictureDoor(deliveryId: string): void;
};

const isUnloaded = ({ isOnBoard, status }: CarriedParcel): boolean => !isOnBoard && !isDeliveryOver(status);
const goesBack = ({ isOnBoard, status, order: { wish } }: CarriedParcel): boolean =>
  isOnBoard && (isDeliveryOver(status) || wish !== 'carry');
const isDue = ({ returnAfter }: CarriedParcel, now: number): boolean => returnAfter <= now;

/** The next parcel to care for: everything at the loading point first, then deliveries, then the way back. */
export function nextParcel(book: DeliveryBook, now: number): CarriedParcel | undefined {
  const all = book.all();
  const carried = all.filter(({ isOnBoard }) => isOnBoard);
  return (
    (carried.every((one) => !goesBack(one)) ? all.find(isUnloaded) : undefined) ??
    all.find((one) => one.isOnBoard && !goesBack(one)) ??
    all.find((one) => goesBack(one) && isDue(one, now)) ??
    all.find(isUnloaded)
  );
}

export function* carryDeliveries(worker: Api): Behaviour<Worked> {
  const { deliveries: book, environment } = worker;
  for (;;) {
    const parcel = nextParcel(book, environment.now());
    if (!parcel) break;
    const end = goesBack(parcel)
      ? yield* bringBack(worker, parcel)
      : parcel.isOnBoard
        ? yield* deliver(worker, parcel)
        : yield* load(worker, parcel);
    parcel.at = null;
    if (end === 'interrupted') return end;
    // An answer of the server may be on its way: no parcel is handled twice in a tick.
    yield;
  }
  worker.setTask(null);
  return 'done';
}

const pointOf = ({ environment }: Api, place: CarriedParcel['order']['to']): PlacedPoint => {
  const known = environment.point(place.pointId);
  return known
    ? { ...known, mapId: place.mapId, x: place.x, y: place.y }
    : {
        id: place.pointId,
        name: { zhCN: place.pointId, enUS: place.pointId },
        mapId: place.mapId,
        x: place.x,
        y: place.y,
        theta: place.theta,
        attributes: ['none'],
        stayTime: 0,
        departWord: { zhCN: '', enUS: '' },
        arrivedWord: { zhCN: '', enUS: '' },
      };
};

function* load(worker: Api, parcel: CarriedParcel): Behaviour<Worked> {
  const { deliveries: book } = worker;
  const { from, to } = parcel.order;
  const loading = pointOf(worker, from);
  const together = (): CarriedParcel[] =>
    book.all().filter((one) => isUnloaded(one) && one.order.from.pointId === from.pointId);
  if (parcel.status === 'created' || parcel.status === 'goingToLoadingPoint') {
    taskAlong('delivery', pointOf(worker, to), [loading, pointOf(worker, to)], worker);
    for (const one of together()) if (one.status === 'created') book.report(one, 'goingToLoadingPoint');
    let reason: DeliveryReason = 'blocked';
    const end = yield* selfAssignedTrip(worker, loading, undefined, () => (reason = 'liftUnavailable'));
    if (end === 'interrupted') return end;
    if (end === 'missed') {
      book.report(parcel, 'goingToLoadingFailed', { reason });
      book.drop(parcel);
      return 'done';
    }
    for (const one of together()) book.report(one, 'arrivedAtLoadingPoint');
    worker.say(loading.arrivedWord);
  }
  if (!book.has(parcel)) return 'done';
  parcel.at = 'loading';
  const opened = yield* waitToOpen(worker, parcel, personAtLoading(worker, parcel), parcel.order.loadingWaitMs);
  if (opened === 'interrupted' || !book.has(parcel)) return opened === 'interrupted' ? opened : 'done';
  if (opened === 'timeout') {
    book.report(parcel, 'loadingTimeout', { reason: 'noOneCame' });
    book.drop(parcel);
    return 'done';
  }
  if (opened === 'jammed') {
    book.report(parcel, 'loadingFailed', { reason: 'jammed' });
    book.drop(parcel);
    return 'done';
  }
  if ((yield* holdOpen(worker, parcel)) === 'interrupted') return 'interrupted';
  if (!book.has(parcel)) return 'done';
  parcel.isOnBoard = true;
  book.report(parcel, 'loadingCompleted');
  worker.say(loading.departWord);
  return 'done';
}

function* deliver(worker: Api, parcel: CarriedParcel): Behaviour<Worked> {
  const { deliveries: book } = worker;
  const { to } = parcel.order;
  const room = pointOf(worker, to);
  const isThere = parcel.status === 'arrivedAtRoom' || parcel.status === 'cabinetOpen';
  if (!isThere || parcel.order.status === 'delivering') {
    taskAlong('delivery', room, [room], worker);
    book.report(parcel, 'delivering');
    let reason: DeliveryReason = 'blocked';
    const end = yield* selfAssignedTrip(worker, room, undefined, () => (reason = 'liftUnavailable'));
    if (end === 'interrupted') return end;
    if (hasChanged(parcel, to.pointId)) return 'done';
    if (end === 'missed') {
      book.report(parcel, 'deliveryFailed', { reason });
      return 'done';
    }
    book.report(parcel, 'arrivedAtRoom');
    worker.pictureDoor(parcel.order.deliveryId);
    worker.say(room.arrivedWord);
  }
  parcel.at = 'door';
  const opened = yield* waitToOpen(
    worker,
    parcel,
    personAtDoor(worker, parcel),
    () => parcel.order.pickupWaitMs,
    () => hasChanged(parcel, to.pointId),
  );
  if (opened === 'interrupted') return opened;
  if (!book.has(parcel)) return 'done';
  if (opened === 'changed') {
    if (parcel.order.to.pointId !== to.pointId) book.report(parcel, 'delivering');
    return 'done';
  }
  if (opened === 'timeout') {
    book.report(parcel, 'notPickedUp', { reason: 'noOneCame' });
    return 'done';
  }
  if (opened === 'jammed') {
    book.report(parcel, 'deliveryFailed', { reason: 'jammed' });
    return 'done';
  }
  if ((yield* holdOpen(worker, parcel)) === 'interrupted') return 'interrupted';
  // The person at the door says that it is somebody else's.
  if (parcel.order.isLeftInside === true) {
    book.report(parcel, 'notPickedUp', { reason: 'notMine', by: 'recipient' });
    return 'done';
  }
  parcel.isOnBoard = false;
  book.report(parcel, 'completed');
  book.drop(parcel);
  return 'done';
}

/** A person wants something else with it: the wish of the server, or another destination. */
const hasChanged = ({ order }: CarriedParcel, pointId: string): boolean =>
  order.wish !== 'carry' || order.to.pointId !== pointId || isDeliveryOver(order.status);

function* bringBack(worker: Api, parcel: CarriedParcel): Behaviour<Worked> {
  const { deliveries: book, environment, tell } = worker;
  const { deliveryId, from, wish } = parcel.order;
  if (!isDeliveryOver(parcel.status)) {
    if (wish === 'cancel') book.report(parcel, 'cancelled', { reason: 'asked' });
    else book.report(parcel, 'notPickedUp', { reason: 'asked' });
  }
  const loading = pointOf(worker, from);
  taskAlong('delivery', loading, [loading], worker);
  if (parcel.failedReturns === 0) tell({ type: 'deliveryReturn', deliveryId, state: 'returning' });
  // Without a lift it tries again later, like after a blocked way.
  const end = yield* selfAssignedTrip(worker, loading, undefined, () => undefined);
  if (end === 'interrupted') return end;
  // Nobody can take it out of a jammed compartment.
  if (end === 'missed' || !book.tryOpen(parcel)) {
    parcel.failedReturns += 1;
    parcel.returnAfter = environment.now() + RETURN_AGAIN_MS;
    if (parcel.failedReturns === 1) tell({ type: 'deliveryReturn', deliveryId, state: 'failed' });
    return 'done';
  }
  if ((yield* waitIdle(worker.body, environment, TAKEN_OUT_SECONDS)) === 'interrupted') return 'interrupted';
  parcel.isOnBoard = false;
  tell({ type: 'deliveryReturn', deliveryId, state: 'returned' });
  book.drop(parcel);
  return 'done';
}

/** Waits until somebody may open the compartment. */
function* waitToOpen(
  worker: Api,
  parcel: CarriedParcel,
  person: Person,
  wait: number | (() => number),
  isOff: () => boolean = () => false,
): Behaviour<'opened' | 'jammed' | 'timeout' | 'changed' | 'interrupted'> {
  const { deliveries: book, body, environment } = worker;
  const since = environment.now();
  const waits = (): number => (typeof wait === 'number' ? wait : wait());
  const isOver = (): boolean => environment.now() - since >= waits();
  for (;;) {
    const comes = (): boolean => person.comesAfter !== null && environment.now() - since >= person.comesAfter * 1000;
    const end = yield* waitIdle(body, environment, waits() / 1000 + 1, {
      until: () => parcel.opening !== null || isOver() || isOff() || comes() || !book.has(parcel),
    });
    if (end === 'interrupted') return end;
    if (!book.has(parcel) || isOff()) return 'changed';
    parcel.closesAfter = parcel.opening === null ? OPEN_SECONDS : OPEN_FOR_OTHERS_SECONDS;
    if (parcel.opening === null && comes()) parcel.opening = { by: person.who, openId: '' };
    if (parcel.opening === null) {
      if (isOver()) return 'timeout';
      continue;
    }
    const { by, openId } = parcel.opening;
    parcel.opening = null;
    const { deliveryId } = parcel.order;
    if (!book.tryOpen(parcel)) {
      worker.tell({ type: 'compartment', deliveryId, openId, result: 'jammed' });
      return 'jammed';
    }
    tellOpened(worker, parcel, openId);
    book.report(parcel, parcel.at === 'loading' ? 'loading' : 'cabinetOpen', { by });
    return 'opened';
  }
}

function tellOpened({ tell }: Api, { order: { deliveryId }, closesAfter }: CarriedParcel, openId: string): void {
  tell({ type: 'compartment', deliveryId, openId, result: 'opened', closesIn: closesAfter * 1_000 });
}

function* holdOpen(worker: Api, parcel: CarriedParcel): Behaviour<Worked> {
  worker.compartment(parcel.order.compartment);
  // Nobody reaches into a compartment that moves: it does not step aside for others.
  const { deliveryId } = parcel.order;
  const isAsked = (): boolean => parcel.opening !== null;
  let end = yield* stand(parcel.closesAfter, isAsked);
  // Opened again: it stays open for the whole time once more.
  while (end === 'done' && parcel.opening !== null) {
    const { openId } = parcel.opening;
    parcel.opening = null;
    parcel.closesAfter = OPEN_FOR_OTHERS_SECONDS;
    tellOpened(worker, parcel, openId);
    end = yield* stand(parcel.closesAfter, isAsked);
  }
  worker.compartment(0);
  worker.tell({ type: 'compartment', deliveryId, result: 'closed', openId: '' });
  return end;
}
