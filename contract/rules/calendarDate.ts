/** Calendar dates as text, YYYY-MM-DD. */
const SHAPE = /^\d{4}-\d{2}-\d{2}$/u;

/** Whether the text is a date that exists. */
export const isDate = (text: string): boolean => {
  const at = SHAPE.test(text) ? Date.parse(text) : NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
};
