/** Fills parameters into a text, for the console and for the server's messages. */

/** Values by name; '' is a missing value where the text has a default. */
export type TextParams = Readonly<Record<string, string | number>>;

/**
 * `{name}` is a parameter, `{name|default}` one with a default for a missing or empty value. A missing value without a
 * default stays visible as a hint to the developer. Where a value brings Chinese characters next to Latin letters, digits
 * or a phone number, a space separates them.
 */
export function fillText(text: string, params: TextParams): string {
  let filled = '';
  let end = 0;
  for (const { 0: whole, 1: name = '', 2: otherwise, index } of text.matchAll(/\{(\w+)(?:\|([^}]*))?\}/gu)) {
    const value = params[name];
    const shown = String((value === '' ? otherwise : null) ?? value ?? otherwise ?? whole);
    filled = spaced(spaced(filled, text.slice(end, index)), shown);
    end = index + whole.length;
  }
  return spaced(filled, text.slice(end));
}

const spaced = (before: string, after: string): string =>
  (/\p{Script=Han}$/u.test(before) && /^\+?[\p{Script=Latin}\p{Nd}]/u.test(after)) ||
  (/[\p{Script=Latin}\p{Nd}]$/u.test(before) && /^\p{Script=Han}/u.test(after))
    ? `${before} ${after}`
    : before + after;
