/**
 * The settings of the server: name in the environment, description and default. The documentation takes its list from this
 * table.
 */
import * as v from 'valibot';
import {
  address,
  addresses,
  blankless,
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
    about:
      'Whether the demo has photos of the past days and pictures of its latest past alarms, drawn in the background at the first start.',
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
  DATABASE_CONNECTIONS: {
    schema: wholeNumber(4, 200, 'must be a whole number from 4 to 200'),
    fallback: '20',
    about:
      'Most connections of a server for API calls. It opens up to 20 more for Stop, background jobs, notifications and locks; all servers together must fit into max_connections of PostgreSQL.',
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
