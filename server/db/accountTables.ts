/** Identity tables: accounts, sessions, codes, messages, invitations, keys and apps. Part of schema.ts. */
import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import type {
  AccountRole,
  CodePurpose,
  Language,
  MessageChannel,
  SessionWay,
} from '../../contract/entities/constants.ts';
import type { MessageState, MessageTopic } from '../../contract/entities/message.ts';
import { instant, json } from './columns.ts';
import type { LocalName } from './localName.ts';

export const accounts = pgTable('accounts', {
  id: text('id').primaryKey(),
  nickname: json<LocalName>('nickname').notNull(),
  roles: text('roles').array().$type<AccountRole[]>().notNull(),
  /** Lower case; null if there is none, because unique allows any number of nulls. */
  email: text('email').unique(),
  /** With country code: a leading plus and digits. */
  phoneNumber: text('phone_number').unique(),
  passwordHash: text('password_hash').notNull(),
  avatarPath: text('avatar_path').notNull().default(''),
  demo: boolean('demo').notNull().default(false),
  /** IANA name; empty for the reader's own time zone. Used only for data without a site (design 13). */
  timeZone: text('time_zone').notNull().default(''),
  /** When an administrator locked the account; null while it is active. */
  lockedAt: instant('locked_at'),
  createdAt: instant('created_at').notNull().defaultNow(),
});

export const sessions = pgTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    /** SHA-256 of the token; the token itself is never stored. */
    tokenHash: text('token_hash').notNull().unique(),
    userId: text('user_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    /** Error code for later requests of its holder; null while the session is active. */
    endedCode: integer('ended_code'),
    /** How the session was started. */
    way: text('way').$type<SessionWay>().notNull().default('password'),
    /** User agent and address, so that the owner can recognise the session. */
    device: text('device').notNull().default(''),
    address: text('address').notNull().default(''),
    lastUsedAt: instant('last_used_at').notNull().defaultNow(),
  },
  (table) => [index('sessions_user').on(table.userId)],
);

/** Password attempts by account and by address, counted over all servers; the columns are those of the rate limiter. */
export const signInTries = pgTable(
  'sign_in_tries',
  {
    key: text('key').primaryKey(),
    points: integer('points').notNull(),
    /** When the count restarts. */
    expire: instant('expire').notNull(),
  },
  (table) => [index('sign_in_tries_expire').on(table.expire)],
);

/** Codes sent to verify a phone number or an e-mail address; only the latest of a purpose and target is valid. */
export const verificationCodes = pgTable(
  'verification_codes',
  {
    id: text('id').primaryKey(),
    purpose: text('purpose').$type<CodePurpose>().notNull(),
    /** The address or number it was sent to, in the form stored in accounts. */
    target: text('target').notNull(),
    /** The account, if the user is signed in. */
    userId: text('user_id').references(() => accounts.id, { onDelete: 'cascade' }),
    /** The administrator who received a password link for that account; null for codes sent to its owner. */
    givenBy: text('given_by'),
    /** HMAC-SHA256, keyed with a secret of this installation: a plain hash of six digits is quickly guessed. */
    codeHash: text('code_hash').notNull(),
    /** Wrong guesses so far. */
    tries: integer('tries').notNull().default(0),
    sentAt: instant('sent_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** A code works once. */
    usedAt: instant('used_at'),
  },
  (table) => [
    index('verification_codes_target').on(table.purpose, table.target, table.sentAt.desc()),
    index('verification_codes_expire').on(table.expiresAt),
  ],
);

/** Pending captchas; each can be answered once. */
export const captchas = pgTable(
  'captchas',
  {
    token: text('token').primaryKey(),
    answerHash: text('answer_hash').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('captchas_expire').on(table.expiresAt)],
);

/** Every message to a person by SMS, e-mail or phone call, sent by the gateway or only stored here (design 1). */
export const outbox = pgTable(
  'outbox',
  {
    id: text('id').primaryKey(),
    at: instant('at').notNull(),
    channel: text('channel').$type<MessageChannel>().notNull(),
    topic: text('topic').$type<MessageTopic>().notNull().default('account'),
    target: text('target').notNull(),
    subject: text('subject').notNull(),
    body: text('body').notNull(),
    language: text('language').$type<Language>().notNull(),
    /** kept: nothing sends it, and an administrator reads it here. */
    state: text('state').$type<MessageState>().notNull(),
    /** Why sending failed. */
    error: text('error').notNull().default(''),
  },
  (table) => [index('outbox_at').on(table.at.desc())],
);

/**
 * A sign-in that waits for approval on a phone. The QR code alone is useless without the pick-up key, which is not
 * stored: it is derived from the code and a secret of this installation.
 */
export const loginQrcodes = pgTable(
  'login_qrcodes',
  {
    /** SHA-256 of the content of the QR code. */
    codeHash: text('code_hash').primaryKey(),
    /** Two digits, shown on the page once the code was scanned; empty before. */
    number: text('number').notNull().default(''),
    state: text('state').$type<'shown' | 'scanned' | 'approved' | 'refused' | 'done'>().notNull(),
    device: text('device').notNull(),
    address: text('address').notNull(),
    /** Who scanned the code. */
    userId: text('user_id').references(() => accounts.id, { onDelete: 'cascade' }),
    /** Wrong numbers so far. */
    tries: integer('tries').notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('login_qrcodes_expire').on(table.expiresAt)],
);

/** Invitations to create an account with preset roles. */
export const invitations = pgTable('invitations', {
  id: text('id').primaryKey(),
  target: text('target').notNull(),
  roles: text('roles').array().$type<AccountRole[]>().notNull(),
  codeHash: text('code_hash').notNull().unique(),
  invitedBy: text('invited_by').notNull(),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
  usedAt: instant('used_at'),
});

/** Keys that open, without an account, the wall board of offline robots or the pages on a robot's own screen. */
export const wallKeys = pgTable('wall_keys', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  kind: text('kind').$type<'board' | 'screen'>().notNull(),
  /**
   * The robot of the screen; null for a board. No reference, so that a key outlives its robot and stays in the list.
   */
  serialNumber: text('serial_number'),
  /** SHA-256: the key itself is shown once. */
  keyHash: text('key_hash').notNull().unique(),
  createdBy: text('created_by').notNull(),
  createdAt: instant('created_at').notNull(),
  lastUsedAt: instant('last_used_at'),
  revokedAt: instant('revoked_at'),
});

/** Integrators' apps: each acts as an account of its own, with its own relations to robots (design 3). */
export const apps = pgTable('apps', {
  appId: text('app_id').primaryKey(),
  name: text('name').notNull(),
  accountId: text('account_id')
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  /** The secret, encrypted with a key of this installation; it cannot be hashed, because signatures need it. */
  secret: text('secret').notNull(),
  createdBy: text('created_by').notNull(),
  createdAt: instant('created_at').notNull(),
  lastUsedAt: instant('last_used_at'),
  revokedAt: instant('revoked_at'),
});

/** Messages that visitors sent with the contact form (spec 3 "Customer inquiry"). */
export const inquiries = pgTable(
  'inquiries',
  {
    id: text('id').primaryKey(),
    at: instant('at').notNull(),
    name: text('name').notNull(),
    company: text('company').notNull(),
    phone: text('phone').notNull(),
    question: text('question').notNull(),
  },
  (table) => [index('inquiries_at').on(table.at.desc())],
);
