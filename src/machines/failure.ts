/** What went wrong, as data that survives JSON: the one shape in which machines keep a failure. */
import { FIRST_ERRORS, BaseApiError } from '../../contract/wire/baseApiError.ts';

export interface Failure {
  /** A code of contract/wire/errors.ts; its text stands under `errors.cloud_error_{code}`. */
  code: number;
  /** What the server said, for a code that we have no text for. */
  said: string;
  /** The request field it is about, dots between keys. */
  field?: string;
  /** Fills {holder}, {point}, {seconds} … in the text. */
  words?: Record<string, string | number>;
}

/** @param code of ERRORS; of FIRST_ERRORS for what runs before anybody is signed in */
export const failure = (code: number, words?: Failure['words']): Failure => ({
  code,
  said: '',
  ...(words ? { words } : {}),
});

/** Anything thrown, as a failure. What has no code is a mistake of ours and is told as an unknown error. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof BaseApiError))
    return { ...failure(FIRST_ERRORS.unknownError), said: error instanceof Error ? error.message : '' };
  const { field, words } = error.detail;
  return { code: error.code, said: error.message, ...(field ? { field } : {}), ...(words ? { words } : {}) };
}

/** @param codes any of them */
export const isFailure = (found: Failure | null, ...codes: readonly number[]): boolean =>
  found !== null && codes.includes(found.code);
