/** Seeded random numbers: the same seed gives the same day again (design 9). */

export interface Chance {
  /** 0 <= x < 1 */
  next(): number;
  between(low: number, high: number): number;
  /** @throws RangeError for an empty list */
  pick<T>(list: readonly T[]): T;
  /** Whether an event with this mean rate occurred within `seconds`. */
  happens(perHour: number, seconds: number): boolean;
}

/** FNV-1a. Each robot has an independent sequence, whatever the other robots draw. */
const hash = (text: string): number => {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0;
};

/** Mulberry32. */
export function chanceOf(seed: number, name: string): Chance {
  let state = (seed ^ hash(name)) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    pick(list) {
      if (list.length === 0) throw new RangeError('nothing to pick from');
      return list[Math.floor(next() * list.length)] as (typeof list)[number]; // the index is within the list
    },
    happens: (perHour, seconds) => next() < (perHour * seconds) / 3600,
  };
}
