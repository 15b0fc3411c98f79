/** Tables of people without an account who meet a robot: deliveries, and visits at a reception. Part of schema.ts. */
import { index, pgTable, text } from 'drizzle-orm/pg-core';
import type { DeliveryStatus } from '../../contract/entities/robotConstants.ts';
import { instant } from './columns.ts';

/** Deliveries by robots (spec 3 "Delivery record"). No references, so that a record outlives its robot and points. */
export const deliveries = pgTable(
  'deliveries',
  {
    id: text('id').primaryKey(),
    serialNumber: text('serial_number').notNull(),
    status: text('status').$type<DeliveryStatus>().notNull(),
    /** Recipient's number with country code (a leading plus and digits), or empty. */
    phoneNumber: text('phone_number').notNull(),
    loadingPoint: text('loading_point').notNull(),
    destination: text('destination').notNull(),
    /** Six digits each: the first opens the cabinet for loading, the second for the recipient. */
    loadingCode: text('loading_code').notNull(),
    pickupCode: text('pickup_code').notNull(),
    createdAt: instant('created_at').notNull(),
    changedAt: instant('changed_at').notNull(),
    /** null while the delivery is in progress. */
    endedAt: instant('ended_at'),
  },
  (table) => [
    index('deliveries_robot').on(table.serialNumber, table.createdAt.desc()),
    index('deliveries_phone').on(table.phoneNumber, table.createdAt.desc()),
  ],
);

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
    index('visits_robot').on(table.serialNumber, table.signedInAt.desc()),
    index('visits_phone').on(table.phoneNumber, table.signedInAt.desc()),
  ],
);
