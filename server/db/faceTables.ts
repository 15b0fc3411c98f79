/** Face recognition: what sites allow, registered persons, records, and who revealed pictures. Part of schema.ts. */
import { sql } from 'drizzle-orm';
import { boolean, doublePrecision, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { FACE_DAYS, type FacePersonKind, type RevealReason } from '../../contract/rules/faces.ts';
import { instant, json } from './columns.ts';
import type { LocalName } from './localName.ts';
import { sites } from './mapTables.ts';

/** A site without a row records no faces. */
export const faceSites = pgTable('face_sites', {
  siteId: text('site_id')
    .primaryKey()
    .references(() => sites.id, { onDelete: 'cascade' }),
  isOn: boolean('is_on').notNull(),
  /** Why the site may record faces, in the words of the account administrator. */
  ground: text('ground').notNull(),
  changedBy: text('changed_by').notNull(),
  changedAt: instant('changed_at').notNull(),
  pictureDays: integer('picture_days').notNull().default(FACE_DAYS.pictures),
  rowDays: integer('row_days').notNull().default(FACE_DAYS.records),
  revision: integer('revision').notNull().default(0),
});

/** Persons who have consented. At most FACE_PERSONS_MAX of a site. */
export const facePersons = pgTable(
  'face_persons',
  {
    id: text('id').primaryKey(),
    siteId: text('site_id')
      .notNull()
      .references(() => sites.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    kind: text('kind').$type<FacePersonKind>().notNull(),
    /** The robot and its own id of the recognition from which the person was registered. */
    serialNumber: text('serial_number').notNull(),
    robotFaceId: text('robot_face_id').notNull(),
    consentAt: instant('consent_at').notNull(),
    /** The account that recorded the consent. */
    consentBy: text('consent_by').notNull(),
    consentNote: text('consent_note').notNull().default(''),
    /** When the consent ends and the person is erased; null: when it is withdrawn. */
    until: instant('until'),
  },
  (table) => [index('face_persons_site').on(table.siteId), index('face_persons_until').on(table.until)],
);

/**
 * Recognised faces. The blurred picture is in the row, so that it is gone with it; the clear one is a file of the kind
 * `face`.
 */
export const faceRecords = pgTable(
  'face_records',
  {
    /** Follows from the robot and its own id of the recognition. */
    id: text('id').primaryKey(),
    serialNumber: text('serial_number').notNull(),
    robotFaceId: text('robot_face_id').notNull(),
    robotName: json<LocalName>('robot_name').notNull(),
    siteId: text('site_id')
      .notNull()
      .references(() => sites.id, { onDelete: 'cascade' }),
    at: instant('at').notNull(),
    personId: text('person_id').references(() => facePersons.id, { onDelete: 'cascade' }),
    temperature: doublePrecision('temperature'),
    threshold: doublePrecision('threshold').notNull(),
    isHigh: boolean('is_high').notNull(),
    placeName: json<LocalName>('place_name').notNull(),
    alarmCaseId: text('alarm_case_id'),
    fileId: text('file_id'),
    /** WebP in base64; empty without a picture. */
    blurred: text('blurred').notNull().default(''),
    checkedBy: text('checked_by'),
    checkedAt: instant('checked_at'),
    /** Generated for the demo. */
    demo: boolean('demo').notNull().default(false),
  },
  (table) => [
    index('face_records_robot').on(table.serialNumber, table.at.desc(), table.id.desc(), table.siteId),
    index('face_records_at').on(table.at.desc(), table.id.desc(), table.serialNumber, table.siteId),
    index('face_records_high')
      .on(table.at.desc(), table.id.desc(), table.serialNumber, table.siteId)
      .where(sql`${table.isHigh}`),
    index('face_records_registered')
      .on(table.at.desc(), table.id.desc(), table.serialNumber, table.siteId)
      .where(sql`${table.personId} is not null`),
    index('face_records_stranger')
      .on(table.at.desc(), table.id.desc(), table.serialNumber, table.siteId)
      .where(sql`${table.personId} is null`),
    index('face_records_site').on(table.siteId, table.at),
    index('face_records_person').on(table.personId),
    index('face_records_alarm_case')
      .on(table.alarmCaseId)
      .where(sql`${table.alarmCaseId} is not null`),
    index('face_records_file').on(table.fileId),
  ],
);

/** Tickets for clear pictures: who asked, why, and whether the picture was fetched. Deleted with the record. */
export const faceReveals = pgTable(
  'face_reveals',
  {
    id: text('id').primaryKey(),
    faceId: text('face_id')
      .notNull()
      .references(() => faceRecords.id, { onDelete: 'cascade' }),
    userId: text('user_id').notNull(),
    reason: text('reason').$type<RevealReason>().notNull(),
    note: text('note').notNull(),
    at: instant('at').notNull(),
    ticketHash: text('ticket_hash').notNull(),
    openedAt: instant('opened_at'),
  },
  (table) => [index('face_reveals_face').on(table.faceId, table.at)],
);

/** Who asked to reveal the faces of a robot, and until when an administrator lets them. At most one of a person and robot. */
export const faceGrants = pgTable(
  'face_grants',
  {
    serialNumber: text('serial_number').notNull(),
    userId: text('user_id').notNull(),
    reason: text('reason').$type<RevealReason>().notNull(),
    note: text('note').notNull(),
    askedAt: instant('asked_at').notNull(),
    /** null until it is answered. */
    until: instant('until'),
  },
  (table) => [
    primaryKey({ columns: [table.serialNumber, table.userId] }),
    index('face_grants_asked').on(table.askedAt),
  ],
);
