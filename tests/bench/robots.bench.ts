/** Ingesting 2,000 robot messages per second, and their latency to a watching user. */
import mqtt from 'mqtt';
import { apiOf, startServer } from '../e2e/harness.ts';
import { percentile, say, wait } from './figures.ts';

const ROBOTS = 2_000;
const SECONDS = 15;
const WATCHED = 10;
/** Storing two thousand new robots belongs to startup, not to normal operation. */
const SETTLED_MS = 10_000;
const CONNECT_S = 240;
/** On a slow machine, so many new robots can keep the server too busy to answer: that is not measured here. */
async function answered<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = CONNECT_S; ; tries -= 1)
    try {
      return await ask();
    } catch (error) {
      if (tries === 0) throw error;
      await wait(1_000);
    }
}

const server = await startServer({ ROUNDHOUSE_ROBOTS: String(ROBOTS) });
try {
  const api = await apiOf(server);
  const list = () => answered(() => api.robots.list({}));
  const online = async () => (await list()).robots.filter(({ live }) => live.connection === 'online').length;
  for (let n = 0; n < CONNECT_S && (await online()) < ROBOTS; n += 1) await wait(1_000);

  const { robots } = await list();
  const lags: number[] = [];
  const clients = await Promise.all(
    robots.slice(0, WATCHED).map(async ({ serialNumber }) => {
      const { url, clientId, username, password, topics } = await answered(() =>
        api.robots.mqttConfig({ serialNumber, clientId: 'bench' }),
      );
      const client = mqtt.connect(new URL(url, server.url.replace('http', 'ws')).href, {
        clientId,
        username,
        password,
        reconnectPeriod: 0,
      });
      await new Promise<void>((resolve, reject) => client.once('connect', () => resolve()).once('error', reject));
      await client.subscribeAsync(topics);
      client.on('message', (topic, payload) => {
        if (!/\/(state|visualization)$/u.test(topic)) return;
        const { timestamp } = JSON.parse(payload.toString()) as { timestamp: string };
        lags.push(Date.now() - Date.parse(timestamp));
      });
      return client;
    }),
  );
  const read = async (): Promise<number> => {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    return Number(/^roundhouse_robot_messages_total (\d+)/mu.exec(text)?.[1] ?? Number.NaN);
  };
  await wait(SETTLED_MS);
  lags.length = 0;
  const [before, from] = [await read(), performance.now()];
  await wait(SECONDS * 1_000);
  const rate = ((await read()) - before) / ((performance.now() - from) / 1_000);
  for (const client of clients) client.end(true);
  say({ figure: 'robot messages taken in', value: rate, unit: '/s', bound: 2_000, atLeast: true });
  say({ figure: 'robot message to a watching browser, p99', value: percentile(lags, 0.99), unit: 'ms', bound: 100 });
} finally {
  await server.close();
}
