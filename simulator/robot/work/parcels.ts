/** Reports the steps of a delivery robot's deliveries, including what the people at both ends do. */
import type { DeliveryStatus } from '../../../contract/entities/robotConstants.ts';
import type { Chance } from '../../fleet/random.ts';
import type { PlacedPoint } from '../environment.ts';
import type { TaskApi } from './taskApi.ts';

/** Probabilities; most deliveries succeed. */
const LOADING_TIMES_OUT = 0.03;
const LOADING_FAILS = 0.02;
const NOT_PICKED_UP = 0.05;

/** Fictional phone numbers: 555-0100 to 0199 of US area codes, and the block of the demo's own accounts. */
const AREAS = ['202', '303', '415', '617'] as const;
export const fictionalNumber = (people: Chance): string =>
  people.next() < 0.5
    ? `+1${people.pick(AREAS)}55501${String(Math.floor(people.between(0, 100))).padStart(2, '0')}`
    : `+8613800000${String(Math.floor(people.between(100, 1_000)))}`;
/** Not predictable from other ids. */
export const randomId = (people: Chance): string =>
  Array.from({ length: 4 }, () =>
    Math.floor(people.next() * 0x10000)
      .toString(16)
      .padStart(4, '0'),
  ).join('');

interface Parcel {
  deliveryId: string;
  to: PlacedPoint;
  isOver: boolean;
}

export interface Parcels {
  /** Reports a status of all open parcels. */
  all(status: DeliveryStatus, last?: 'last'): void;
  /** Reports a status of the parcels for a point. */
  at(point: PlacedPoint, status: DeliveryStatus, last?: 'last'): void;
  /** Ends loading; false if nothing was loaded. */
  load(): boolean;
  /** Simulates the pickup at a point, which can fail. */
  handOver(point: PlacedPoint): void;
}

/** One parcel per point after the first, which is the loading point. */
export function parcelsFor(
  [first, ...goals]: readonly PlacedPoint[],
  { people, ground, tell }: Pick<TaskApi, 'people' | 'ground' | 'tell'>,
): Parcels {
  const parcels = goals.map((to): Parcel => ({
    deliveryId: `d-${Math.round(ground.now()).toString(36)}-${randomId(people)}`,
    to,
    isOver: false,
  }));
  const numbers = new Map(parcels.map(({ deliveryId }) => [deliveryId, fictionalNumber(people)]));
  const say = (some: readonly Parcel[], status: DeliveryStatus, last?: 'last'): void => {
    for (const parcel of some) {
      if (parcel.isOver) continue;
      parcel.isOver = last === 'last';
      const { deliveryId, to } = parcel;
      tell({
        type: 'delivery',
        deliveryId,
        status,
        ...(status === 'created' && first
          ? { phoneNumber: numbers.get(deliveryId) ?? '', loadingPoint: first.id, destination: to.id }
          : {}),
      });
    }
  };
  const forPoint = (point: PlacedPoint) => parcels.filter(({ to }) => to === point);
  say(parcels, 'created');
  return {
    all: (status, last) => say(parcels, status, last),
    at: (point, status, last) => say(forPoint(point), status, last),
    load() {
      const luck = people.next();
      if (luck < LOADING_TIMES_OUT + LOADING_FAILS) {
        say(parcels, luck < LOADING_TIMES_OUT ? 'loadingTimeout' : 'loadingFailed', 'last');
        return false;
      }
      say(parcels, 'loadingCompleted');
      return true;
    },
    handOver(point) {
      if (people.next() < NOT_PICKED_UP) return say(forPoint(point), 'notPickedUp', 'last');
      say(forPoint(point), 'cabinetOpen');
      say(forPoint(point), 'completed', 'last');
    },
  };
}
