/**
 * Password hashing with argon2id (design 8). Passwords of robots are random and long and need no slow hash. Each hash
 * uses a CPU core and 19 MiB for about 50 ms: two run at a time, up to WAITING_MAX wait, and further requests are
 * refused.
 */
import { hash, verify } from '@node-rs/argon2';
import { ApiError } from '../contract/wire/errors.ts';

/** OWASP minimum: 19 MiB, two passes; about 50 ms. argon2id is the library's default. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const AT_ONCE = 2;
const WAITING_MAX = 40;
/** Retry delay reported while the queue is full, s. */
const RETRY_AFTER_S = 5;

let underWay = 0;
const waiting: (() => void)[] = [];

/** @throws tooManyRequests */
async function withHashSlot<Value>(work: () => Promise<Value>): Promise<Value> {
  if (underWay < AT_ONCE) underWay++;
  else {
    if (waiting.length >= WAITING_MAX) throw new ApiError('tooManyRequests', { words: { seconds: RETRY_AFTER_S } });
    // A finished task passes its slot on.
    await new Promise<void>((resolve) => void waiting.push(resolve));
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else underWay--;
  }
}

/** Call only after all cheaper checks, and after the attempt was counted. @throws tooManyRequests */
export const hashPassword = (password: string): Promise<string> => withHashSlot(() => hash(password, COST));

/** Also false for an unreadable hash. @throws tooManyRequests */
export const isPassword = (passwordHash: string, password: string): Promise<boolean> =>
  withHashSlot(() => verify(passwordHash, password).catch(() => false));

let nobodys: Promise<string> | undefined;
/**
 * Takes as long as isPassword, so that response times do not reveal whether an account exists. @throws tooManyRequests
 */
export async function verifyDummyPassword(password: string): Promise<void> {
  nobodys ??= hash('nobody has this password', COST);
  await isPassword(await nobodys, password);
}
