/** Prints the figures of a benchmark; `npm run bench` collects the lines. */
export interface Figure {
  figure: string;
  value: number;
  unit: string;
  bound: number;
  atLeast?: true;
}

export const say = (figure: Figure): void =>
  console.log(JSON.stringify({ ...figure, value: Math.round(figure.value * 10) / 10 }));

/** The value below which a `share` (0..1) of the values lie. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
