/** Slow hashes: two at a time, a bounded queue, and none before all cheaper checks have passed. */
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { catalogue } from '../../contract/endpoints/catalogue.ts';
import { errorNameOf } from '../../contract/wire/errors.ts';
import { hashPassword, isPassword } from '../../server/passwords.ts';
import { startTestServer, type TestServer } from '../fakes/testServer.ts';

const argon = vi.hoisted(() => ({ hashed: 0, underWay: 0, most: 0, isHeld: false, release: [] as (() => void)[] }));
vi.mock('@node-rs/argon2', () => {
  const work = async <Value>(value: Value): Promise<Value> => {
    argon.hashed++;
    argon.most = Math.max(argon.most, ++argon.underWay);
    if (argon.isHeld) await new Promise<void>((resolve) => void argon.release.push(resolve));
    argon.underWay--;
    return value;
  };
  return {
    hash: (password: string) => work(`hash of ${password}`),
    verify: (hash: string, password: string) => work(hash === `hash of ${password}`),
  };
});

let test: TestServer;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());
beforeEach(() => void Object.assign(argon, { hashed: 0, most: 0 }));

const PASSWORD = btoa('Password1');
const { session, accounts, verification } = catalogue;

it('is two at a time, and refused when too many wait', async () => {
  argon.isHeld = true;
  const all = Array.from({ length: 100 }, (_, i) =>
    (i % 2 ? hashPassword('x') : isPassword('hash of x', 'x')).then(
      () => 'done',
      (error: Error) => error.message,
    ),
  );
  const refused = all.slice(42);
  expect(new Set(await Promise.all(refused))).toEqual(new Set(['tooManyRequests']));
  argon.isHeld = false;
  argon.release.splice(0).forEach((release) => release());
  expect(new Set(await Promise.all(all.slice(0, 42)))).toEqual(new Set(['done']));
  expect(argon).toMatchObject({ most: 2, underWay: 0, hashed: 42 });
});

it.each([
  [
    'a link that is none',
    accounts.useLink.path,
    { code: 'no-such-code', nickname: 'Lin', password: PASSWORD },
    'linkOver',
  ],
  [
    'signing up with a code that is none',
    verification.signUp.path,
    { email: 'new@example.org', nickname: 'New', verificationCode: '123456', password: PASSWORD },
    'wrongVerificationCode',
  ],
  [
    'a new password with a code that is none',
    verification.forgotPassword.path,
    { email: 'member@example.org', verificationCode: '123456', password: PASSWORD },
    'wrongVerificationCode',
  ],
])('is not made for %s', async (_, path, data, name) => {
  expect(errorNameOf((await test.call(path, data)).code)).toBe(name);
  expect(argon.hashed).toBe(0);
});

it('is not made for a sign-in once its tries are spent', async () => {
  const signIn = () =>
    test.call(session.signIn.path, { email: 'member@test', password: PASSWORD }, { address: '10.9.0.1' });
  for (let i = 0; i < 5; i++) expect(errorNameOf((await signIn()).code)).toBe('wrongPassword');
  const before = argon.hashed;
  expect(errorNameOf((await signIn()).code)).toBe('tooManyTries');
  expect(argon.hashed).toBe(before);
});
