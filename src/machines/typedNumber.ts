/** The value of a number field: the number, plus the typed text while it does not equal the number's own text. */

/** null: the field is empty. */
export const numberText = (value: number | null): string => (value === null ? '' : String(value));
/** The typed text when it differs from the number's own text, such as '12.' or 'x'; otherwise null. */
export const textBesides = (value: number | null, text: string): string | null =>
  text === numberText(value) ? null : text;
