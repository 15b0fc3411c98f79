/**
 * People's passwords, kept by argon2id (design 8). Robots' are random and long and need no slow hash. Each hash takes a core and 19 MiB
 * for a while: two are made at a time, so many wait, whoever else comes is told to come again.
 */
import { hash, verify } from '@node-rs/argon2';
import { ApiError } from '../contract/wire/errors.ts';

/** OWASP's least: 19 MiB, two passes; about 50 ms. argon2id is the library's default. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const AT_ONCE = 2;
const WAITING_MAX = 40;
/** Said to whoever comes while too many wait, s. */
const COME_AGAIN_S = 5;

let underWay = 0;
const waiting: (() => void)[] = [];

/** @throws tooManyRequests */
async function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
  if (underWay < AT_ONCE) underWay++;
  else {
    if (waiting.length >= WAITING_MAX) throw new ApiError('tooManyRequests', { words: { seconds: COME_AGAIN_S } });
    // Whoever ends hands its place over.
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

/** Only once everything cheaper was looked at and the try was counted. @throws tooManyRequests */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, COST));

/** False for a hash that cannot be read, too. @throws tooManyRequests */
export const isPassword = (passwordHash: string, password: string): Promise<boolean> =>
  inTurn(() => verify(passwordHash, password).catch(() => false));

let nobodys: Promise<string> | undefined;
/** Takes as long as isPassword does: by its time alone nobody learns whether an account exists. @throws tooManyRequests */
export async function isNobodysPassword(password: string): Promise<void> {
  nobodys ??= hash('nobody has this password', COST);
  await isPassword(await nobodys, password);
}
