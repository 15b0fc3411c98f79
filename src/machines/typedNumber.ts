/** What stands in a field for a number: the number, or the text that is typed as long as it says something else. */

/** null: the field is empty. */
export const numberText = (value: number | null): string => (value === null ? '' : String(value));
/** Of what is typed, what the number does not say: '12.' or 'x'; null where the two are the same. */
export const textBesides = (value: number | null, text: string): string | null =>
  text === numberText(value) ? null : text;
