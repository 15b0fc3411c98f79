/**
 * Rate limits and password hashing run before the write's transaction begins. With a pool of one connection, no request
 * waits for a second connection.
 */
import { eq } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { encodePassword } from '../../../contract/rules/password.ts';
import { errorNameOf } from '../../../contract/wire/errors.ts';
import { connect } from '../../../server/db/connect.ts';
import type { Db } from '../../../server/db/database.ts';
import { accounts } from '../../../server/db/schema.ts';
import { createFriendHandlers } from '../../../server/features/friends.ts';
import { createInquiryHandlers } from '../../../server/features/inquiries.ts';
import { createProfileHandlers } from '../../../server/features/profile.ts';
import { createQrSignInHandlers } from '../../../server/features/qrSignIn.ts';
import { createAuthDeps } from '../../../server/features/authDeps.ts';
import { createFolderStore } from '../../../server/files/fileStore.ts';
import { createGateway } from '../../../server/gateway/gateway.ts';
import { stepsOf } from '../../../server/guarded.ts';
import { createIdempotency } from '../../../server/http/idempotency.ts';
import { hashPassword } from '../../../server/passwords.ts';
import type { RequestContext } from '../../../server/requestContext.ts';
import { A, startTestServer, type TestServer } from '../../fakes/testServer.ts';

let test: TestServer;
let pool: pg.Pool;
let db: Db;
beforeAll(async () => {
  test = await startTestServer();
  pool = new pg.Pool({ connectionString: test.databaseUrl, max: 1, connectionTimeoutMillis: 3_000 });
  db = connect(pool);
});
afterAll(async () => {
  await pool.end();
  await test.close();
});
beforeEach(
  async () =>
    void (await test.db
      .update(accounts)
      .set({ passwordHash: await hashPassword('Password1') })
      .where(eq(accounts.id, 'member'))),
);

const context: Omit<RequestContext, 'db'> = {
  userId: 'member',
  nickname: 'Member',
  roles: ['operator'],
  sessionId: 'session-member',
  language: 'enUS',
  address: '10.7.0.1',
  requestId: '',
  onLastKnownRights: false,
  device: '',
  afterCommit: () => undefined,
};
/** Runs a write as the API handler does. */
async function outcome<Input>(
  handle: (input: Input, who: RequestContext) => Promise<unknown>,
  input: Input,
): Promise<string | undefined> {
  const steps = stepsOf(handle as (input: unknown, who: RequestContext) => Promise<unknown>); // Each step gets its own input type.
  const { reply } = await createIdempotency(db, Date.now).once({
    key: { scope: 'user member', id: test.newId() },
    hash: 'h',
    before: () => steps.before(input, { ...context, db }),
    run: (transaction, found) => steps.handle(input, { ...context, db: transaction }, found),
  });
  return reply.code === 0 ? 'ok' : errorNameOf(reply.code);
}

it("for friends, the contact form, one's own account and codes that are scanned", async () => {
  const deps = { ...test.server.deps, db, sharedDb: db };
  const gateway = createGateway(deps);
  const ways = createAuthDeps({ ...deps, gateway });
  const friends = createFriendHandlers({ ...deps, publicUrl: () => 'http://x' });
  const inquiries = createInquiryHandlers({ ...deps, gateway });
  const profile = createProfileHandlers({ ...deps, ...ways, files: createFolderStore(test.folder) });
  const qr = createQrSignInHandlers({ ...deps, ...ways });
  const [password, next] = [encodePassword('Password1'), encodePassword('Password2')];

  expect(await outcome(friends.ask, { robotToAsk: 'NO-1' })).toBe('ok');
  expect(await outcome(friends.invite, { serialNumber: A.serialNumber, account: 'stranger@test' })).toBe('notAllowed');
  expect(
    await outcome(inquiries.save, { name: 'Lin', company: '', phone: '13800138000', question: 'How?' } as never),
  ).toBe('ok');
  expect(await outcome(profile.updatePassword, { oldPassword: next, password: next })).toBe('wrongPassword');
  expect(await outcome(profile.updatePassword, { oldPassword: password, password: next })).toBe('ok');
  expect(
    await outcome(profile.updateEmail, { email: 'new@example.org', verificationCode: '123456', password: next }),
  ).toBe('wrongVerificationCode');
  expect(
    await outcome(profile.updatePhoneNumber, {
      phoneNumber: '13800138000',
      countryAreaCode: '86',
      verificationCode: '123456',
      password: next,
    }),
  ).toBe('wrongVerificationCode');
  const asked = await qr.ask({}, { ...context, db });
  expect(await outcome(qr.scan, { qrcode: asked.qrcode })).toBe('ok');
  expect(await outcome(qr.approve, { qrcode: 'no-such-code', number: '00' })).toBe('qrCodeExpired');
});
