/** @returns the nearest step, without the noise of binary fractions */
export const inSteps = (value: number, step: number): number =>
  Number((Math.round(value / step) * step).toFixed(step < 1 ? 1 : 0));
