/**
 * Sign-in by a QR code that the companion app scans (spec 4 "QR login"). Only the requesting page has the pick-up key
 * and shows the number, so that a photographed or forwarded QR code is useless. All problems with a code give the same
 * error, so that nothing is revealed about existing codes or their owners.
 */
import { randomInt } from 'node:crypto';
import type { Handlers } from '../../contract/endpoint.ts';
import type { qrSignIn } from '../../contract/endpoints/qrSignIn.ts';
import {
  LOGIN_QR_ASKS_PER_ADDRESS,
  LOGIN_QR_GUESSES,
  LOGIN_QR_TTL_MS,
  SESSION_TTL_MS,
} from '../../contract/rules/limits.ts';
import type { AuditAct } from '../../contract/rules/auditActs.ts';
import { CODE_LETTERS, SIGN_IN_CODE_LENGTH } from '../../contract/rules/typedCodes.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import { hashOf } from '../broker/credentials.ts';
import type { CoreDeps } from '../coreDeps.ts';
import type { Db } from '../db/database.ts';
import { accountById } from '../db/repositories/accounts.ts';
import { record } from '../db/repositories/audit.ts';
import {
  addLoginQrcode,
  decideLoginQrcode,
  loginQrcode,
  spendLoginQrcode,
  takeLoginQrcode,
  countNumberAttempt,
  type StoredLoginQrcode,
} from '../db/repositories/loginQrcodes.ts';
import { guarded } from '../guarded.ts';
import type { RequestContext } from '../requestContext.ts';
import { createCallLimits } from '../security/callLimits.ts';
import { pickUpKeyOf } from '../security/pickUpKey.ts';
import { createScanRateLimit } from './scanRateLimit.ts';
import type { AuthDeps } from './authDeps.ts';

type Needs = Pick<CoreDeps, 'settings' | 'sharedDb' | 'now'> & Pick<AuthDeps, 'entrance' | 'countAddress'>;

const NUMBERS = 100;
/** In letters that can be typed, for phones without a camera. */
const newCode = (): string =>
  Array.from({ length: SIGN_IN_CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)] ?? '').join('');
const over = (): ApiError => new ApiError('qrCodeExpired', { field: 'qrcode' });
const asker = ({ device, address }: StoredLoginQrcode) => ({ device, address });

export function createQrSignInHandlers({
  settings,
  sharedDb,
  now,
  entrance,
  countAddress,
}: Needs): Handlers<typeof qrSignIn, RequestContext> {
  const tries = createScanRateLimit(sharedDb);
  // In memory, because pages poll continuously and each request costs one short read.
  const asks = createCallLimits({ perAddress: LOGIN_QR_ASKS_PER_ADDRESS });
  /** The code's row for the user who scanned it; undefined for any other. */
  const ownScan = async (db: Db, codeHash: string, userId: string): Promise<StoredLoginQrcode | undefined> => {
    const row = await loginQrcode(db, codeHash, new Date(now()));
    return row?.userId === userId ? row : undefined;
  };
  const note = (db: Db, act: AuditAct, row: StoredLoginQrcode, userId: string, more: object = {}): Promise<void> =>
    record(db, { userId, act, subject: userId, after: { ...asker(row), ...more } });

  return {
    async ask(_, { db, device, address }) {
      await countAddress('qr', address);
      const qrcode = newCode();
      const serverTime = now();
      const expiresAt = serverTime + LOGIN_QR_TTL_MS;
      await addLoginQrcode(db, { codeHash: hashOf(qrcode), device, address, expiresAt: new Date(expiresAt) });
      return {
        qrcode,
        url: `${settings.publicUrl ?? ''}/mini-program?sign-in=${qrcode}`,
        pickUpKey: await pickUpKeyOf(db, qrcode),
        expiresAt,
        serverTime,
      };
    },

    /** Signed with the pick-up key, which only the requesting page has. */
    async pickUp({ qrcode }, { db, device, address, afterCommit }) {
      await asks.countAddress(address);
      const codeHash = hashOf(qrcode);
      const serverTime = now();
      const row = await loginQrcode(db, codeHash, new Date(serverTime));
      if (!row || row.state === 'done') throw over();
      const answer = { number: '', expiresAt: row.expiresAt.getTime(), serverTime, accessToken: '', userId: '' };
      if (row.state !== 'approved')
        return { ...answer, state: row.state, number: row.state === 'scanned' ? row.number : '' };
      return db.transaction(async (transaction) => {
        const userId = await spendLoginQrcode(transaction, codeHash, new Date(serverTime));
        const account = userId === undefined ? undefined : await accountById(transaction, userId);
        if (!account) throw over();
        entrance.check(account);
        const credentials = await entrance.open(
          transaction,
          account.id,
          { device, address, afterCommit },
          { way: 'qr', lifeMs: SESSION_TTL_MS },
        );
        return { ...answer, ...credentials, state: 'done' as const };
      });
    },

    scan: guarded(
      (_: { qrcode: string }, { userId, address }) => tries.count(userId, address),
      async ({ qrcode }, { db, userId, address, afterCommit }) => {
        const codeHash = hashOf(qrcode);
        const at = now();
        const expiresAt = new Date(at + LOGIN_QR_TTL_MS);
        const number = String(randomInt(NUMBERS)).padStart(2, '0');
        const taken = await takeLoginQrcode(db, codeHash, { userId, number, expiresAt }, new Date(at));
        const row = taken ?? (await ownScan(db, codeHash, userId));
        if (!row) throw over();
        afterCommit(() => tries.forgive(userId, address));
        if (taken) await note(db, 'session.qrScanned', taken, userId);
        const state = row.state === 'refused' || row.state === 'scanned' ? row.state : 'approved';
        return { ...asker(row), state, expiresAt: row.expiresAt.getTime(), serverTime: at };
      },
    ),

    approve: guarded(
      async ({ qrcode, number }: { qrcode: string; number: string }, { db, userId }) => {
        const codeHash = hashOf(qrcode);
        const at = new Date(now());
        const tried = await countNumberAttempt(db, codeHash, userId, LOGIN_QR_GUESSES, at);
        if (!tried || tried.number === number) return tried;
        const left = LOGIN_QR_GUESSES - tried.tries;
        if (left === 0 && (await decideLoginQrcode(db, codeHash, userId, 'refused', at)))
          await note(db, 'session.qrRefused', tried, userId, { wrongNumbers: tried.tries });
        throw new ApiError('qrNumberWrong', { field: 'number', words: { left } });
      },
      async ({ qrcode }, { db, userId }, tried) => {
        const codeHash = hashOf(qrcode);
        if (!tried) {
          const row = await ownScan(db, codeHash, userId);
          if (row?.state === 'approved' || row?.state === 'done') return null;
          throw over();
        }
        if (!(await decideLoginQrcode(db, codeHash, userId, 'approved', new Date(now())))) throw over();
        await note(db, 'session.qrApproved', tried, userId);
        return null;
      },
    ),

    async refuse({ qrcode }, { db, userId }) {
      const codeHash = hashOf(qrcode);
      const refused = await decideLoginQrcode(db, codeHash, userId, 'refused', new Date(now()));
      if (refused) await note(db, 'session.qrRefused', refused, userId);
      else if ((await ownScan(db, codeHash, userId))?.state !== 'refused') throw over();
      return null;
    },
  };
}
