/**
 * The weather on a robot's screen: for the site of its key, from the configured provider, cached, and with its true
 * age.
 */
import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { SiteWeather } from '../../../contract/entities/weather.ts';
import { WEATHER_FRESH_MS, WEATHER_KEPT_MS, WEATHER_RETRY_MS } from '../../../contract/rules/limits.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { hashOf } from '../../../server/broker/credentials.ts';
import { sites, wallKeys } from '../../../server/db/schema.ts';
import { startWeatherProvider } from '../../fakes/weatherProvider.ts';
import { A, B, startTestServer, type TestServer } from '../../fakes/testServer.ts';

const { get } = catalogue.weather;

async function keyFor(
  test: TestServer,
  serialNumber: string | null,
  more: Partial<typeof wallKeys.$inferInsert> = {},
): Promise<string> {
  const key = randomBytes(24).toString('hex');
  await test.db.insert(wallKeys).values({
    id: key.slice(0, 8),
    name: 'Screen',
    kind: 'screen',
    serialNumber,
    keyHash: hashOf(key),
    createdBy: 'accountAdmin',
    createdAt: new Date(),
    ...more,
  });
  return key;
}

describe('without a provider', () => {
  let test: TestServer;
  beforeAll(async () => void (test = await startTestServer()));
  afterAll(() => test.close());

  it('says so, with the site and the time there', async () => {
    const key = await keyFor(test, A.serialNumber);
    expect((await test.call(get.path, { key }, { language: 'zh-cn' })).data).toEqual({
      site: { id: A.siteId, name: '一号', timeZone: 'Asia/Shanghai' },
      time: expect.any(Number) as number,
      state: 'off',
      weather: null,
    });
  });

  it.each<[string, (test: TestServer) => Promise<string>]>([
    ['was never given out', () => Promise.resolve('0'.repeat(48))],
    ['is no key', () => Promise.resolve("' or 1=1 --")],
    ['is of a board', (at) => keyFor(at, null, { kind: 'board' })],
    ['was revoked', (at) => keyFor(at, A.serialNumber, { revokedAt: new Date() })],
    ['is of a robot that is gone', (at) => keyFor(at, 'GONE-1')],
  ])('a key that %s opens nothing', async (_, make) => {
    expect(await test.call(get.path, { key: await make(test) })).toMatchObject({ code: ERRORS.keyWrong });
  });

  it('and none is asked for', async () => {
    expect(await test.call(get.path, { key: '' })).toMatchObject({
      code: ERRORS.parameterEmpty,
      data: { field: 'key' },
    });
  });
});

describe('with a provider', () => {
  let test: TestServer;
  let provider: Awaited<ReturnType<typeof startWeatherProvider>>;
  let key: string;
  beforeEach(async () => {
    provider = await startWeatherProvider();
    test = await startTestServer({
      environment: { WEATHER_URL: provider.url, WEATHER_SITES: JSON.stringify({ [A.siteId]: [31.23, 121.47] }) },
    });
    key = await keyFor(test, A.serialNumber);
  });
  afterEach(async () => {
    await test.close();
    await provider.close();
  });
  const see = async (of = key): Promise<SiteWeather> => (await test.call(get.path, { key: of })).data as SiteWeather;

  it('tells what it says now and of the hours to come, and asks it for the place alone', async () => {
    const { state, weather } = await see();
    expect(state).toBe('ready');
    expect(weather).toMatchObject({
      temperature: 21.4,
      feelsLike: 20,
      humidity: 63,
      wind: 11.2,
      sky: 'partlyCloudy',
      isDay: true,
    });
    expect(weather?.hours).toHaveLength(12);
    expect(weather?.hours.at(-1)).toMatchObject({ temperature: 15, sky: 'rain', isDay: false, chance: 60 });
    const [asked] = provider.asked;
    expect(Object.fromEntries(asked?.searchParams ?? [])).toMatchObject({
      apikey: 'secret-of-mine',
      latitude: '31.23',
      longitude: '121.47',
      timeformat: 'unixtime',
    });
  });

  it('asks it once for many screens, and again when ten minutes are over', async () => {
    await Promise.all(Array.from({ length: 5 }, () => see()));
    expect(provider.asked).toHaveLength(1);
    test.later(WEATHER_FRESH_MS - 60_000);
    await see();
    expect(provider.asked).toHaveLength(1);
    test.later(60_000);
    provider.says.temperature = 25;
    expect((await see()).weather?.temperature).toBe(25);
    expect(provider.asked).toHaveLength(2);
  });

  it.each([
    ['answers 500', { status: 500 }],
    ['sends it elsewhere', { status: 302 }],
    ['says nothing that can be read', { body: 'sunny' }],
    ['leaves out the temperature', { body: '{"current":{},"hourly":{}}' }],
  ])('keeps the last when the provider %s, and says that it is old; gives it up in time', async (_, trouble) => {
    const first = await see();
    Object.assign(provider.says, trouble);
    test.later(WEATHER_FRESH_MS);
    expect(await see()).toMatchObject({
      state: 'failed',
      weather: { readAt: first.weather?.readAt, temperature: 21.4 },
    });
    expect(provider.asked).toHaveLength(2);
    // The provider is not called again for a minute.
    await see();
    expect(provider.asked).toHaveLength(2);
    test.later(WEATHER_RETRY_MS);
    Object.assign(provider.says, { status: 200, body: '' });
    expect((await see()).state).toBe('ready');
    Object.assign(provider.says, trouble);
    test.later(WEATHER_KEPT_MS);
    expect(await see()).toMatchObject({ state: 'failed', weather: null });
    expect(test.logged.join('')).not.toContain('secret-of-mine');
  });

  it('uses the coordinates of a site without an entry in the setting, and the setting before them', async () => {
    for (const id of [A.siteId, B.siteId])
      await test.db.update(sites).set({ latitude: 25.2, longitude: 55.27 }).where(eq(sites.id, id));
    expect(await see(await keyFor(test, B.serialNumber))).toMatchObject({ site: { id: B.siteId }, state: 'ready' });
    expect((await see()).state).toBe('ready');
    expect(
      provider.asked.map(({ searchParams }) => [searchParams.get('latitude'), searchParams.get('longitude')]),
    ).toEqual([
      ['25.2', '55.27'],
      ['31.23', '121.47'],
    ]);
  });

  it('says when it is not known where the site lies', async () => {
    expect(await see(await keyFor(test, B.serialNumber))).toMatchObject({
      site: { id: B.siteId, name: 'Two' },
      state: 'noPlace',
      weather: null,
    });
    expect(provider.asked).toHaveLength(0);
  });
});
