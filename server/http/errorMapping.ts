/** Maps any error to an API error: the one place where errors become codes (spec 8, design 3). */
import { ApiError, ERRORS, errorNameOf, type ErrorName } from '../../contract/wire/errors.ts';
import type { Reply } from '../../contract/wire/envelope.ts';

/** Transient server-side errors: their replies are never stored, so a repeat tries again. */
const PASSING: ReadonlySet<number> = new Set([
  ERRORS.serverError,
  ERRORS.databaseAway,
  ERRORS.diskFull,
  ERRORS.filesAway,
  ERRORS.tooManyRequests,
  ERRORS.busyStarting,
  ERRORS.brokerAway,
]);
export const isPassing = (error: ApiError): boolean => PASSING.has(error.code);

/** By SQLSTATE code, or by its two-character class. */
const BY_SQL_STATE: Readonly<Record<string, ErrorName>> = {
  '08': 'databaseAway',
  '57': 'databaseAway',
  '3D': 'databaseAway',
  '53': 'databaseAway',
  '53100': 'diskFull',
  // accepts no connections during maintenance
  '55000': 'databaseAway',
  // values that pass the schemas but not the database
  '22': 'dataError',
};
/** When two requests take the same value at the same time, both having found it free, the database accepts one. */
const BY_CONSTRAINT: Readonly<Record<string, readonly [name: ErrorName, field: string]>> = {
  accounts_email_unique: ['emailUsed', 'email'],
  accounts_phone_number_unique: ['phoneNumberUsed', 'phoneNumber'],
};
const CONNECTION_LOST =
  /connection terminated|query read timeout|timeout exceeded when trying to connect|connection error and is not queryable|client was closed/iu;

/** The API error for an error; `serverError` for an unexpected one, which the caller logs with its stack. */
export function toApiError(error: unknown): ApiError {
  for (const one of withCauses(error)) {
    if (one instanceof ApiError) return one;
    const [taken, field] = (one instanceof Error && 'constraint' in one && BY_CONSTRAINT[String(one.constraint)]) || [];
    if (taken && field) return new ApiError(taken, { field });
    const name = nameOf(one);
    if (name) return new ApiError(name);
  }
  return new ApiError('serverError');
}

function* withCauses(error: unknown): Generator<unknown> {
  for (let one = error, depth = 0; one !== undefined && depth < 10; depth++) {
    yield one;
    one = one instanceof AggregateError ? (one.errors[0] as unknown) : one instanceof Error ? one.cause : undefined;
  }
}

function nameOf(error: unknown): ErrorName | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'ENOSPC') return 'diskFull';
  if ('syscall' in error && error.syscall === 'connect') return 'databaseAway';
  if (code === 'ECONNRESET' || code === 'EPIPE' || CONNECTION_LOST.test(error.message)) return 'databaseAway';
  return /^[0-9A-Z]{5}$/u.test(code) ? (BY_SQL_STATE[code] ?? BY_SQL_STATE[code.slice(0, 2)]) : undefined;
}

/** Serialisation failure or deadlock: the database rolled this transaction back, and it can be retried. */
export const isConflict = (error: unknown): boolean =>
  [...withCauses(error)].some(
    (one) => one instanceof Error && 'code' in one && (one.code === '40001' || one.code === '40P01'),
  );

export const refusal = ({ code, detail }: ApiError): Reply => ({
  code,
  message: errorNameOf(code) ?? 'unknownError',
  data: detail,
});
