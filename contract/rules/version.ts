/** Product versions as in package.json, `1.2.3`; suffixes after a dash or plus do not affect the order. */
const NUMBERED = /^\d+(\.\d+)*/u;

const numbersOf = (version: string): readonly number[] => NUMBERED.exec(version)?.[0].split('.').map(Number) ?? [];

/** Negative if `one` is older. A version without numbers (`dev`) compares as equal to any other: 0. */
export function compareVersions(one: string, other: string): number {
  const [ones, others] = [numbersOf(one), numbersOf(other)];
  if (ones.length === 0 || others.length === 0) return 0;
  for (let place = 0; place < Math.max(ones.length, others.length); place += 1) {
    const apart = (ones[place] ?? 0) - (others[place] ?? 0);
    if (apart !== 0) return apart;
  }
  return 0;
}
