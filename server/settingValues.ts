/** Schemas of the settings: parse and validate values of environment variables. */
import * as v from 'valibot';
import {
  RETENTION_DAYS,
  RETENTION_KINDS,
  RETENTION_LEAST,
  RETENTION_LIMITS,
  type RetentionDays,
} from '../contract/rules/retention.ts';

export const blankless = v.pipe(v.string(), v.trim(), v.minLength(1));
export const wholeNumber = (least: number, most: number, says: string) =>
  v.pipe(blankless, v.regex(/^\d+$/, says), v.transform(Number), v.minValue(least, says), v.maxValue(most, says));
export const oneOf = <const Choices extends readonly [string, ...string[]]>(choices: Choices) =>
  v.picklist(choices, `must be one of: ${choices.join(', ')}`);
export const address = (protocols: string[]) =>
  v.pipe(
    blankless,
    v.check(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
      `must be a URL beginning with ${protocols.map((each) => `${each}//`).join(' or ')}`,
    ),
  );
const parsedJson = v.rawTransform<string, unknown>(({ dataset, addIssue, NEVER }) => {
  try {
    return JSON.parse(dataset.value) as unknown;
  } catch {
    addIssue({ message: 'must be JSON' });
    return NEVER;
  }
});

export const iceServer = v.object({
  urls: v.union([v.string(), v.array(v.string())]),
  username: v.optional(v.string()),
  credential: v.optional(v.string()),
});
export const iceServers = v.pipe(
  blankless,
  parsedJson,
  v.array(iceServer, 'must be a JSON list like [{"urls":"turn:turn.example.org","username":"…","credential":"…"}]'),
);
export const addresses = v.pipe(
  blankless,
  v.transform((text) => text.split(',').map((each) => each.trim())),
  v.array(
    v.pipe(
      v.string(),
      v.regex(
        /^(loopback|linklocal|uniquelocal|[\da-f.:]+(\/\d{1,3})?)$/i,
        'must be addresses, networks like 10.0.0.0/8, loopback, linklocal or uniquelocal, separated by commas',
      ),
    ),
  ),
);

const PLACES_SAY = 'must be a JSON object of sites with latitude and longitude, like {"harbour":[22.29,114.17]}';
/** Keyed by site id. */
export const places = v.pipe(
  blankless,
  parsedJson,
  v.record(
    v.string(),
    v.tuple(
      [
        v.pipe(v.number(PLACES_SAY), v.minValue(-90, PLACES_SAY), v.maxValue(90, PLACES_SAY)),
        v.pipe(v.number(PLACES_SAY), v.minValue(-180, PLACES_SAY), v.maxValue(180, PLACES_SAY)),
      ],
      PLACES_SAY,
    ),
    PLACES_SAY,
  ),
  v.transform(
    (sites) => new Map(Object.entries(sites).map(([site, [latitude, longitude]]) => [site, { latitude, longitude }])),
  ),
);

const DAYS_SAY = `must be a JSON object of whole numbers of days from ${RETENTION_LIMITS.min} to ${RETENTION_LIMITS.max}, like {"tracks":14}, of: ${RETENTION_KINDS.join(', ')}`;
const days = v.pipe(
  v.number(DAYS_SAY),
  v.integer(DAYS_SAY),
  v.minValue(RETENTION_LIMITS.min, DAYS_SAY),
  v.maxValue(RETENTION_LIMITS.max, DAYS_SAY),
);
const LEAST_SAY = `must be a JSON object with at least ${Object.entries(RETENTION_LEAST)
  .map(([kind, least]) => `${least} days for ${kind}`)
  .join(' and ')}`;
/** Retention periods in days, of all kinds: those that are not named keep their default. */
export const retentionDays = v.pipe(
  blankless,
  parsedJson,
  v.record(v.picklist(RETENTION_KINDS, DAYS_SAY), days, DAYS_SAY),
  v.check(
    (given) => RETENTION_KINDS.every((kind) => (given[kind] ?? Infinity) >= (RETENTION_LEAST[kind] ?? 0)),
    LEAST_SAY,
  ),
  v.transform((given): RetentionDays => ({ ...RETENTION_DAYS, ...given })),
);

export type Setting = {
  schema: v.GenericSchema<string, unknown>;
  /** Default, as it would be written in the environment; absent when an unset setting means "not used". */
  fallback?: string;
  about: string;
  /** Its value is never written to a log. */
  secret?: true;
};
