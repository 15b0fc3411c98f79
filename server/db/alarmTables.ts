/** Tables of alarm cases. Part of schema.ts. */
import { sql } from 'drizzle-orm';
import { bigserial, boolean, doublePrecision, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import type { AlarmEvent, AlarmMoment, AlarmSeverity } from '../../contract/rules/alarms.ts';
import type { CaseEnding, CaseEntryKind, CaseState } from '../../contract/rules/alarmCase.ts';
import type { AlarmChannel, NotificationState } from '../../contract/rules/alarmNotification.ts';
import type { Language } from '../../contract/entities/constants.ts';
import type { PictureBox } from '../../contract/entities/pictureBox.ts';
import { instant, json, localText } from './columns.ts';

export const alarmCases = pgTable(
  'alarm_cases',
  {
    id: text('id').primaryKey(),
    number: bigserial('number', { mode: 'number' }).notNull(),
    serialNumber: text('serial_number').notNull(),
    event: text('event').$type<AlarmEvent>().notNull(),
    severity: text('severity').$type<AlarmSeverity>().notNull(),
    state: text('state').$type<CaseState>().notNull(),
    raisedAt: instant('raised_at').notNull(),
    lastAt: instant('last_at').notNull(),
    count: integer('count').notNull().default(1),
    /** Event ids of the first and the newest alarm: later reports about an alarm name one of them. */
    firstAlarmId: text('first_alarm_id').notNull(),
    lastAlarmId: text('last_alarm_id').notNull(),
    /** When the last of its alarms and of those of the cases merged into it was over; null while one lasts. */
    overAt: instant('over_at'),
    /** When its own alarms were over, while one of a case merged into it lasts; null otherwise. */
    ownOverAt: instant('own_over_at'),
    value: doublePrecision('value'),
    /** Null for an alarm without a pose. No reference: a deleted map leaves the case. */
    mapId: text('map_id'),
    x: doublePrecision('x').notNull().default(0),
    y: doublePrecision('y').notNull().default(0),
    theta: doublePrecision('theta').notNull().default(0),
    /** Name of the nearest point when it was raised; empty far from any. */
    placeName: localText('place_name').notNull().default(''),
    /** The newest picture with the moment `at`. */
    pictureId: text('picture_id'),
    ownerKind: text('owner_kind').$type<'account' | 'contact'>(),
    ownerId: text('owner_id'),
    /** Copied, because the record stays readable after the account or contact is deleted. */
    ownerName: localText('owner_name'),
    takenAt: instant('taken_at'),
    handOverTo: text('hand_over_to'),
    handOverName: localText('hand_over_name'),
    levelTwoAt: instant('level_two_at'),
    levelTwoToldAt: instant('level_two_told_at'),
    askAgainAt: instant('ask_again_at'),
    isAskedAgain: boolean('is_asked_again').notNull().default(false),
    /** When it is looked at whether its messages reached anybody; null if that is known, or given up. */
    tellAgainAt: instant('tell_again_at'),
    /** Messages from before then concern an earlier owner; null for a case that an earlier version raised. */
    toldSince: instant('told_since'),
    /** How often contacts were told again because nobody had been reached. */
    tellAgains: integer('tell_agains').notNull().default(0),
    resolvedAt: instant('resolved_at'),
    cause: text('cause').$type<CaseEnding>(),
    /** The older case of which it became part, and its number. */
    mergedInto: text('merged_into'),
    mergedNumber: integer('merged_number'),
  },
  (table) => [
    // With the event, so that a list of a robot's events reads only the index.
    index('alarm_cases_robot').on(table.serialNumber, table.raisedAt.desc(), table.id.desc(), table.event),
    index('alarm_cases_robot_map').on(
      table.serialNumber,
      table.mapId,
      table.raisedAt.desc(),
      table.id.desc(),
      table.event,
    ),
    index('alarm_cases_offline')
      .on(table.serialNumber, table.raisedAt.desc())
      .where(sql`${table.event} = 'offline'`),
    index('alarm_cases_raised').on(table.raisedAt.desc(), table.id.desc()),
    // The lists of open cases, newest first.
    index('alarm_cases_open')
      .on(table.serialNumber, table.raisedAt.desc(), table.id.desc())
      .where(sql`state <> 'resolved'`),
    index('alarm_cases_unresolved')
      .on(table.serialNumber, table.event, table.lastAt)
      .where(sql`state <> 'resolved'`),
    index('alarm_cases_owner')
      .on(table.ownerId, table.raisedAt.desc(), table.id.desc())
      .where(sql`owner_id is not null`),
    index('alarm_cases_place')
      .on(table.mapId, table.raisedAt)
      .where(sql`map_id is not null`),
    index('alarm_cases_level_two')
      .on(table.levelTwoAt)
      .where(sql`level_two_at is not null`),
    index('alarm_cases_ask_again')
      .on(table.askAgainAt)
      .where(sql`ask_again_at is not null`),
    index('alarm_cases_tell_again')
      .on(table.tellAgainAt)
      .where(sql`tell_again_at is not null`),
    index('alarm_cases_merged')
      .on(table.mergedInto)
      .where(sql`merged_into is not null`),
    // A further alarm at the place of a merged case.
    index('alarm_cases_merged_recent')
      .on(table.serialNumber, table.event, table.lastAt)
      .where(sql`merged_into is not null`),
    index('alarm_cases_first_alarm').on(table.firstAlarmId),
    index('alarm_cases_last_alarm').on(table.lastAlarmId),
    index('alarm_cases_resolved')
      .on(table.resolvedAt)
      .where(sql`resolved_at is not null`),
  ],
);

export const alarmEntries = pgTable(
  'alarm_entries',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    caseId: text('case_id')
      .notNull()
      .references(() => alarmCases.id, { onDelete: 'cascade' }),
    at: instant('at').notNull(),
    kind: text('kind').$type<CaseEntryKind>().notNull(),
    by: localText('by').notNull().default(''),
    to: localText('to').notNull().default(''),
    level: integer('level'),
    text: text('text').notNull().default(''),
  },
  (table) => [index('alarm_entries_case').on(table.caseId, table.id)],
);

export const alarmPictures = pgTable(
  'alarm_pictures',
  {
    fileId: text('file_id').primaryKey(),
    caseId: text('case_id')
      .notNull()
      .references(() => alarmCases.id, { onDelete: 'cascade' }),
    moment: text('moment').$type<AlarmMoment>().notNull(),
    at: instant('at').notNull(),
    /** What the robot recognised in it; null if it did not say. */
    box: json<PictureBox>('box'),
  },
  (table) => [index('alarm_pictures_case').on(table.caseId, table.at)],
);

export const alarmNotifications = pgTable(
  'alarm_notifications',
  {
    id: text('id').primaryKey(),
    caseId: text('case_id')
      .notNull()
      .references(() => alarmCases.id, { onDelete: 'cascade' }),
    level: integer('level').notNull(),
    contactId: text('contact_id').notNull(),
    name: localText('name').notNull(),
    channel: text('channel').$type<AlarmChannel>().notNull(),
    /** Phone number or e-mail address, as it was when the case was raised. */
    target: text('target').notNull(),
    language: text('language').$type<Language>().notNull(),
    state: text('state').$type<NotificationState>().notNull(),
    attempts: integer('attempts').notNull().default(0),
    reason: text('reason').notNull().default(''),
    at: instant('at').notNull(),
    settledAt: instant('settled_at'),
  },
  (table) => [
    index('alarm_notifications_case').on(table.caseId, table.at),
    index('alarm_notifications_contact').on(table.contactId, table.at),
    // The messages of a summary begin with its id.
    index('alarm_notifications_summary').on(table.contactId, table.id.op('text_pattern_ops')),
    index('alarm_notifications_waiting')
      .on(table.contactId)
      .where(sql`state = 'digested' and settled_at is null`),
    index('alarm_notifications_queued')
      .on(table.caseId)
      .where(sql`state = 'queued'`),
  ],
);

/**
 * One-time links with which contacts take a case. Every attempt to send a message adds one, because an attempt that
 * seemed to fail can have reached the contact.
 */
export const alarmLinks = pgTable(
  'alarm_links',
  {
    /** Hash of the code in the link. */
    codeHash: text('code_hash').primaryKey(),
    caseId: text('case_id')
      .notNull()
      .references(() => alarmCases.id, { onDelete: 'cascade' }),
    contactId: text('contact_id').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('alarm_links_case').on(table.caseId), index('alarm_links_expires').on(table.expiresAt)],
);
