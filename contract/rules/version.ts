/** Versions of the product as package.json has them, `1.2.3`; what stands behind a dash or a plus says nothing about the order. */
const NUMBERED = /^\d+(\.\d+)*/u;

const numbersOf = (version: string): readonly number[] => NUMBERED.exec(version)?.[0].split('.').map(Number) ?? [];

/** Negative when `one` is older. A name without numbers (`dev`) is as old as anything: 0. */
export function compareVersions(one: string, other: string): number {
  const [ones, others] = [numbersOf(one), numbersOf(other)];
  if (ones.length === 0 || others.length === 0) return 0;
  for (let place = 0; place < Math.max(ones.length, others.length); place += 1) {
    const apart = (ones[place] ?? 0) - (others[place] ?? 0);
    if (apart !== 0) return apart;
  }
  return 0;
}
