/** @returns the number that a person typed, with a point or a comma; null for an empty field, NaN for anything else */
export const readNumber = (typed: string): number | null =>
  typed.trim() === '' ? null : Number(typed.replace(',', '.'));
