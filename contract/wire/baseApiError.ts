/**
 * Of the error catalogue (errors.ts) what the console must know before anybody is signed in. The sign-in page loads this file and not
 * the catalogue: a code belongs here only when the first chunk itself raises it or looks for it.
 */
export const FIRST_ERRORS = {
  sessionInvalid: 1006,
  loginExpired: 11007,
  unknownError: 40002,
  dataError: 40003,
  fieldInvalid: 40010,
  timeStale: 40012,
  tooManyRequests: 40014,
  busyStarting: 40015,
  notAllowed: 40016,
  noRole: 40108,
  tooManyTries: 40109,
  robotUnknown: 40201,
  robotForeign: 40202,
  requestTimedOut: 40229,
  networkFailed: 40501,
  verificationFailed: 40502,
} as const;

/** Codes after which the session is over (spec 4 "Forced logout"). */
export const SESSION_OVER: ReadonlySet<number> = new Set([FIRST_ERRORS.sessionInvalid, FIRST_ERRORS.loginExpired]);

/** What a coded reply may carry beside its code: which field, who holds the lease, the server's time. */
export interface ErrorDetail {
  /** The path of the offending field, dots between keys. */
  field?: string;
  /** Words the translated text has room for, as {holder}, {point}, {seconds}. */
  words?: Record<string, string | number>;
  /** The server's clock, ms since 1970, with `timeStale`. */
  serverTime?: number;
}

/** A refusal with its code: raised again by the client, and what the console asks for when it catches one. ApiError (errors.ts) is one by any name. */
export class BaseApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: number;
  readonly detail: ErrorDetail;

  constructor(error: keyof typeof FIRST_ERRORS | number, detail: ErrorDetail = {}, message = String(error)) {
    super(message);
    this.code = typeof error === 'number' ? error : FIRST_ERRORS[error];
    this.detail = detail;
  }
}
