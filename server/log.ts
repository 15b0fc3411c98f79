/**
 * Structured logs: JSON lines where nobody looks at them, short readable ones at a terminal. No secret in a log
 * (design 8): requests are logged by path and outcome, never by body, and known names of secrets are blotted out.
 */
import { Writable } from 'node:stream';
import { pino, type Logger } from 'pino';
import type { Settings } from './settings.ts';

/** What the server's parts ask of a logger: pino and fastify's logger both fit. Fields first, then one calm sentence. */
export type Log = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

const SECRETS = ['authorization', 'password', 'passwordHash', 'verificationCode', 'token', 'accessToken', 'claimCode', 'extra', 'secret'];
/** By name, up to three levels deep. */
const REDACTED = SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

/** @param to where the lines go; standard output unless said */
export function createLog({ logLevel }: Pick<Settings, 'logLevel'>, to: NodeJS.WritableStream & { isTTY?: boolean } = process.stdout): Logger {
  return pino({ level: logLevel, base: null, redact: { paths: REDACTED, censor: '[secret]' } }, to.isTTY ? forPeople(to) : to);
}

const NAMES: Readonly<Record<number, string>> = { 10: 'trace', 20: 'debug', 30: '', 40: 'warning', 50: 'error', 60: 'FATAL' };

/** `12:30:01 warning: the sentence  field=value`, an error's stack below. */
function forPeople(to: NodeJS.WritableStream): Writable {
  return new Writable({
    write(line: Buffer, _encoding, done) {
      const { level, time, msg, err, ...fields } = JSON.parse(line.toString()) as { level: number; time: number; msg?: string; err?: { stack?: string; message?: string } };
      const name = NAMES[level] ?? '';
      const words = Object.entries(fields).map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
      const stack = err ? `\n${err.stack ?? err.message ?? ''}` : '';
      to.write(`${new Date(time).toTimeString().slice(0, 8)} ${name ? `${name}: ` : ''}${msg ?? ''}${words.length > 0 ? `  ${words.join(' ')}` : ''}${stack}\n`);
      done();
    },
  });
}
