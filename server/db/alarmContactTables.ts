/** Tables of who is told of an alarm. Part of schema.ts. */
import { boolean, doublePrecision, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { QuietDays } from '../../contract/rules/alarmContacts.ts';
import type { AlarmEvent, AlarmWay } from '../../contract/rules/alarms.ts';
import { instant, json, localText } from './columns.ts';
import { sites } from './mapTables.ts';

export const contactRoles = pgTable(
  'contact_roles',
  {
    id: text('id').primaryKey(),
    siteId: text('site_id')
      .notNull()
      .references(() => sites.id, { onDelete: 'cascade' }),
    name: localText('name').notNull(),
    revision: integer('revision').notNull().default(0),
  },
  (table) => [index('contact_roles_site').on(table.siteId)],
);

export const contacts = pgTable(
  'contacts',
  {
    id: text('id').primaryKey(),
    siteId: text('site_id')
      .notNull()
      .references(() => sites.id, { onDelete: 'cascade' }),
    name: localText('name').notNull(),
    countryCode: text('country_code').notNull(),
    /** E.164. */
    phoneNumber: text('phone_number').notNull(),
    /** Empty for none. */
    email: text('email').notNull().default(''),
    roleIds: text('role_ids').array().notNull(),
    /** Seven bit masks (contract/rules/alarmContacts.ts). */
    hours: json<number[]>('hours').notNull(),
    /** Dates in the site's time zone. */
    quietDays: json<QuietDays[]>('quiet_days').notNull().default([]),
    revision: integer('revision').notNull().default(0),
  },
  (table) => [
    index('contacts_site').on(table.siteId),
    uniqueIndex('contacts_phone').on(table.siteId, table.phoneNumber),
  ],
);

/** A rule of which a role was replaced by another: the roles before and after. */
export interface ReplacedRule {
  serialNumber: string;
  event: AlarmEvent;
  before: { firstRoles: string[]; secondRoles: string[] };
  after: { firstRoles: string[]; secondRoles: string[] };
}
export type DeletedContact =
  | { what: 'contact'; row: typeof contacts.$inferSelect }
  | { what: 'role'; row: typeof contactRoles.$inferSelect; contactIds: string[]; rules: ReplacedRule[] };

/** Contacts and roles that can be restored for a while. A table apart, so that nothing else finds them. */
export const deletedContacts = pgTable(
  'deleted_contacts',
  {
    /** Of the contact or the role. */
    id: text('id').primaryKey(),
    siteId: text('site_id')
      .notNull()
      .references(() => sites.id, { onDelete: 'cascade' }),
    kept: json<DeletedContact>('kept').notNull(),
    deletedAt: instant('deleted_at').notNull(),
  },
  (table) => [index('deleted_contacts_site').on(table.siteId), index('deleted_contacts_at').on(table.deletedAt)],
);

/** A rule of a robot that was saved; other events have the usual one. */
export const alarmRules = pgTable(
  'alarm_rules',
  {
    serialNumber: text('serial_number').notNull(),
    event: text('event').$type<AlarmEvent>().notNull(),
    isOn: boolean('is_on').notNull(),
    threshold: doublePrecision('threshold'),
    ways: text('ways').array().$type<AlarmWay[]>().notNull(),
    firstRoles: text('first_roles').array().notNull(),
    secondRoles: text('second_roles').array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.serialNumber, table.event] })],
);

/** Incremented with each save of a robot's rules, so that two editors notice each other. */
export const alarmRuleRevisions = pgTable('alarm_rule_revisions', {
  serialNumber: text('serial_number').primaryKey(),
  revision: integer('revision').notNull(),
});
