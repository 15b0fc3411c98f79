/** What went wrong, as data that survives JSON: the one shape in which machines keep a failure. */
import { CodedError, ERRORS, type ErrorName } from '../../contract/wire/errors.ts';

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

export const failure = (name: ErrorName, words?: Failure['words']): Failure =>
  ({ code: ERRORS[name], said: '', ...(words ? { words } : {}) });

/** Anything thrown, as a failure. What has no code is a mistake of ours and is told as an unknown error. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof CodedError)) return { ...failure('unknownError'), said: error instanceof Error ? error.message : '' };
  const { field, words } = error.detail;
  return { code: error.code, said: error.message, ...(field ? { field } : {}), ...(words ? { words } : {}) };
}

export const isFailure = (found: Failure | null, name: ErrorName): boolean => found?.code === ERRORS[name];
