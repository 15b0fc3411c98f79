/** People's passwords, kept by argon2id (design 8). Robots' are random and long and need no slow hash. */
import { hash, verify } from '@node-rs/argon2';

/** OWASP's least: 19 MiB, two passes; about 50 ms. argon2id is the library's default. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const hashPassword = (password: string): Promise<string> => hash(password, COST);

/** False for a hash that cannot be read, too. */
export const isPassword = (passwordHash: string, password: string): Promise<boolean> => verify(passwordHash, password).catch(() => false);

let nobodys: Promise<string> | undefined;
/** Takes as long as isPassword does: by its time alone nobody learns whether an account exists. */
export async function isNobodysPassword(password: string): Promise<void> {
  nobodys ??= hashPassword('nobody has this password');
  await isPassword(await nobodys, password);
}
