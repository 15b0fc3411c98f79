/** What a log line can contain of an error and of personal data. */
import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { createLog, redact } from '../../server/log.ts';

const SECRETS = ['lin@example.org', '+86 138 0013 8000', '481516', 'AbCdEf0123456789-AbCdEf0123456789_xy'];

function logged(write: (log: ReturnType<typeof createLog>) => void, isTTY = false): string {
  let text = '';
  const to = Object.assign(
    new Writable({ write: (line: Buffer, _encoding, done) => ((text += line.toString()), done()) }),
    { isTTY },
  );
  write(createLog({ logLevel: 'info' }, to));
  return text;
}
/** An error as the driver and the query builder throw it. */
function queryError(): Error {
  const cause = Object.assign(new Error(`duplicate key value: ${SECRETS.join(' ')}`), {
    severity: 'ERROR',
    code: '23505',
    table: 'accounts',
    constraint: 'accounts_email_unique',
    detail: `Key (email)=(${SECRETS[0]}) already exists.`,
    where: SECRETS[2],
    parameters: SECRETS,
  });
  return Object.assign(
    new Error(`Failed query: insert into accounts values ($1)\nparams: ${SECRETS.join(',')}`, { cause }),
    { query: 'insert into accounts', params: SECRETS },
  );
}

it.each([false, true])(
  'has of an error of the database its code and table, and nothing that somebody wrote (terminal: %s)',
  (isTTY) => {
    const text = logged((log) => log.error({ err: queryError(), path: '/auth/sign-up' }, 'a call failed'), isTTY);
    for (const part of ['23505', 'accounts', 'log.test.ts', 'a call failed']) expect(text).toContain(part);
    for (const secret of [...SECRETS, 'insert into', 'already exists']) expect(text).not.toContain(secret);
  },
);

it('has neither addresses of people nor tokens, wherever they stand', () => {
  const [email, phone, , token] = SECRETS;
  const text = logged((log) =>
    log.warn(
      {
        err: new Error(`no mail to ${email}, ${phone}: ${token}`),
        reason: `to ${email}`,
        serialNumber: 'W1-2026-0001',
        address: '2001:db8::7',
        ms: 3,
      },
      'not sent',
    ),
  );
  for (const secret of [email, phone, token]) expect(text).not.toContain(secret);
  for (const part of ['W1-2026-0001', '2001:db8::7', '"ms":3', 'no mail to']) expect(text).toContain(part);
});

it.each([
  '13800138000',
  '138 0013 8000',
  '138-0013-8000',
  '8613800138000',
  '86 13800138000',
  '008613800138000',
  '12025550142',
  '202-555-0142',
  '(202) 555-0142',
  '1 202 555 0142',
  '00447911123456',
])('has no phone number, also without "+": %s', (number) => {
  expect(redact(`refused ${number}, try later`)).toBe('refused [private], try later');
});
it.each(['phone 2025550142', 'phoneNumber=447911123456', '手机号：4479 1112 3456', "Mobile: '020-12345678'"])(
  'has no phone number after the word for it: %s',
  (text) => expect(redact(text).replaceAll(/\D/gu, '')).toBe(''),
);
it.each([
  '1764324000000',
  '1764324000',
  '1764324000.123',
  '2026-11-28T10:21:09.000Z',
  '12:30:01',
  'W1-2026-0001',
  'S2-13800138000',
  'case-1764324000-12',
  '192.168.100.1234',
  '10.0.13.138:8080',
  '0f8fad5b-d9cb-469f',
  'SEQ0001234567',
  '4294967295',
  '0.13800138000',
  'attempt 2 of 4 took 12025 ms',
  'the gateway answered 503',
])('leaves ids, times, addresses and counts readable: %s', (text) => expect(redact(text)).toBe(text));
