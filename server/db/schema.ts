/**
 * The tables. The schema provides the types and, through drizzle-kit, the migrations. Timestamps are timestamptz with
 * milliseconds.
 */
import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { Language, RobotKind } from '../../contract/entities/constants.ts';
import type { MediaKind } from '../../contract/entities/robotConstants.ts';
import type { ClaimRole } from '../../contract/entities/registration.ts';
import type { RobotAbilities, RobotLive } from '../../contract/entities/robot.ts';
import type { TestTarget } from '../../contract/entities/conformance.ts';
import type { AcceptKind } from '../../contract/rules/conformance/accept.ts';
import type { CommandKind, CommandState } from '../../contract/rules/commandLife.ts';
import type { ActionParameters } from '../../contract/rules/robotActions.ts';
import type { Dialect } from '../../contract/rules/dialect.ts';
import type { EventMessage } from '../../contract/wire/actions.ts';
import type { FactsheetMessage } from '../../contract/wire/vda5050.ts';
import { accounts, sessions } from './accountTables.ts';
import { bytea, instant, json, transactionId } from './columns.ts';
import type { LocalName } from './localName.ts';
import { maps, sites } from './mapTables.ts';

export * from './accountTables.ts';
export * from './alarmContactTables.ts';
export * from './alarmTables.ts';
export * from './callTables.ts';
export * from './cruiseTables.ts';
export * from './disinfectionTables.ts';
export * from './jobTables.ts';
export * from './faceTables.ts';
export * from './fileTables.ts';
export * from './floorTables.ts';
export * from './mapTables.ts';
export * from './mediaTables.ts';
export * from './scheduleTables.ts';
export * from './settingsTables.ts';
export * from './trackTables.ts';
export * from './deliveryTables.ts';
export * from './videoTables.ts';
export * from './visitTables.ts';

/** Stored responses of writes, by request id (design 3), written in the same transaction as the write. */
export const requests = pgTable(
  'requests',
  {
    /** The user's id, or the caller's address without an account. */
    scope: text('scope').notNull(),
    id: text('id').notNull(),
    /** Hash of path and canonical data. */
    hash: text('hash').notNull(),
    /** null while the request is in progress, or if its response is not stored. */
    reply: json<{ code: number; message: string; data: unknown }>('reply'),
    at: instant('at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.scope, table.id] }), index('requests_at').on(table.at)],
);

/**
 * A role that a claim code adds to the account that uses it, and the account administrator who gave it. Counts only for
 * the code with this hash: servers of earlier releases replace the code and know nothing of the role.
 */
export interface GivenRole {
  role: ClaimRole;
  by: string;
  claimHash: string;
}

export const robots = pgTable(
  'robots',
  {
    serialNumber: text('serial_number').primaryKey(),
    manufacturer: text('manufacturer').notNull(),
    interfaceName: text('interface_name').notNull(),
    model: text('model').notNull(),
    kind: text('kind').$type<RobotKind>().notNull(),
    name: json<LocalName>('name').notNull(),
    siteId: text('site_id')
      .notNull()
      .references(() => sites.id),
    dialect: text('dialect').$type<Dialect>().notNull(),
    /** SHA-256 of its MQTT password, which is long and random and needs no slow hash; empty if it has none. */
    passwordHash: text('password_hash').notNull(),
    /** SHA-256 of the claim code; null after use. */
    claimHash: text('claim_hash'),
    claimRole: json<GivenRole>('claim_role'),
    simulated: boolean('simulated').notNull().default(false),
    demo: boolean('demo').notNull().default(false),
    softwareVersion: text('software_version').notNull().default(''),
    /** Known once the robot has sent its factsheet. */
    abilities: json<RobotAbilities>('abilities'),
    factsheet: json<FactsheetMessage>('factsheet'),
    firstHeardAt: instant('first_heard_at'),
    /** When a person had first driven it DRIVEN_M by hand, and the metres of that period of control. */
    drivenAt: instant('driven_at'),
    drivenMetres: doublePrecision('driven_metres'),
    /** When it first confirmed a Stop, or a migration found that it was in use; null: its orders may be blocked. */
    drivingClearedAt: instant('driving_cleared_at'),
    registeredAt: instant('registered_at').notNull().defaultNow(),
    /** When its MQTT password was shown; null if it is not known or was revoked. */
    passwordIssuedAt: instant('password_issued_at'),
    /** A retired robot keeps its records, but cannot connect and is in no list. */
    retiredAt: instant('retired_at'),
  },
  (table) => [index('robots_site').on(table.siteId), uniqueIndex('robots_claim').on(table.claimHash)],
);

export const robotMapNames = pgTable(
  'robot_map_names',
  {
    serialNumber: text('serial_number')
      .notNull()
      .references(() => robots.serialNumber, { onDelete: 'cascade' }),
    robotMapName: text('robot_map_name').notNull(),
    mapId: text('map_id')
      .notNull()
      .references(() => maps.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.serialNumber, table.robotMapName] })],
);

/** Deviations from VDA 5050 that are accepted for one robot (contract/rules/conformance/accept.ts). */
export const acceptedDeviations = pgTable(
  'accepted_deviations',
  {
    serialNumber: text('serial_number')
      .notNull()
      .references(() => robots.serialNumber, { onDelete: 'cascade' }),
    kind: text('kind').$type<AcceptKind>().notNull(),
    value: text('value').notNull(),
    meaning: text('meaning').notNull(),
    userId: text('user_id').notNull(),
    userName: json<LocalName>('user_name').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.serialNumber, table.kind, table.value] })],
);

export const relations = pgTable(
  'relations',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    serialNumber: text('serial_number')
      .notNull()
      .references(() => robots.serialNumber, { onDelete: 'cascade' }),
    isAuth: boolean('is_auth').notNull(),
    isRobotAdmin: boolean('is_robot_admin').notNull().default(false),
    isSuperAdmin: boolean('is_super_admin').notNull().default(false),
    /**
     * Inviter; null for a user who requested access or claimed the robot. A pending invitation and a pending request
     * both have `isAuth` false.
     */
    invitedBy: text('invited_by'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('relations_pair').on(table.userId, table.serialNumber),
    index('relations_robot').on(table.serialNumber),
  ],
);

/**
 * The last live state of each robot, so that it survives a restart. Task targets are ids; names are inserted per
 * reader.
 */
export const robotPictures = pgTable('robot_pictures', {
  serialNumber: text('serial_number')
    .primaryKey()
    .references(() => robots.serialNumber, { onDelete: 'cascade' }),
  live: json<RobotLive>('live').notNull(),
});

export const commands = pgTable(
  'commands',
  {
    id: text('id').primaryKey(),
    serialNumber: text('serial_number')
      .notNull()
      .references(() => robots.serialNumber, { onDelete: 'cascade' }),
    kind: text('kind').$type<CommandKind>().notNull(),
    target: json<LocalName>('target').notNull(),
    /** A point; of `takePhoto`: the alarm case whose place it shows. */
    targetId: text('target_id'),
    askedBy: text('asked_by').notNull(),
    askedByName: json<LocalName>('asked_by_name').notNull(),
    state: text('state').$type<CommandState>().notNull(),
    askedAt: instant('asked_at').notNull(),
    sentAt: instant('sent_at'),
    acceptedAt: instant('accepted_at'),
    runningAt: instant('running_at'),
    endedAt: instant('ended_at'),
    expiresAt: instant('expires_at'),
    reason: json<{ type: string; description: string }>('reason'),
    /** What an action of a device asked for, without the text of `say`. */
    parameters: json<ActionParameters>('parameters'),
    /** The photo of a finished `takePhoto`. The file can expire before the command. */
    fileId: text('file_id'),
    /** For a Stop: when a Resume lifted it. While it is null the Stop holds its robot. */
    liftedAt: instant('lifted_at'),
  },
  (table) => [
    index('commands_robot').on(table.serialNumber, table.askedAt.desc(), table.id.desc()),
    index('commands_state').on(table.state),
    index('commands_standing_stops')
      .on(table.serialNumber)
      .where(sql`${table.kind} = 'stop' and ${table.liftedAt} is null`),
    // Whether a robot ever confirmed a Stop is asked often, and most of its commands are something else.
    index('commands_confirmed_stops')
      .on(table.serialNumber)
      .where(sql`${table.kind} = 'stop' and ${table.state} = 'finished'`),
  ],
);

export const leases = pgTable('leases', {
  serialNumber: text('serial_number')
    .primaryKey()
    .references(() => robots.serialNumber, { onDelete: 'cascade' }),
  number: bigint('number', { mode: 'number' }).notNull(),
  holderId: text('holder_id'),
  holderName: json<LocalName>('holder_name'),
  holderClientId: text('holder_client_id'),
  since: instant('since'),
  expiresAt: instant('expires_at'),
  reason: text('reason'),
  askedById: text('asked_by_id'),
  askedByName: json<LocalName>('asked_by_name'),
  askedByClientId: text('asked_by_client_id'),
  askedAt: instant('asked_at'),
  /** The ledger entry of this teleop period. */
  commandId: text('command_id'),
  /** The test order for which the lease was taken. It applies only to the lease with the same number. */
  test: json<TestTarget & { number: number }>('test'),
});

/**
 * Viewers of a robot's media, renewed by their browsers. Any server writes them; the leading one derives the robots'
 * media grants from them.
 */
export const mediaViewings = pgTable(
  'media_viewings',
  {
    /** The MQTT client id of the viewer's connection; with an external media service the channel of the call. */
    viewer: text('viewer').primaryKey(),
    serialNumber: text('serial_number')
      .notNull()
      .references(() => robots.serialNumber, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    sessionId: text('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    what: text('what').array().$type<MediaKind[]>().notNull(),
    isChannel: boolean('is_channel').notNull(),
    /** Of the last report: requests of a browser can overtake each other. */
    sequence: bigint('sequence', { mode: 'number' }).notNull().default(0),
    /** Extended with each renewal. */
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('media_viewings_user').on(table.userId, table.serialNumber)],
);

/**
 * Clients that signed in at an external broker, with their client ids, because it does not report disconnects. Provides
 * the accounts that receive their feed, and the connections to end when a session, a relation or a password is lost. It
 * has no references, so that clients of deleted accounts and robots can still be disconnected.
 */
export const brokerClients = pgTable(
  'broker_clients',
  {
    clientId: text('client_id').primaryKey(),
    /** null for a robot or a screen. */
    userId: text('user_id'),
    /** The key of a screen; null for a robot. */
    sessionId: text('session_id'),
    /**
     * The robot that the client is, or that the connection is for; null for the account's own connection, and for a
     * screen.
     */
    serialNumber: text('serial_number'),
    /** Language of names in the account's feed. */
    language: text('language').$type<Language>(),
    seenAt: instant('seen_at').notNull(),
    /** When the client was disconnected; null while it may be connected. */
    endedAt: instant('ended_at'),
  },
  (table) => [index('broker_clients_user').on(table.userId), index('broker_clients_robot').on(table.serialNumber)],
);

/** Who changed what, before and after (design 8). */
/** Entries after which a robot has records of other people too. They stay while the robot does. */
export const isHandOver = sql`act in ('robot.move', 'robot.handOver')`;

export const audit = pgTable(
  'audit',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    at: instant('at').notNull().defaultNow(),
    userId: text('user_id').notNull(),
    act: text('act').notNull(),
    subject: text('subject').notNull(),
    before: json<unknown>('before'),
    after: json<unknown>('after'),
  },
  (table) => [index('audit_at').on(table.at), index('audit_hand_overs').on(table.subject).where(isHandOver)],
);

/** Events that robots reported on their `events` topic, each id once. */
export const robotEvents = pgTable(
  'robot_events',
  {
    id: text('id').notNull(),
    serialNumber: text('serial_number')
      .notNull()
      .references(() => robots.serialNumber, { onDelete: 'cascade' }),
    at: instant('at').notNull(),
    event: json<EventMessage['event']>('event').notNull(),
  },
  (table) => [primaryKey({ columns: [table.serialNumber, table.id] }), index('robot_events_at').on(table.at)],
);

/** Problems reported by users. No references, so that a report outlives the account that sent it. */
export const problemReports = pgTable(
  'problem_reports',
  {
    id: text('id').primaryKey(),
    userId: text('user_id').notNull(),
    nickname: json<LocalName>('nickname').notNull(),
    sentence: text('sentence').notNull(),
    page: text('page').notNull(),
    build: text('build').notNull(),
    /** The recording as a file; null until it is moved there from `capsule`. */
    fileId: text('file_id'),
    /** Recordings of earlier versions that are not moved to the file store yet. */
    capsule: bytea('capsule'),
    /** Size of the recording in bytes, known without reading it. */
    size: integer('size').notNull(),
    takenAt: instant('taken_at').notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (table) => [
    index('problem_reports_received').on(table.receivedAt),
    index('problem_reports_user').on(table.userId, table.receivedAt),
  ],
);

/**
 * Changes of sessions, accounts, relations and apps, for every server's in-memory rights: triggers write them and
 * notify `rights` (migration 0010). Deleted after an hour.
 */
export const rightsChanges = pgTable(
  'rights_changes',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    kind: text('kind').$type<'session' | 'account' | 'relation' | 'app'>().notNull(),
    /** The id of the row. */
    key: text('key').notNull(),
    /** The transaction that changed it. Finds transactions that commit late, which a sequence number would skip. */
    changedIn: transactionId('changed_in')
      .notNull()
      .default(sql`pg_current_xact_id()`),
    at: instant('at').notNull().defaultNow(),
  },
  (table) => [index('rights_changes_in').on(table.changedIn), index('rights_changes_at').on(table.at)],
);

/** Secrets and marks (key-value settings) of this installation. */
export const installation = pgTable('installation', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
});
