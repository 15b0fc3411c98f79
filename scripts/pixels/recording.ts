/** The recorded server responses of one visit, and the lookup of a request in them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { canonical } from '../../contract/wire/canonical.ts';

export interface RecordedAnswer {
  /** `exactKey` of the request. */
  key: string;
  status: number;
  headers: Record<string, string>;
  /** Base64. */
  body: string;
}
export interface RecordedMessage {
  topic: string;
  /** Base64. */
  payload: string;
  retain: boolean;
}
export interface Recording {
  /** ms since 1970 when the page was ready; every picture of it shows this time. */
  time: number;
  /** User of the page; '' for a visitor. */
  userId: string;
  /** Path, query and fragment; the fragment can hold a key issued by the recorded server. */
  path: string;
  /** In order of arrival. */
  answers: readonly RecordedAnswer[];
  /** The last message of each topic. */
  messages: readonly RecordedMessage[];
}

/** The only server headers kept in a recording. */
const KEPT_HEADERS = ['content-type', 'content-disposition'];
export const keptHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(KEPT_HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])));

const dataOf = (body: string | null): unknown => {
  try {
    return (JSON.parse(body ?? 'null') as { data?: unknown } | null)?.data ?? null;
  } catch {
    return body;
  }
};

/** Identifies a request by path and data, without its id, signature and time. */
export const exactKey = (path: string, body: string | null): string => `${path} ${canonical(dataOf(body))}`;

/** The key without parts that differ in every visit: times, numbers made of them, random ids and the server's address. */
export const looseKey = (key: string): string =>
  key
    .replace(/https?:\/\/(?:127\.0\.0\.1:\d+|[\w.]+\.localhost)/gu, '<origin>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z?/gu, '<time>')
    .replace(/\b1[4-9]\d{11}\b/gu, '<time>')
    .replace(/"sequence":\d+/gu, '"sequence":<number>')
    .replace(/\b[0-9a-f]{12,}\b/gu, '<id>');

/** Returns a lookup of the first recorded response to a request; undefined if there is none. */
export function createAnswers(answers: readonly RecordedAnswer[]): (key: string) => RecordedAnswer | undefined {
  const exact = new Map<string, RecordedAnswer>();
  const loose = new Map<string, RecordedAnswer>();
  for (const answer of answers) {
    if (!exact.has(answer.key)) exact.set(answer.key, answer);
    if (!loose.has(looseKey(answer.key))) loose.set(looseKey(answer.key), answer);
  }
  return (key) => exact.get(key) ?? loose.get(looseKey(key));
}

const fileOf = (folder: string, name: string): string => join(folder, 'recordings', `${name}.json.gz`);
export const writeRecording = (folder: string, name: string, recording: Recording): void =>
  writeFileSync(fileOf(folder, name), gzipSync(JSON.stringify(recording)));
export const readRecording = (folder: string, name: string): Recording =>
  JSON.parse(gunzipSync(readFileSync(fileOf(folder, name))).toString()) as Recording;
