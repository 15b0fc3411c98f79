/**
 * What simulated people do about a delivery at both ends: kitchen staff load it, guests come to the door or do not. A
 * delivery that a person made in the console leaves time for real people to open it first.
 */
import type { Chance } from '../../fleet/random.ts';
import type { CarriedParcel } from '../deliveryBook.ts';

export interface Person {
  who: 'loader' | 'recipient';
  /** Seconds; null: nobody comes. */
  comesAfter: number | null;
}

/** Shares of the demo's own deliveries. */
const NOT_LOADED = 0.03;
const NOT_AT_DOOR = 0.07;
/** And of those that people made. */
const GUEST_COMES = 0.8;

const within = (people: Chance, least: number, most: number): number => people.between(least, most);

export function personAtLoading({ people }: { people: Chance }, { order }: CarriedParcel): Person {
  const luck = people.next();
  const comesAfter = order.isDemo ? (luck < NOT_LOADED ? null : within(people, 12, 30)) : within(people, 60, 90);
  return { who: 'loader', comesAfter };
}

export function personAtDoor({ people }: { people: Chance }, { order }: CarriedParcel): Person {
  const luck = people.next();
  const comesAfter = order.isDemo
    ? luck < NOT_AT_DOOR
      ? null
      : within(people, 10, 60)
    : luck < GUEST_COMES
      ? within(people, 150, 240)
      : null;
  return { who: 'recipient', comesAfter };
}
