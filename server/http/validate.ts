/** Parses a call's data with its schema; the first issue becomes an API error that names the field (spec 8). */
import * as v from 'valibot';
import type { Endpoint } from '../../contract/endpoint.ts';
import { isEmpty } from '../../contract/wire/canonical.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import { withoutEmptyFields } from './emptyFields.ts';

/** @throws parameterEmpty for an empty value where one is required, fieldInvalid for any other invalid value */
export function validate({ request }: Pick<Endpoint, 'request'>, data: unknown): unknown {
  const result = v.safeParse(request, withoutEmptyFields(request, data), { abortEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  const field = v.getDotPath(issue) ?? 'data';
  throw new ApiError(isEmpty(issue.input) ? 'parameterEmpty' : 'fieldInvalid', { field });
}
