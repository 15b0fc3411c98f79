/** The weather at a robot's site, as its own screen shows it. Temperatures in degrees Celsius. */
import * as v from 'valibot';
import { time } from './values.ts';

export const SKIES = [
  'clear',
  'mostlyClear',
  'partlyCloudy',
  'overcast',
  'fog',
  'drizzle',
  'rain',
  'heavyRain',
  'showers',
  'sleet',
  'snow',
  'thunderstorm',
  'unknown',
] as const;
export type Sky = (typeof SKIES)[number];

const sky = v.picklist(SKIES);
export const weather = v.object({
  /** When the provider was last heard. */
  readAt: time,
  temperature: v.number(),
  feelsLike: v.nullable(v.number()),
  /** Per cent. */
  humidity: v.nullable(v.number()),
  /** km/h. */
  wind: v.nullable(v.number()),
  sky,
  isDay: v.boolean(),
  hours: v.array(
    v.object({
      at: time,
      temperature: v.number(),
      sky,
      isDay: v.boolean(),
      /** Chance of rain or snow, per cent. */
      chance: v.nullable(v.number()),
    }),
  ),
});
export type Weather = v.InferOutput<typeof weather>;

/**
 * `off`: no provider is configured. `noPlace`: it is, but where the site lies is not. `ready`: the provider answered. `failed`: it did
 * not the last time; what it said before may still be there, with its age.
 */
export const WEATHER_STATES = ['off', 'noPlace', 'ready', 'failed'] as const;
export type WeatherState = (typeof WEATHER_STATES)[number];

export const siteWeather = v.object({
  site: v.object({ id: v.string(), name: v.string(), timeZone: v.string() }),
  /** The server's clock. */
  time,
  state: v.picklist(WEATHER_STATES),
  weather: v.nullable(weather),
});
export type SiteWeather = v.InferOutput<typeof siteWeather>;
