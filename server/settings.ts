/** Reads the settings of the server (settingTable.ts) and validates them once, at the start. */
import { resolve } from 'node:path';
import * as v from 'valibot';
import { RETENTION_DAYS, type RetentionDays } from '../contract/rules/retention.ts';
import { SETTINGS } from './settingTable.ts';
import { type iceServer, type Setting } from './settingValues.ts';

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
  databaseConnections: number;
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
    databaseConnections: value.DATABASE_CONNECTIONS ?? 0,
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
