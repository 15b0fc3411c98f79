/** A failure as JSON-serialisable data: the one shape in which machines store errors. */
import { BASE_ERRORS, BaseApiError } from '../../contract/wire/baseApiError.ts';

export interface Failure {
  /** A code of contract/wire/errors.ts; its text is at `errors.cloud_error_{code}`. */
  code: number;
  /** The server's message, for codes without a text of ours. */
  said: string;
  /** The request field at fault, as a dotted path. */
  field?: string;
  /** Parameters of the text: {holder}, {point}, {seconds} … */
  words?: Record<string, string | number>;
}

/** @param code of ERRORS, or of BASE_ERRORS for code that runs before sign-in */
export const failure = (code: number, words?: Failure['words']): Failure => ({
  code,
  said: '',
  ...(words ? { words } : {}),
});

/** Converts anything thrown. A value without a code is a bug of the console and becomes an unknown error. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof BaseApiError))
    return { ...failure(BASE_ERRORS.unknownError), said: error instanceof Error ? error.message : '' };
  const { field, words } = error.detail;
  return { code: error.code, said: error.message, ...(field ? { field } : {}), ...(words ? { words } : {}) };
}

/** @param codes true if the failure has any of them */
export const isFailure = (found: Failure | null, ...codes: readonly number[]): boolean =>
  found !== null && codes.includes(found.code);
