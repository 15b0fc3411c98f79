/**
 * The errors of the catalogue (errors.ts) that the console needs before sign-in. The sign-in page loads this file and
 * not the catalogue, so it lists only the codes that the first chunk itself raises or compares.
 */
export const BASE_ERRORS = {
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

/** Codes that end the session (spec 4 "Forced logout"). */
export const SESSION_OVER: ReadonlySet<number> = new Set([BASE_ERRORS.sessionInvalid, BASE_ERRORS.loginExpired]);

/** Optional details of an error response: the offending field, text parameters, the server's time. */
export interface ErrorDetail {
  /** Path of the offending field, separated by dots. */
  field?: string;
  /** Parameters of the translated text, such as {holder}, {point}, {seconds}. */
  words?: Record<string, string | number>;
  /** The server's clock, ms since 1970, with `timeStale`. */
  serverTime?: number;
}

/**
 * An error response with its code. The client throws it and the console catches it; ApiError (errors.ts) extends it
 * with the names of the full catalogue.
 */
export class BaseApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: number;
  readonly detail: ErrorDetail;

  constructor(error: keyof typeof BASE_ERRORS | number, detail: ErrorDetail = {}, message = String(error)) {
    super(message);
    this.code = typeof error === 'number' ? error : BASE_ERRORS[error];
    this.detail = detail;
  }
}
