/** Programs of integrators: each speaks for an account of its own, which nobody signs in to (design 3). */
import * as v from 'valibot';
import { id, time } from './values.ts';

/** What an app may be: commanding robots is as much as a program gets, and no account is kept by one. */
export const APP_ROLES = ['viewer', 'operator'] as const;
export type AppRole = (typeof APP_ROLES)[number];
export const APP_ID = /^app-[0-9a-f]{16}$/u;

export const integratorApp = v.object({
  appId: id,
  name: v.string(),
  /** The account it speaks for: `userId` of its calls. */
  userId: id,
  role: v.picklist(APP_ROLES),
  /** Robots it is authorised for. */
  robots: v.number(),
  /** The administrator's name. */
  createdBy: v.string(),
  createdAt: time,
  /** As exact as SESSION_TOUCH_MS; null before its first call. */
  lastUsedAt: v.nullable(time),
  /** Its account is locked; null while it is open. */
  lockedAt: v.nullable(time),
  /** null while it may call. */
  revokedAt: v.nullable(time),
});
export type IntegratorApp = v.InferOutput<typeof integratorApp>;

/** Told once: the server keeps the secret encrypted, and tells it to nobody. */
export const madeApp = v.object({ appId: id, userId: id, secret: v.string() });
export type MadeApp = v.InferOutput<typeof madeApp>;
