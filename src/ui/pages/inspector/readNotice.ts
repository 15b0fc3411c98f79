/** The notice shown on the screen at a recorded moment. Pure. */
import type { Json, Recording } from '../../../machines/recording/format.ts';
import type { Redacted } from '../../../machines/recording/redact.ts';
import type { Moment } from '../../../machines/recording/replay.ts';
import type { Failure } from '../../../machines/failure.ts';
import { withheldOf } from './contextLines.ts';

export interface ReadNotice {
  readonly key: string;
  readonly params: Readonly<Record<string, string | number | Redacted>>;
  readonly failure: Failure | null;
}

type Fields = Readonly<Record<string, Json>>;
const fieldsOf = (value: Json | undefined): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !withheldOf(value) ? (value as Fields) : {};
const paramsOf = (value: Json | undefined): ReadNotice['params'] =>
  Object.fromEntries(
    Object.entries(fieldsOf(value)).map(([name, word]) => [
      name,
      withheldOf(word) ?? (typeof word === 'number' || typeof word === 'string' ? word : JSON.stringify(word)),
    ]),
  );

export function readNotice({ actors }: Pick<Recording, 'actors'>, moment: Moment): ReadNotice | null {
  const number = Object.entries(actors).find(
    ([key, { systemId }]) => systemId === 'notices' && Object.hasOwn(moment.states, key),
  )?.[0];
  const notice = fieldsOf(fieldsOf(number === undefined ? null : moment.states[Number(number)]?.context)['notice']);
  const { key, failure } = notice;
  if (typeof fieldsOf(failure)['code'] === 'number')
    return {
      key: '',
      params: {},
      failure: {
        code: Number(fieldsOf(failure)['code']),
        said: '',
        words: plain(paramsOf(fieldsOf(failure)['words'])),
      },
    };
  return typeof key === 'string' && key !== '' ? { key, params: paramsOf(notice['params']), failure: null } : null;
}

/** Redacted parameters are left out; the text has a variant without them. */
const plain = (params: ReadNotice['params']): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(params).filter((entry): entry is [string, string | number] => typeof entry[1] !== 'object'),
  );
