/** Every failure maps to an API error code and discloses nothing else. */
import { describe, expect, it } from 'vitest';
import { ApiError, errorNameOf } from '../../../contract/wire/errors.ts';
import { toApiError, isConflict, isPassing, refusal } from '../../../server/http/errorMapping.ts';

const withCode = (code: string, more: object = {}) => Object.assign(new Error('secret detail'), { code, ...more });
const nested = (error: Error) => new Error('Failed query: select secret', { cause: error });
const nameOf = (error: unknown) => errorNameOf(toApiError(error).code);

describe('codedFrom', () => {
  it.each([
    ['a refusal of ours', new ApiError('robotBusy'), 'robotBusy'],
    ['a full disk', withCode('ENOSPC'), 'diskFull'],
    ['a full disk of the database', nested(withCode('53100')), 'diskFull'],
    ['a database that shuts down', nested(withCode('57P01')), 'databaseAway'],
    ['a database that is not there', nested(withCode('ECONNREFUSED', { syscall: 'connect' })), 'databaseAway'],
    ['a socket that is not there', withCode('ENOENT', { syscall: 'connect' }), 'databaseAway'],
    [
      'a host with several addresses',
      new AggregateError([withCode('ECONNREFUSED', { syscall: 'connect' })]),
      'databaseAway',
    ],
    ['a connection that broke', nested(new Error('Connection terminated unexpectedly')), 'databaseAway'],
    ['a pool without a free connection', new Error('timeout exceeded when trying to connect'), 'databaseAway'],
    ['a value the database cannot hold', nested(withCode('22003')), 'dataError'],
    ['a file that is not there', withCode('ENOENT', { syscall: 'open' }), 'serverError'],
    ['a fault of ours', new TypeError('x is not a function'), 'serverError'],
    ['a broken rule of the database', nested(withCode('23503')), 'serverError'],
    ['no error at all', 'text', 'serverError'],
    ['nothing', undefined, 'serverError'],
  ])('%s', (_, error, name) => expect(nameOf(error)).toBe(name));

  it('names the field that another took at the same moment', () => {
    expect(refusal(toApiError(nested(withCode('23505', { constraint: 'accounts_email_unique' }))))).toEqual({
      code: 11020,
      message: 'emailUsed',
      data: { field: 'email' },
    });
    expect(refusal(toApiError(nested(withCode('23505', { constraint: 'accounts_phone_number_unique' }))))).toEqual({
      code: 11008,
      message: 'phoneNumberUsed',
      data: { field: 'phoneNumber' },
    });
    expect(nameOf(nested(withCode('23505', { constraint: 'points_pkey' })))).toBe('serverError');
  });

  it('does not go round in circles', () => {
    const error = new Error('round');
    error.cause = error;
    expect(nameOf(error)).toBe('serverError');
  });

  it('lets nothing of an error out but its code', () => {
    expect(refusal(toApiError(nested(withCode('53100'))))).toEqual({ code: 40020, message: 'diskFull', data: {} });
    expect(JSON.stringify(refusal(toApiError(new TypeError('secret'))))).not.toContain('secret');
  });
});

it('tells what passes from what stays, and what may be tried again', () => {
  expect(isPassing(new ApiError('databaseAway'))).toBe(true);
  expect(isPassing(new ApiError('robotOffline'))).toBe(false);
  expect([isConflict(nested(withCode('40P01'))), isConflict(nested(withCode('23505')))]).toEqual([true, false]);
});
