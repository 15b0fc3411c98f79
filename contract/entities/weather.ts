/** The weather at a robot's site, for the robot's own screen. Temperatures in degrees Celsius. */
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
  /** When the provider last responded. */
  readAt: time,
  temperature: v.number(),
  feelsLike: v.nullable(v.number()),
  /** Percent. */
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
      /** Probability of rain or snow, percent. */
      chance: v.nullable(v.number()),
    }),
  ),
});
export type Weather = v.InferOutput<typeof weather>;

/**
 * `off`: no provider is configured. `noPlace`: the site has no location. `ready`: the provider responded. `failed`: the
 * last request failed; an older response may still be included, with its age.
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
