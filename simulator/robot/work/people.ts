/** Fictional people: phone numbers and ids. */
import type { Chance } from '../../fleet/random.ts';

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
