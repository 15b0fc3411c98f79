/**
 * All settings of the server: name in the environment, description and default. Read and validated once, at the start;
 * the documentation takes its list from this table.
 */
import { resolve } from 'node:path';
import * as v from 'valibot';
import { RETENTION_DAYS, type RetentionDays } from '../contract/rules/retention.ts';
import {
  address,
  addresses,
  blankless,
  iceServer,
  iceServers,
  oneOf,
  places,
  retentionDays,
  wholeNumber,
  type Setting,
} from './settingValues.ts';

const PORT_SAYS = 'must be a port number from 0 to 65535';

/** The `about` texts are written for the person who runs the server. */
export const SETTINGS = {
  PORT: {
    schema: wholeNumber(0, 65_535, PORT_SAYS),
    fallback: '8080',
    about: 'Port of the console, the API and the broker (MQTT over WebSocket at /mqtt). 0 selects a free port.',
  },
  HOST: {
    schema: blankless,
    fallback: '127.0.0.1',
    about:
      'Address to listen on. On a non-loopback address the console is served by https, with a generated certificate unless TLS_CERT is set.',
  },
  ROUNDHOUSE_DATA: {
    schema: blankless,
    fallback: './data',
    about: 'Folder for the database, files, keys and certificates. Only one server at a time can use it.',
  },
  ROUNDHOUSE_DEMO: {
    schema: oneOf(['on', 'off']),
    fallback: 'on',
    about:
      'The demo: accounts, buildings and simulated robots. With off, the first visitor creates the administrator account with a code that the server prints at startup.',
  },
  ROUNDHOUSE_ROBOTS: {
    schema: wholeNumber(0, 20_000, 'must be a whole number from 0 to 20000'),
    fallback: '14',
    about: 'Number of simulated robots.',
  },
  ROUNDHOUSE_DEMO_TASKS: {
    schema: oneOf(['on', 'off']),
    fallback: 'on',
    about:
      'Whether the scheduled tasks of the demo are on at the first start. With off, no robot drives by itself at set times.',
  },
  ROUNDHOUSE_DEMO_GUESTS: {
    schema: oneOf(['on', 'off']),
    fallback: 'on',
    about:
      'Whether the guests of the demo order deliveries. With off, the simulated delivery robots carry only what people order.',
  },
  ROUNDHOUSE_DEMO_PHOTOS: {
    schema: oneOf(['on', 'off']),
    fallback: 'on',
    about: 'Whether the library of the demo has photos of the past days, drawn in the background at the first start.',
  },
  ROUNDHOUSE_SEED: {
    schema: wholeNumber(0, 4_294_967_295, 'must be a whole number from 0 to 4294967295'),
    about: 'Seed of the simulation: the same seed repeats the same simulated day.',
  },
  DATABASE_URL: {
    schema: address(['postgres:', 'postgresql:']),
    secret: true,
    about: 'External PostgreSQL (15 or newer) instead of the embedded one.',
  },
  DATABASE_DIRECT_URL: {
    schema: address(['postgres:', 'postgresql:']),
    secret: true,
    about:
      'URL of the same PostgreSQL without a pooler between; required if DATABASE_URL leads to one in transaction mode (PgBouncer). Used where one connection must be kept: notifications, locks, background jobs.',
  },
  MQTT_URL: {
    schema: address(['ws:', 'wss:', 'mqtt:', 'mqtts:']),
    about: 'External MQTT broker instead of the embedded one; required for several servers.',
  },
  MQTT_PUBLIC_URL: {
    schema: address(['ws:', 'wss:']),
    about: 'URL at which browsers reach the external broker; MQTT_URL when unset.',
  },
  MQTT_USERNAME: { schema: blankless, about: "The server's user name at the external broker." },
  MQTT_PASSWORD: {
    schema: v.pipe(v.string(), v.minLength(1)),
    secret: true,
    about: "The server's password at the external broker.",
  },
  MQTT_TCP_PORT: {
    schema: wholeNumber(0, 65_535, PORT_SAYS),
    about: 'Port of the embedded broker for robots without WebSocket (plain MQTT: passwords are sent unencrypted).',
  },
  MQTT_TLS_PORT: {
    schema: wholeNumber(0, 65_535, PORT_SAYS),
    about: "The same over TLS, with the console's certificate. Requires TLS_CERT or a non-loopback HOST.",
  },
  MQTT_AUTH_SECRET: {
    schema: v.pipe(blankless, v.regex(/^[\w-]{16,}$/, 'must be at least 16 letters, digits, - or _')),
    secret: true,
    about:
      'Allows an external broker on another machine to use the auth endpoints: a part of their path. Unset, they answer on loopback only.',
  },
  PUBLIC_URL: {
    schema: address(['http:', 'https:']),
    about: 'URL at which users reach the console; QR codes and e-mails contain it.',
  },
  TLS_CERT: { schema: blankless, about: 'File with the certificate chain (PEM) for https and wss.' },
  TLS_KEY: { schema: blankless, about: 'File with the private key (PEM) of TLS_CERT.' },
  ROUNDHOUSE_KEY_FILE: {
    schema: blankless,
    about:
      'File with the key that seals the secrets in the database; made at the first start. By default `secrets.key` in the data folder, with the embedded database only; servers of an external database need the same file. Set it once all of them run this version.',
  },
  ROUNDHOUSE_KEY_LOST: { schema: oneOf(['accept']), about: 'With accept, a server that lost its key file starts.' },
  TRUST_PROXY: {
    schema: addresses,
    about:
      'Addresses of trusted proxies whose X-Forwarded-For is used, separated by commas; also loopback, linklocal, uniquelocal.',
  },
  ICE_SERVERS: {
    schema: iceServers,
    secret: true,
    about:
      'STUN and TURN servers for video, as a JSON list of RTCIceServer objects. A TURN server without username and credential uses credentials made with TURN_SECRET.',
  },
  TURN_SECRET: {
    schema: v.pipe(blankless, v.minLength(16, 'must be at least 16 characters long')),
    secret: true,
    about:
      "Secret shared with the TURN servers (coturn's static-auth-secret): each user gets individual credentials for an hour, instead of a permanent password shared by all.",
  },
  AGORA_APP_ID: {
    schema: v.pipe(blankless, v.regex(/^[\da-f]{32}$/i, 'must be 32 hexadecimal digits')),
    about:
      'App ID of an Agora project: video and calls of robots that support Agora use it instead of plain WebRTC. Opens the content security policy for its servers.',
  },
  AGORA_APP_CERTIFICATE: {
    schema: v.pipe(blankless, v.regex(/^[\da-f]{32}$/i, 'must be 32 hexadecimal digits')),
    secret: true,
    about: 'Certificate of the Agora project, with which tokens are signed.',
  },
  SMTP_URL: {
    schema: address(['smtp:', 'smtps:']),
    secret: true,
    about:
      'Mail server, for example smtps://user:password@mail.example.org. Unset, e-mails stay in the outbox, where an account administrator can read them.',
  },
  MAIL_FROM: {
    schema: v.pipe(
      blankless,
      v.regex(
        /^([^<>@\s]+@[^<>@\s]+|[^<>]*<[^<>@\s]+@[^<>@\s]+>)$/,
        'must be an e-mail address, or a name with one in angle brackets',
      ),
    ),
    about: 'Sender of e-mails.',
  },
  MESSAGE_WEBHOOK_URL: {
    schema: address(['http:', 'https:']),
    about: 'URL that receives SMS and phone calls as JSON by POST. Unset, they stay in the outbox.',
  },
  MESSAGE_WEBHOOK_SECRET: {
    schema: v.pipe(blankless, v.minLength(16, 'must be at least 16 characters long')),
    secret: true,
    about:
      'Signs requests to MESSAGE_WEBHOOK_URL: x-roundhouse-signature is the hexadecimal HMAC-SHA256 of x-roundhouse-time, a line feed and the body.',
  },
  S3_ENDPOINT: {
    schema: address(['http:', 'https:']),
    about:
      'S3-compatible store for user files instead of the data folder, for example https://s3.eu-central-1.amazonaws.com.',
  },
  S3_BUCKET: {
    schema: v.pipe(blankless, v.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')),
    about: 'Bucket of the store; it should not be readable by others.',
  },
  S3_REGION: {
    schema: v.pipe(blankless, v.regex(/^[\w-]{1,64}$/, 'must be the name of a region')),
    fallback: 'us-east-1',
    about: 'Region of the store.',
  },
  S3_ACCESS_KEY: {
    schema: v.pipe(blankless, v.regex(/^\S+$/, 'must be without spaces')),
    secret: true,
    about:
      'Access key id of the store. It needs permission to list the bucket, and to read, write and delete its objects.',
  },
  S3_SECRET_KEY: {
    schema: v.pipe(blankless, v.regex(/^\S+$/, 'must be without spaces')),
    secret: true,
    about: 'Secret of the access key.',
  },
  WEATHER_URL: {
    schema: address(['http:', 'https:']),
    secret: true,
    about:
      "Weather provider for robots' own screens: a URL that responds like Open-Meteo, for example https://api.open-meteo.com/v1/forecast; with an API key in its query if the provider needs one. Unset, no weather is requested and the screen says so.",
  },
  WEATHER_SITES: {
    schema: places,
    about:
      'Locations of the sites with weather: JSON with latitude and longitude by site id, for example {"harbour":[22.29,114.17]}.',
  },
  RETENTION_DAYS: {
    schema: retentionDays,
    fallback: '{}',
    about:
      'Days after which records are deleted, as JSON by kind, for example {"tracks":14,"questions":30}. Kinds that are not named keep their default.',
  },
  LOG_LEVEL: {
    schema: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    fallback: 'info',
    about: 'Log level: fatal, error, warn, info, debug, trace or silent.',
  },
} as const satisfies Record<string, Setting>;

type Name = keyof typeof SETTINGS;
type Value<N extends Name> = v.InferOutput<(typeof SETTINGS)[N]['schema']>;

export type IceServer = v.InferOutput<typeof iceServer>;

/** Parsed settings of the server. Absent means not used. */
export type Settings = {
  port: number;
  host: string;
  /** Absolute path. */
  dataFolder: string;
  demo: boolean;
  robots: number;
  /** Whether the demo's scheduled tasks are on at the first start. */
  demoTasks: boolean;
  /** Whether the demo's guests order deliveries. */
  demoGuests: boolean;
  demoPhotos: boolean;
  seed: number | undefined;
  databaseUrl: string | undefined;
  databaseDirectUrl: string | undefined;
  mqtt: { url: string; publicUrl: string; username: string | undefined; password: string | undefined } | undefined;
  mqttTcpPort: number | undefined;
  mqttTlsPort: number | undefined;
  mqttAuthSecret: string | undefined;
  /** Without a trailing slash. */
  publicUrl: string | undefined;
  tls: { certFile: string; keyFile: string } | undefined;
  /** Of the key that seals the secrets in the database; undefined: in the data folder. */
  keyFile: string | undefined;
  keyLost: boolean;
  trustProxy: string[];
  iceServers: IceServer[];
  turnSecret: string | undefined;
  agora: { appId: string; appCertificate: string } | undefined;
  smtp: { url: string; from: string } | undefined;
  messageWebhook: { url: string; secret: string } | undefined;
  s3: { endpoint: string; bucket: string; region: string; accessKey: string; secretKey: string } | undefined;
  weather: { url: string; places: ReadonlyMap<string, { latitude: number; longitude: number }> } | undefined;
  /** Of all kinds. */
  retentionDays: RetentionDays;
  logLevel: Value<'LOG_LEVEL'>;
};

const S3_NAMES = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const satisfies readonly Name[];

/** Invalid settings; `faults` has a sentence for each, without the values of secrets. */
export class SettingsError extends Error {
  override name = 'SettingsError';
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(`Invalid settings:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.faults = faults;
  }
}

/**
 * Reads the settings from an environment; a blank value counts as unset.
 * @throws SettingsError with all faults at once
 */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const faults: string[] = [];
  const value = {} as { [N in Name]: Value<N> | undefined }; // filled by the loop below
  const given: Partial<Record<Name, boolean>> = {};
  for (const [name, setting] of Object.entries(SETTINGS) as [Name, Setting][]) {
    const blank = (environment[name] ?? '').trim() === '';
    given[name] = !blank;
    const text = blank ? setting.fallback : environment[name];
    const result = text === undefined ? undefined : v.safeParse(setting.schema, text);
    if (result?.success) Object.assign(value, { [name]: result.output });
    else if (result) faults.push(`${name} ${result.issues[0].message}${setting.secret ? '' : ` (it is "${text}")`}`);
  }
  const pairs = [
    ['TLS_CERT', 'TLS_KEY'],
    ['AGORA_APP_ID', 'AGORA_APP_CERTIFICATE'],
    ['SMTP_URL', 'MAIL_FROM'],
    ['MESSAGE_WEBHOOK_URL', 'MESSAGE_WEBHOOK_SECRET'],
    ['WEATHER_URL', 'WEATHER_SITES'],
  ] as const;
  for (const [one, other] of pairs) {
    if (given[one] !== given[other])
      faults.push(`${one} and ${other} are needed together: ${given[one] ? other : one} is missing`);
  }
  const s3 = {
    endpoint: value.S3_ENDPOINT?.replace(/\/+$/, ''),
    bucket: value.S3_BUCKET,
    region: value.S3_REGION,
    accessKey: value.S3_ACCESS_KEY,
    secretKey: value.S3_SECRET_KEY,
  };
  const [s3Given, s3Missing] = [S3_NAMES.filter((name) => given[name]), S3_NAMES.filter((name) => !given[name])];
  if (s3Given.length > 0 && s3Missing.length > 0)
    faults.push(
      `${S3_NAMES.join(', ')} are needed together: ${s3Missing.join(', ')} ${s3Missing.length > 1 ? 'are' : 'is'} missing`,
    );
  if (given.DATABASE_DIRECT_URL && !given.DATABASE_URL) faults.push('DATABASE_DIRECT_URL requires DATABASE_URL');
  if (!given.MQTT_URL && (given.MQTT_USERNAME || given.MQTT_PASSWORD))
    faults.push('MQTT_USERNAME and MQTT_PASSWORD require MQTT_URL');
  if (!given.MQTT_URL && given.MQTT_PUBLIC_URL) faults.push('MQTT_PUBLIC_URL requires MQTT_URL');
  if (value.MQTT_URL?.startsWith('mqtt') && !given.MQTT_PUBLIC_URL)
    faults.push(
      'MQTT_PUBLIC_URL is missing: browsers can reach a broker only by ws:// or wss://, and MQTT_URL is neither',
    );
  for (const name of ['MQTT_TCP_PORT', 'MQTT_TLS_PORT'] as const)
    if (given.MQTT_URL && given[name])
      faults.push(
        `${name} applies only to the embedded broker; with MQTT_URL the external broker has its own listeners`,
      );
  if (given.MQTT_TLS_PORT && !given.TLS_CERT && isLoopback(value.HOST ?? ''))
    faults.push(
      'MQTT_TLS_PORT needs a certificate: set TLS_CERT and TLS_KEY, or a HOST that is not a loopback address',
    );
  if (value.TURN_SECRET !== undefined && !(value.ICE_SERVERS ?? []).some(wantsCredential))
    faults.push('TURN_SECRET requires a TURN server in ICE_SERVERS without username and credential');
  if (faults.length > 0) throw new SettingsError(faults);

  return {
    port: value.PORT ?? 0,
    host: value.HOST ?? '',
    dataFolder: resolve(value.ROUNDHOUSE_DATA ?? ''),
    demo: value.ROUNDHOUSE_DEMO === 'on',
    robots: value.ROUNDHOUSE_ROBOTS ?? 0,
    demoTasks: value.ROUNDHOUSE_DEMO_TASKS === 'on',
    demoGuests: value.ROUNDHOUSE_DEMO_GUESTS === 'on',
    demoPhotos: value.ROUNDHOUSE_DEMO_PHOTOS === 'on',
    seed: value.ROUNDHOUSE_SEED,
    databaseUrl: value.DATABASE_URL,
    databaseDirectUrl: value.DATABASE_DIRECT_URL,
    mqtt:
      value.MQTT_URL === undefined
        ? undefined
        : {
            url: value.MQTT_URL,
            publicUrl: value.MQTT_PUBLIC_URL ?? value.MQTT_URL,
            username: value.MQTT_USERNAME,
            password: value.MQTT_PASSWORD,
          },
    mqttTcpPort: value.MQTT_TCP_PORT,
    mqttTlsPort: value.MQTT_TLS_PORT,
    mqttAuthSecret: value.MQTT_AUTH_SECRET,
    keyFile: value.ROUNDHOUSE_KEY_FILE === undefined ? undefined : resolve(value.ROUNDHOUSE_KEY_FILE),
    keyLost: value.ROUNDHOUSE_KEY_LOST === 'accept',
    publicUrl: value.PUBLIC_URL?.replace(/\/+$/, ''),
    tls:
      value.TLS_CERT === undefined || value.TLS_KEY === undefined
        ? undefined
        : { certFile: resolve(value.TLS_CERT), keyFile: resolve(value.TLS_KEY) },
    trustProxy: value.TRUST_PROXY ?? [],
    iceServers: value.ICE_SERVERS ?? [],
    turnSecret: value.TURN_SECRET,
    agora:
      value.AGORA_APP_ID === undefined || value.AGORA_APP_CERTIFICATE === undefined
        ? undefined
        : { appId: value.AGORA_APP_ID, appCertificate: value.AGORA_APP_CERTIFICATE },
    smtp:
      value.SMTP_URL === undefined || value.MAIL_FROM === undefined
        ? undefined
        : { url: value.SMTP_URL, from: value.MAIL_FROM },
    messageWebhook:
      value.MESSAGE_WEBHOOK_URL === undefined || value.MESSAGE_WEBHOOK_SECRET === undefined
        ? undefined
        : { url: value.MESSAGE_WEBHOOK_URL, secret: value.MESSAGE_WEBHOOK_SECRET },
    s3: s3.endpoint && s3.bucket && s3.region && s3.accessKey && s3.secretKey ? (s3 as Settings['s3']) : undefined, // each field was checked
    weather:
      value.WEATHER_URL === undefined || value.WEATHER_SITES === undefined
        ? undefined
        : { url: value.WEATHER_URL, places: value.WEATHER_SITES },
    retentionDays: value.RETENTION_DAYS ?? RETENTION_DAYS,
    logLevel: value.LOG_LEVEL ?? 'info',
  };
}

/** A TURN server without fixed credentials: the server issues a separate credential for each user. */
export const wantsCredential = ({ urls, credential }: IceServer): boolean =>
  credential === undefined && [urls].flat().some((url) => /^turns?:/iu.test(url));

/** Whether an address to listen on is reachable from this machine only. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase();
  return (
    bare === 'localhost' ||
    bare.endsWith('.localhost') ||
    bare === '::1' ||
    /^(::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(bare)
  );
}
