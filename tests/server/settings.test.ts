/** Settings: defaults, what is refused, and that all errors are reported at once without disclosing a secret. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { RETENTION_DAYS, RETENTION_KINDS } from '../../contract/rules/retention.ts';
import { ROBOTS } from '../../demo/roster.ts';
import { isLoopback, readSettings, SettingsError } from '../../server/settings.ts';
import { SETTINGS } from '../../server/settingTable.ts';

const faultsOf = (environment: Record<string, string>): readonly string[] => {
  try {
    readSettings(environment);
  } catch (error) {
    if (error instanceof SettingsError) return error.faults;
    throw error;
  }
  return [];
};

describe('settings', () => {
  it('are usable with an empty environment', () => {
    expect(readSettings({})).toEqual({
      port: 8080,
      host: '127.0.0.1',
      dataFolder: resolve('data'),
      demoTasks: true,
      demoGuests: true,
      demoPhotos: true,
      demo: true,
      robots: ROBOTS.length,
      seed: undefined,
      databaseUrl: undefined,
      databaseConnections: 20,
      mqtt: undefined,
      mqttTcpPort: undefined,
      mqttTlsPort: undefined,
      turnSecret: undefined,
      mqttAuthSecret: undefined,
      keyFile: undefined,
      keyLost: false,
      publicUrl: undefined,
      tls: undefined,
      trustProxy: [],
      retentionDays: RETENTION_DAYS,
      iceServers: [],
      agora: undefined,
      smtp: undefined,
      messageWebhook: undefined,
      s3: undefined,
      logLevel: 'info',
    });
  });

  it('take what is given and count a blank one as unset', () => {
    expect(
      readSettings({
        PORT: '0',
        HOST: '0.0.0.0',
        ROUNDHOUSE_DATA: '/srv/rh',
        ROUNDHOUSE_DEMO: 'off',
        ROUNDHOUSE_ROBOTS: '1000',
        ROUNDHOUSE_SEED: '7',
        DATABASE_URL: 'postgres://me:pw@db/house',
        DATABASE_CONNECTIONS: '7',
        MQTT_URL: 'mqtts://broker:8883',
        MQTT_PUBLIC_URL: 'wss://broker/mqtt',
        MQTT_USERNAME: 'house',
        MQTT_PASSWORD: 'pw',
        LOG_LEVEL: ' ',
        PUBLIC_URL: 'https://robots.example.org/',
        TRUST_PROXY: 'loopback, 10.0.0.0/8,::1',
        TLS_CERT: '/c.pem',
        TLS_KEY: '/k.pem',
        ICE_SERVERS: '[{"urls":["stun:a"]},{"urls":"turn:b","username":"u","credential":"c"},{"urls":"turns:d"}]',
        TURN_SECRET: 'shared-with-turn',
        AGORA_APP_ID: 'a'.repeat(32),
        AGORA_APP_CERTIFICATE: 'b'.repeat(32),
        MQTT_AUTH_SECRET: 'abcdefgh_1234567',
        SMTP_URL: 'smtps://me:pw@mail.example.org',
        MAIL_FROM: 'Roundhouse <robots@example.org>',
        MESSAGE_WEBHOOK_URL: 'https://sms.example.org/hook',
        MESSAGE_WEBHOOK_SECRET: 'sixteen-letters-',
        S3_ENDPOINT: 'https://s3.example.org/',
        S3_BUCKET: 'rh-files',
        S3_REGION: 'eu-central-1',
        S3_ACCESS_KEY: 'key',
        S3_SECRET_KEY: 'secret',
        WEATHER_URL: 'https://weather.example.org/v1?apikey=k',
        WEATHER_SITES: '{"harbour":[22.29,114.17]}',
      }),
    ).toEqual({
      port: 0,
      host: '0.0.0.0',
      dataFolder: resolve('/srv/rh'),
      demo: false,
      demoTasks: true,
      demoGuests: true,
      demoPhotos: true,
      robots: 1000,
      seed: 7,
      databaseUrl: 'postgres://me:pw@db/house',
      databaseConnections: 7,
      mqtt: { url: 'mqtts://broker:8883', publicUrl: 'wss://broker/mqtt', username: 'house', password: 'pw' },
      mqttTcpPort: undefined,
      mqttTlsPort: undefined,
      turnSecret: 'shared-with-turn',
      mqttAuthSecret: 'abcdefgh_1234567',
      keyFile: undefined,
      keyLost: false,
      publicUrl: 'https://robots.example.org',
      tls: { certFile: resolve('/c.pem'), keyFile: resolve('/k.pem') },
      trustProxy: ['loopback', '10.0.0.0/8', '::1'],
      iceServers: [{ urls: ['stun:a'] }, { urls: 'turn:b', username: 'u', credential: 'c' }, { urls: 'turns:d' }],
      agora: { appId: 'a'.repeat(32), appCertificate: 'b'.repeat(32) },
      retentionDays: RETENTION_DAYS,
      logLevel: 'info',
      smtp: { url: 'smtps://me:pw@mail.example.org', from: 'Roundhouse <robots@example.org>' },
      messageWebhook: { url: 'https://sms.example.org/hook', secret: 'sixteen-letters-' },
      s3: {
        endpoint: 'https://s3.example.org',
        bucket: 'rh-files',
        region: 'eu-central-1',
        accessKey: 'key',
        secretKey: 'secret',
      },
      weather: {
        url: 'https://weather.example.org/v1?apikey=k',
        places: new Map([['harbour', { latitude: 22.29, longitude: 114.17 }]]),
      },
    });
  });

  it.each([
    ['PORT', '80a'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '1e3'],
    ['ROUNDHOUSE_DEMO', 'yes'],
    ['ROUNDHOUSE_ROBOTS', '1.5'],
    ['ROUNDHOUSE_ROBOTS', '20001'],
    ['ROUNDHOUSE_SEED', 'monday'],
    ['DATABASE_URL', 'mysql://x'],
    ['DATABASE_URL', 'postgres'],
    ['MQTT_URL', 'http://x'],
    ['MQTT_TCP_PORT', 'x'],
    ['MQTT_TLS_PORT', 'x'],
    ['TURN_SECRET', 'short'],
    ['MQTT_AUTH_SECRET', 'short'],
    ['MQTT_AUTH_SECRET', 'with/a/slash/in/it'],
    ['PUBLIC_URL', 'robots.example.org'],
    ['TRUST_PROXY', 'everybody'],
    ['ICE_SERVERS', '[{]'],
    ['ICE_SERVERS', '{"urls":"x"}'],
    ['AGORA_APP_ID', 'x'],
    ['SMTP_URL', 'mail.example.org'],
    ['MAIL_FROM', 'nobody'],
    ['MESSAGE_WEBHOOK_URL', 'ftp://x'],
    ['MESSAGE_WEBHOOK_SECRET', 'short'],
    ['S3_ENDPOINT', 's3.example.org'],
    ['S3_BUCKET', 'My Bucket'],
    ['S3_REGION', 'north of here'],
    ['S3_ACCESS_KEY', 'a b'],
    ['S3_SECRET_KEY', 'a b'],
    ['WEATHER_URL', 'ftp://x'],
    ['WEATHER_SITES', '[1]'],
    ['WEATHER_SITES', '{"a":[91,0]}'],
    ['RETENTION_DAYS', '30'],
    ['RETENTION_DAYS', '{"tracks":0}'],
    ['RETENTION_DAYS', '{"tracks":1.5}'],
    ['RETENTION_DAYS', '{"tracks":3651}'],
    ['RETENTION_DAYS', '{"faces":30}'],
    ['RETENTION_DAYS', '{"audit":89}'],
    ['RETENTION_DAYS', '{"commands":29}'],
    ['LOG_LEVEL', 'loud'],
  ])('refuse %s=%s with a sentence that begins with the name', (name, value) => {
    expect(faultsOf({ [name]: value })[0]).toMatch(new RegExp(`^${name} must be `));
  });

  it('say everything that is wrong at once', () => {
    expect(
      faultsOf({
        PORT: 'x',
        LOG_LEVEL: 'loud',
        TLS_CERT: '/c.pem',
        MQTT_PASSWORD: 'pw',
        AGORA_APP_CERTIFICATE: 'b'.repeat(32),
      }),
    ).toEqual([
      'PORT must be a port number from 0 to 65535 (it is "x")',
      'LOG_LEVEL must be one of: fatal, error, warn, info, debug, trace, silent (it is "loud")',
      'TLS_CERT and TLS_KEY are needed together: TLS_KEY is missing',
      'AGORA_APP_ID and AGORA_APP_CERTIFICATE are needed together: AGORA_APP_ID is missing',
      'MQTT_USERNAME and MQTT_PASSWORD require MQTT_URL',
    ]);
  });

  it('never repeat a secret', () => {
    const secrets = {
      DATABASE_URL: 'hunter2',
      MQTT_AUTH_SECRET: 'hunter2',
      ICE_SERVERS: 'hunter2',
      AGORA_APP_CERTIFICATE: 'hunter2',
    };
    expect(faultsOf(secrets)).toHaveLength(5);
    expect(faultsOf(secrets).join()).not.toContain('hunter2');
  });

  it('refuse a listener of the embedded broker beside an outside one', () => {
    expect(faultsOf({ MQTT_URL: 'ws://broker', MQTT_TCP_PORT: '1883' })).toHaveLength(1);
  });

  it('refuse an outside broker that no browser can reach', () => {
    expect(faultsOf({ MQTT_URL: 'mqtt://broker' })).toEqual([
      'MQTT_PUBLIC_URL is missing: browsers can reach a broker only by ws:// or wss://, and MQTT_URL is neither',
    ]);
    expect(faultsOf({ MQTT_PUBLIC_URL: 'wss://broker/mqtt' })).toEqual(['MQTT_PUBLIC_URL requires MQTT_URL']);
    expect(readSettings({ MQTT_URL: 'ws://broker/mqtt' }).mqtt?.publicUrl).toBe('ws://broker/mqtt');
  });

  it('want a certificate for a TLS port, and none with an outside broker', () => {
    expect(faultsOf({ MQTT_TLS_PORT: '8883' })).toEqual([
      'MQTT_TLS_PORT needs a certificate: set TLS_CERT and TLS_KEY, or a HOST that is not a loopback address',
    ]);
    expect(readSettings({ MQTT_TLS_PORT: '8883', HOST: '0.0.0.0' }).mqttTlsPort).toBe(8883);
    expect(readSettings({ MQTT_TLS_PORT: '8883', TLS_CERT: '/c.pem', TLS_KEY: '/k.pem' }).mqttTlsPort).toBe(8883);
    expect(faultsOf({ MQTT_TLS_PORT: '8883', HOST: '0.0.0.0', MQTT_URL: 'ws://broker/mqtt' })).toEqual([
      'MQTT_TLS_PORT applies only to the embedded broker; with MQTT_URL the external broker has its own listeners',
    ]);
  });

  it('want a TURN server that a shared secret is for', () => {
    const fault = 'TURN_SECRET requires a TURN server in ICE_SERVERS without username and credential';
    expect(faultsOf({ TURN_SECRET: 'shared-with-turn' })).toEqual([fault]);
    expect(
      faultsOf({
        TURN_SECRET: 'shared-with-turn',
        ICE_SERVERS: '[{"urls":"stun:a"},{"urls":"turn:b","username":"u","credential":"c"}]',
      }),
    ).toEqual([fault]);
  });

  it('want all of a file store or nothing, and never tell its secret', () => {
    expect(faultsOf({ S3_ENDPOINT: 'https://s3.example.org', S3_SECRET_KEY: 'whisper' })).toEqual([
      'S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY are needed together: S3_BUCKET, S3_ACCESS_KEY are missing',
    ]);
    expect(faultsOf({ S3_ACCESS_KEY: 'whisper ed', S3_SECRET_KEY: 'whisper ed' }).join()).not.toContain('whisper');
  });

  it('keep the default period of every kind of record that is not named, as the docs say', () => {
    expect(readSettings({ RETENTION_DAYS: '{"tracks":14}' }).retentionDays).toEqual({ ...RETENTION_DAYS, tracks: 14 });
    const page = readFileSync(fileURLToPath(new URL('../../docs/settings.md', import.meta.url)), 'utf8');
    for (const kind of RETENTION_KINDS) expect(page).toContain(`| \`${kind}\` | ${RETENTION_DAYS[kind]} |`);
  });

  it('are each explained, in the docs too', () => {
    const page = readFileSync(fileURLToPath(new URL('../../docs/settings.md', import.meta.url)), 'utf8');
    for (const [name, setting] of Object.entries(SETTINGS)) {
      expect(setting.about).toMatch(/^[A-Z].*\.$/);
      expect(page).toContain(
        `| \`${name}\` | ${'fallback' in setting ? `\`${setting.fallback}\`` : ''} | ${setting.about} |`,
      );
    }
  });
});

describe('isLoopback', () => {
  it.each(['127.0.0.1', '127.8.0.1', '::1', '[::1]', 'localhost', 'LOCALHOST', 'house.localhost', '::ffff:127.0.0.1'])(
    '%s is',
    (host) => expect(isLoopback(host)).toBe(true),
  );
  it.each(['0.0.0.0', '::', '10.0.0.1', '127.0.0.1.example.org', 'robots.local', 'localhost.example.org', ''])(
    '%s is not',
    (host) => expect(isLoopback(host)).toBe(false),
  );
});
