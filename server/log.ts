/**
 * Structured logs: JSON lines, or short readable lines at a terminal. Logs contain no secrets (design 8): requests are
 * logged by path and outcome, never by body. Fields with known secret names are redacted, and so are query values,
 * personal addresses and anything that looks like a token, in any text.
 */
import { Writable } from 'node:stream';
import { pino, type Logger } from 'pino';
import type { Settings } from './settings.ts';

/**
 * Logger interface of the server's modules; pino and Fastify's logger both fit. Fields first, then one sentence in a
 * neutral tone.
 */
export type Log = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

const SECRETS = [
  'authorization',
  'password',
  'passwordHash',
  'verificationCode',
  'token',
  'accessToken',
  'claimCode',
  'extra',
  'secret',
];
/** Redaction paths by field name, up to three levels deep. */
const REDACTED = SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

/** Longest text of a field or stack, characters. */
const TEXT_MAX = 4_000;
/**
 * E-mail addresses, phone numbers, tokens and hashes. Quantifiers are bounded, so that no text makes matching slow. Phone
 * numbers without "+" are matched only in forms that ids and times do not have: those of China and North America, with
 * the prefix 00, and whatever follows the word "phone".
 */
const PRIVATE = [
  /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){0,4}/gu,
  /\+\d[\d ()-]{5,18}\d/gu,
  /(?<![\w.-])(?:00\d{1,3}[ -]?|86[ -]?)?1[3-9]\d[ -]?\d{4}[ -]?\d{4}(?![\w-]|\.\d)/gu,
  /(?<![\w.-])(?:(?:00)?1[ .-]?)?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[ .-])\d{3}[ .-]\d{4}(?![\w-]|\.\d)/gu,
  /(?<![\w.-])(?:00[1-9]\d{7,13}|1[2-9]\d{9})(?![\w-]|\.\d)/gu,
  /(?<=(?:phone|mobile|手机|电话)(?:[ _-]?number|号码?)?["']?[ :=：]{0,3}["']?)\d[\d ()-]{4,18}\d/giu,
  /\b(?=[\w-]{0,63}\d)[\w-]{32,128}\b/gu,
] as const;
/** Without what identifies a person or grants access. */
export const redact = (text: string): string =>
  PRIVATE.reduce((left, pattern) => left.replace(pattern, '[private]'), text.slice(0, TEXT_MAX));

/** The stack without the error message, which is logged separately. */
const stackFrames = (stack: string | undefined): string =>
  (stack ?? '')
    .split('\n')
    .filter((line) => /^\s{1,20}at /u.test(line))
    .join('\n')
    .slice(0, TEXT_MAX);
const isOfDatabase = (error: Error): boolean => 'query' in error || ('severity' in error && 'code' in error);

/**
 * Fields logged for an error. Of a database error only code, table and constraint, because its message and parameters
 * can hold user input.
 */
function serializeError(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: redact(String(error)) };
  const { code, table, constraint, cause } = error as Error & { code?: unknown; table?: unknown; constraint?: unknown };
  const message = isOfDatabase(error) ? 'a query failed' : redact(error.message);
  const named = Object.fromEntries(
    Object.entries({ code, table, constraint }).filter(
      ([, value]) => typeof value === 'string' || typeof value === 'number',
    ),
  );
  return {
    type: error.name,
    message,
    ...named,
    stack: `${error.name}: ${message}\n${stackFrames(error.stack)}`,
    ...(cause !== undefined && depth < 4 ? { cause: serializeError(cause, depth + 1) } : {}),
  };
}

const blottedFields = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? redact(value) : value]),
  );

/** @param to destination of the lines; standard output by default */
export function createLog(
  { logLevel }: Pick<Settings, 'logLevel'>,
  to: NodeJS.WritableStream & { isTTY?: boolean } = process.stdout,
): Logger {
  return pino(
    {
      level: logLevel,
      base: null,
      redact: { paths: REDACTED, censor: '[secret]' },
      serializers: { err: (error: unknown) => serializeError(error) },
      formatters: { log: blottedFields },
    },
    to.isTTY ? prettyStream(to) : to,
  );
}

const NAMES: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: '',
  40: 'warning',
  50: 'error',
  60: 'FATAL',
};

interface Told {
  stack?: string;
  message?: string;
  code?: string;
  table?: string;
  cause?: Told;
}
const stackOf = ({ stack, message, code, table, cause }: Told): string =>
  `\n${stack ?? message ?? ''}${code ? `\n    code ${code}${table ? ` of ${table}` : ''}` : ''}${cause ? stackOf(cause) : ''}`;

/** Format: `12:30:01 warning: the sentence  field=value`, with an error's stack below. */
function prettyStream(to: NodeJS.WritableStream): Writable {
  return new Writable({
    write(line: Buffer, _encoding, done) {
      const { level, time, msg, err, ...fields } = JSON.parse(line.toString()) as {
        level: number;
        time: number;
        msg?: string;
        err?: Told;
      };
      const name = NAMES[level] ?? '';
      const parts = Object.entries(fields).map(
        ([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
      );
      const stack = err ? stackOf(err) : '';
      to.write(
        `${new Date(time).toTimeString().slice(0, 8)} ${name ? `${name}: ` : ''}${msg ?? ''}${parts.length > 0 ? `  ${parts.join(' ')}` : ''}${stack}\n`,
      );
      done();
    },
  });
}
