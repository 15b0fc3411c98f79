/**
 * Queries a weather provider with the Open-Meteo API (WEATHER_URL) and converts the response to the contract's types.
 */
import * as v from 'valibot';
import type { Sky, Weather } from '../../contract/entities/weather.ts';
import { WEATHER_HOURS, WEATHER_PATIENCE_MS } from '../../contract/rules/limits.ts';
import type { Settings } from '../settings.ts';

export type WeatherSettings = NonNullable<Settings['weather']>;
/** Rejects if there is no response or it cannot be parsed. */
export type AskWeather = (place: { latitude: number; longitude: number }) => Promise<Weather>;

/** Characters; far more than a forecast has. */
const ANSWER_MAX = 200_000;
const NOW = [
  'temperature_2m',
  'apparent_temperature',
  'relative_humidity_2m',
  'wind_speed_10m',
  'weather_code',
  'is_day',
];
const HOURLY = ['temperature_2m', 'weather_code', 'is_day', 'precipitation_probability'];

const number = v.pipe(v.number(), v.finite());
const perhaps = v.optional(v.nullable(number), null);
const perHour = v.optional(v.array(v.nullable(number)), []);
const answer = v.object({
  current: v.object({
    temperature_2m: number,
    apparent_temperature: perhaps,
    relative_humidity_2m: perhaps,
    wind_speed_10m: perhaps,
    weather_code: perhaps,
    is_day: perhaps,
  }),
  hourly: v.object({
    time: v.array(number),
    temperature_2m: v.array(v.nullable(number)),
    weather_code: perHour,
    is_day: perHour,
    precipitation_probability: perHour,
  }),
});

export function createWeatherProvider({ url, now }: Pick<WeatherSettings, 'url'> & { now: () => number }): AskWeather {
  return async ({ latitude, longitude }) => {
    const address = new URL(url);
    const wanted = {
      latitude: String(latitude),
      longitude: String(longitude),
      current: NOW.join(),
      hourly: HOURLY.join(),
      forecast_hours: String(WEATHER_HOURS + 1),
      timeformat: 'unixtime',
      timezone: 'GMT',
    };
    for (const [name, value] of Object.entries(wanted)) address.searchParams.set(name, value);
    // Redirects are refused: they could send a password in the address to another host.
    const response = await fetch(address, {
      signal: AbortSignal.timeout(WEATHER_PATIENCE_MS),
      redirect: 'error',
      headers: { accept: 'application/json' },
    });
    if (!response.ok) throw new Error(`the weather provider answered ${response.status}`);
    const text = await response.text();
    if (text.length > ANSWER_MAX) throw new Error('the weather provider answered too much');
    return weatherFrom(v.parse(answer, JSON.parse(text)), now());
  };
}

function weatherFrom({ current, hourly }: v.InferOutput<typeof answer>, readAt: number): Weather {
  return {
    readAt,
    temperature: current.temperature_2m,
    feelsLike: current.apparent_temperature,
    humidity: current.relative_humidity_2m,
    wind: current.wind_speed_10m,
    sky: skyOf(current.weather_code),
    isDay: current.is_day !== 0,
    hours: hourly.time.slice(0, WEATHER_HOURS + 1).flatMap((second, i) => {
      const temperature = hourly.temperature_2m[i] ?? null;
      if (temperature === null) return [];
      return [
        {
          at: second * 1000,
          temperature,
          sky: skyOf(hourly.weather_code[i]),
          isDay: hourly.is_day[i] !== 0,
          chance: hourly.precipitation_probability[i] ?? null,
        },
      ];
    }),
  };
}

/** WMO code table 4677, as far as forecasts use it. */
const SKY_OF_CODE: Readonly<Record<number, Sky>> = {
  0: 'clear',
  1: 'mostlyClear',
  2: 'partlyCloudy',
  3: 'overcast',
  45: 'fog',
  48: 'fog',
  51: 'drizzle',
  53: 'drizzle',
  55: 'drizzle',
  56: 'sleet',
  57: 'sleet',
  61: 'rain',
  63: 'rain',
  65: 'heavyRain',
  66: 'sleet',
  67: 'sleet',
  71: 'snow',
  73: 'snow',
  75: 'snow',
  77: 'snow',
  80: 'showers',
  81: 'showers',
  82: 'heavyRain',
  85: 'snow',
  86: 'snow',
  95: 'thunderstorm',
  96: 'thunderstorm',
  99: 'thunderstorm',
};
const skyOf = (code: number | null | undefined): Sky =>
  code === null || code === undefined ? 'unknown' : (SKY_OF_CODE[code] ?? 'unknown');
