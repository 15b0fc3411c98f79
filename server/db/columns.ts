/** Column types that drizzle does not provide. */
import { customType, timestamp } from 'drizzle-orm/pg-core';
import type { LocalName } from './localName.ts';

/** A timestamptz with milliseconds. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
/** A transaction id, as text because it has 64 bits. */
export const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' });
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/**
 * JSON, read back as it was written. Drizzle's own type parses every text in it a second time after the driver has: a
 * name "101" was returned as a number. It is also ten times slower for texts that are not JSON, because each parse
 * throws.
 */
export const json = <Data>(name: string) =>
  customType<{ data: Data; driverData: unknown }>({
    dataType: () => 'jsonb',
    toDriver: (value) => JSON.stringify(value),
    fromDriver: (value) => value as Data,
  })(name);

/** Prefix of JSON in a text column; the request schemas reject this character. */
const SEVERAL = '\u0001';
/** A name in a text column: plain text if it has one language, JSON if it has several. */
export const localText = customType<{ data: LocalName; driverData: string }>({
  dataType: () => 'text',
  toDriver: (text) => (typeof text === 'string' ? text : SEVERAL + JSON.stringify(text)),
  fromDriver: (text) => readLocalText(text),
});
/** A name that was written by `localText`, read without its column. */
export function readLocalText(text: string): LocalName {
  if (!text.startsWith(SEVERAL)) return text;
  try {
    return JSON.parse(text.slice(SEVERAL.length)) as LocalName; // written by toDriver
  } catch {
    // The name of a person in which an earlier version let the character pass.
    return text.slice(SEVERAL.length);
  }
}
