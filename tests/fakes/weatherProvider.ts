/** A weather provider on loopback that responds like Open-Meteo; the test sets its data and whether it responds. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const HOUR_S = 3_600;

export async function startWeatherProvider() {
  const asked: URL[] = [];
  const says = { status: 200, temperature: 21.4, code: 2, body: '' };
  const server = createServer((request, response) => {
    asked.push(new URL(request.url ?? '/', 'http://provider'));
    const from = Math.floor(Date.now() / 1000 / HOUR_S) * HOUR_S;
    const hours = Array.from({ length: 13 }, (_, i) => i);
    response
      .writeHead(says.status, {
        'content-type': 'application/json',
        ...(says.status === 302 ? { location: 'http://127.0.0.1:1/' } : {}),
      })
      .end(
        says.body ||
          JSON.stringify({
            current: {
              temperature_2m: says.temperature,
              apparent_temperature: 20,
              relative_humidity_2m: 63,
              wind_speed_10m: 11.2,
              weather_code: says.code,
              is_day: 1,
            },
            hourly: {
              time: hours.map((hour) => from + hour * HOUR_S),
              temperature_2m: hours.map((hour) => (hour === 3 ? null : 21 - hour / 2)),
              weather_code: hours.map((hour) => (hour > 6 ? 61 : 2)),
              is_day: hours.map((hour) => (hour > 8 ? 0 : 1)),
              precipitation_probability: hours.map((hour) => hour * 5),
            },
          }),
      );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/forecast?apikey=secret-of-mine`,
    asked,
    says,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
