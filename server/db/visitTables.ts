/** Visits at a reception. Part of schema.ts. */
import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** Visitors signed in by a reception robot. */
export const visits = pgTable(
  'visits',
  {
    id: text('id').primaryKey(),
    serialNumber: text('serial_number').notNull(),
    name: text('name').notNull(),
    phoneNumber: text('phone_number').notNull(),
    /** The person they visit; empty if they did not say. */
    host: text('host').notNull(),
    signedInAt: instant('signed_in_at').notNull(),
    /** null while the visitor is signed in. */
    signedOutAt: instant('signed_out_at'),
  },
  (table) => [
    index('visits_robot').on(table.serialNumber, table.signedInAt.desc(), table.id.desc()),
    index('visits_phone').on(table.phoneNumber, table.signedInAt.desc()),
  ],
);
