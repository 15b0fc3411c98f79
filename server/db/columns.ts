/** Kinds of columns that drizzle has no name for. */
import { customType, timestamp } from 'drizzle-orm/pg-core';
import type { LocalName } from './localName.ts';

/** An instant, milliseconds kept. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
/** The number of a transaction, as text: it has 64 bits. */
export const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' });
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/**
 * JSON, as it was put in. Drizzle's own reads every text in it once more as JSON, after the driver has: a name "101" came out as a number.
 * It is also ten times slower where texts are no JSON, for each of them fails first.
 */
export const json = <Data>(name: string) =>
  customType<{ data: Data; driverData: unknown }>({
    dataType: () => 'jsonb',
    toDriver: (value) => JSON.stringify(value),
    fromDriver: (value) => value as Data,
  })(name);

/** Stands before JSON in a column of text; the schemas of calls let no such character through. */
const SEVERAL = '\u0001';
/** Words in a column of text: one text as it is, several languages as JSON. */
export const localText = customType<{ data: LocalName; driverData: string }>({
  dataType: () => 'text',
  toDriver: (words) => (typeof words === 'string' ? words : SEVERAL + JSON.stringify(words)),
  fromDriver: (text) => (text.startsWith(SEVERAL) ? (JSON.parse(text.slice(SEVERAL.length)) as LocalName) : text), // written by toDriver
});
