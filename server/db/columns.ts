/** Kinds of columns that drizzle has no name for. */
import { customType, timestamp } from 'drizzle-orm/pg-core';

/** An instant, milliseconds kept. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
