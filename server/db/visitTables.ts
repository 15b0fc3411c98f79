/** Tables of people who meet a robot without an account: deliveries to them, and their visits at a reception. Part of schema.ts. */
import { index, pgTable, text } from 'drizzle-orm/pg-core';
import type { DeliveryStatus } from '../../contract/entities/constants.ts';
import { instant } from './columns.ts';

/** What a robot brings to whom (spec 3 "Delivery record"). Without references: a record outlives its robot and its points. */
export const deliveries = pgTable(
  'deliveries',
  {
    id: text('id').primaryKey(),
    serialNumber: text('serial_number').notNull(),
    status: text('status').$type<DeliveryStatus>().notNull(),
    /** Whom it is for; with country code, digits and a leading plus, or empty. */
    phoneNumber: text('phone_number').notNull(),
    loadingPoint: text('loading_point').notNull(),
    destination: text('destination').notNull(),
    /** Six digits each: the first opens the cabinet for whoever loads, the second for whoever receives. */
    loadingCode: text('loading_code').notNull(),
    pickupCode: text('pickup_code').notNull(),
    createdAt: instant('created_at').notNull(),
    changedAt: instant('changed_at').notNull(),
    /** null while it is under way. */
    endedAt: instant('ended_at'),
  },
  (table) => [
    index('deliveries_robot').on(table.serialNumber, table.createdAt.desc()),
    index('deliveries_phone').on(table.phoneNumber, table.createdAt.desc()),
  ],
);

/** Visitors whom a reception robot signed in. */
export const visits = pgTable(
  'visits',
  {
    id: text('id').primaryKey(),
    serialNumber: text('serial_number').notNull(),
    name: text('name').notNull(),
    phoneNumber: text('phone_number').notNull(),
    /** Whom they came to see; empty where they did not say. */
    host: text('host').notNull(),
    signedInAt: instant('signed_in_at').notNull(),
    /** null while they are in the house. */
    signedOutAt: instant('signed_out_at'),
  },
  (table) => [
    index('visits_robot').on(table.serialNumber, table.signedInAt.desc()),
    index('visits_phone').on(table.phoneNumber, table.signedInAt.desc()),
  ],
);
