/** Integrators' apps: each acts for its own account, which cannot be signed in to (design 3). */
import * as v from 'valibot';
import { id, time } from './values.ts';

/** Roles that an app can have: it can command robots at most, never administer accounts. */
export const APP_ROLES = ['viewer', 'operator'] as const;
export type AppRole = (typeof APP_ROLES)[number];
export const APP_ID = /^app-[0-9a-f]{16}$/u;

export const integratorApp = v.object({
  appId: id,
  name: v.string(),
  /** The account that the app acts for: `userId` of its calls. */
  userId: id,
  role: v.picklist(APP_ROLES),
  /** Number of robots that the app is authorised for. */
  robots: v.number(),
  /** The administrator's name. */
  createdBy: v.string(),
  createdAt: time,
  /** Accurate to SESSION_LAST_USED_PRECISION_MS; null before the first call. */
  lastUsedAt: v.nullable(time),
  /** When the app's account was locked; null if it is active. */
  lockedAt: v.nullable(time),
  /** null if the app is not revoked. */
  revokedAt: v.nullable(time),
});
export type IntegratorApp = v.InferOutput<typeof integratorApp>;

/** Returned only once: the server stores the secret encrypted and never returns it again. */
export const madeApp = v.object({ appId: id, userId: id, secret: v.string() });
export type MadeApp = v.InferOutput<typeof madeApp>;
