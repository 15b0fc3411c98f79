/** Tables of who one is: accounts, sessions, codes, messages, invitations, keys and apps. Part of schema.ts. */
import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import type {
  AccountRole,
  CodePurpose,
  Language,
  MessageChannel,
  SessionWay,
} from '../../contract/entities/constants.ts';
import { instant, json } from './columns.ts';
import type { LocalName } from './localName.ts';

export const accounts = pgTable('accounts', {
  id: text('id').primaryKey(),
  nickname: json<LocalName>('nickname').notNull(),
  roles: text('roles').array().$type<AccountRole[]>().notNull(),
  /** Lower case; null where there is none, so that many may lack one. */
  email: text('email').unique(),
  /** With country code, digits and a leading plus. */
  phoneNumber: text('phone_number').unique(),
  passwordHash: text('password_hash').notNull(),
  avatarPath: text('avatar_path').notNull().default(''),
  demo: boolean('demo').notNull().default(false),
  /** IANA; empty: the reader's own. Serves only what has no site (design 13). */
  timeZone: text('time_zone').notNull().default(''),
  /** An administrator closed it; null while it is open. */
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
    /** The code its holder is answered from then on; null while it lives. */
    endedCode: integer('ended_code'),
    /** By what it was begun. */
    way: text('way').$type<SessionWay>().notNull().default('password'),
    /** What the browser calls itself, and the address it came from: for its owner to know it by. */
    device: text('device').notNull().default(''),
    address: text('address').notNull().default(''),
    lastUsedAt: instant('last_used_at').notNull().defaultNow(),
  },
  (table) => [index('sessions_user').on(table.userId)],
);

/** Tries of passwords, by account and by address, counted over all servers: columns as the rate limiter writes them. */
export const signInTries = pgTable(
  'sign_in_tries',
  {
    key: text('key').primaryKey(),
    points: integer('points').notNull(),
    /** When the count begins anew. */
    expire: instant('expire').notNull(),
  },
  (table) => [index('sign_in_tries_expire').on(table.expire)],
);

/** Codes that were sent to prove a phone number or an e-mail address; the last of a purpose and a target counts. */
export const verificationCodes = pgTable(
  'verification_codes',
  {
    id: text('id').primaryKey(),
    purpose: text('purpose').$type<CodePurpose>().notNull(),
    /** The address or number it was sent to, as accounts have it. */
    target: text('target').notNull(),
    /** Whose it is, where somebody is signed in. */
    userId: text('user_id').references(() => accounts.id, { onDelete: 'cascade' }),
    /** The administrator who was given a password link for that account; null for what was sent to its owner. */
    givenBy: text('given_by'),
    /** HMAC-SHA256, keyed with a secret of this installation: six digits alone are quickly guessed. */
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

/** Pictures of letters that a person is to read; each is asked once. */
export const captchas = pgTable(
  'captchas',
  {
    token: text('token').primaryKey(),
    answerHash: text('answer_hash').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('captchas_expire').on(table.expiresAt)],
);

/** Every message to a person: by SMS, e-mail or phone call, sent by the gateway or kept here to be read (design 1). */
export const outbox = pgTable(
  'outbox',
  {
    id: text('id').primaryKey(),
    at: instant('at').notNull(),
    channel: text('channel').$type<MessageChannel>().notNull(),
    target: text('target').notNull(),
    subject: text('subject').notNull(),
    body: text('body').notNull(),
    language: text('language').$type<Language>().notNull(),
    /** kept: nothing sends it, an administrator reads it here. */
    state: text('state').$type<'waiting' | 'kept' | 'sent' | 'failed'>().notNull(),
    /** Why it failed. */
    error: text('error').notNull().default(''),
  },
  (table) => [index('outbox_at').on(table.at.desc())],
);

/**
 * A sign-in that waits for a phone to approve it. The picture holds the code alone, which is worth nothing without the pick-up key;
 * that key is kept nowhere, it follows from the code and a secret of this installation.
 */
export const loginQrcodes = pgTable(
  'login_qrcodes',
  {
    /** SHA-256 of what the picture shows. */
    codeHash: text('code_hash').primaryKey(),
    /** Two digits, shown on the page once the code was scanned; empty before. */
    number: text('number').notNull().default(''),
    state: text('state').$type<'shown' | 'scanned' | 'approved' | 'refused' | 'done'>().notNull(),
    device: text('device').notNull(),
    address: text('address').notNull(),
    /** Who scanned it. */
    userId: text('user_id').references(() => accounts.id, { onDelete: 'cascade' }),
    /** Wrong numbers so far. */
    tries: integer('tries').notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('login_qrcodes_expire').on(table.expiresAt)],
);

/** People asked to make an account with roles chosen for them. */
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

/** Keys that open, without an account, the board of offline robots on a wall, or the pages a robot shows on its own screen. */
export const wallKeys = pgTable('wall_keys', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  kind: text('kind').$type<'board' | 'screen'>().notNull(),
  /** The robot whose screen it is; null for a board. No reference: a key of a robot that is gone stays in the list. */
  serialNumber: text('serial_number'),
  /** SHA-256: shown once. */
  keyHash: text('key_hash').notNull().unique(),
  createdBy: text('created_by').notNull(),
  createdAt: instant('created_at').notNull(),
  lastUsedAt: instant('last_used_at'),
  revokedAt: instant('revoked_at'),
});

/** Programs of integrators: each signs as an account of its own, with relations of its own (design 3). */
export const apps = pgTable('apps', {
  appId: text('app_id').primaryKey(),
  name: text('name').notNull(),
  accountId: text('account_id')
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  /** The secret, encrypted with a key of this installation: signatures need it as it is. */
  secret: text('secret').notNull(),
  createdBy: text('created_by').notNull(),
  createdAt: instant('created_at').notNull(),
  lastUsedAt: instant('last_used_at'),
  revokedAt: instant('revoked_at'),
});

/** What visitors wrote in the contact form (spec 3 "Customer inquiry"). */
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
