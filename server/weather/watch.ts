/**
 * The weather by site, kept in memory: a provider is asked at most every ten minutes for a site, however many screens there are, and
 * once at a time. What it said stays when it does not answer, with the time when it was said, until that is too long ago.
 */
import type { Logger } from 'pino';
import type { Weather, WeatherState } from '../../contract/entities/weather.ts';
import { WEATHER_FRESH_MS, WEATHER_KEPT_MS, WEATHER_RETRY_MS } from '../../contract/rules/limits.ts';
import type { AskWeather, WeatherSettings } from './provider.ts';

export interface SeenWeather {
  state: WeatherState;
  weather: Weather | null;
}
export type WeatherAt = (siteId: string) => Promise<SeenWeather>;

interface Known {
  weather: Weather | null;
  failed: boolean;
  /** Not asked again before. */ askAt: number;
  asking: Promise<void> | null;
}

export function createWeatherWatch({
  places,
  ask,
  now,
  log,
}: Partial<Pick<WeatherSettings, 'places'>> & {
  ask: AskWeather | undefined;
  now: () => number;
  log: Logger;
}): WeatherAt {
  const known = new Map<string, Known>();

  return async (siteId) => {
    if (!ask || !places) return { state: 'off', weather: null };
    const place = places.get(siteId);
    if (!place) return { state: 'noPlace', weather: null };
    const seen: Known = known.get(siteId) ?? { weather: null, failed: false, askAt: 0, asking: null };
    known.set(siteId, seen);
    if (seen.asking === null && now() >= seen.askAt) {
      seen.asking = ask(place)
        .then(
          (weather) => void Object.assign(seen, { weather, failed: false, askAt: now() + WEATHER_FRESH_MS }),
          (error: unknown) => {
            log.warn({ site: siteId, why: reasonOf(error) }, 'the weather provider did not answer');
            Object.assign(seen, { failed: true, askAt: now() + WEATHER_RETRY_MS });
          },
        )
        .finally(() => void (seen.asking = null));
    }
    await seen.asking;
    const weather = seen.weather && now() - seen.weather.readAt < WEATHER_KEPT_MS ? seen.weather : null;
    return { state: seen.failed || !weather ? 'failed' : 'ready', weather };
  };
}

/** Of a failure its kind: its own words may hold the address, and that a password. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.message.startsWith('the weather provider')) return error.message;
  return error.cause instanceof Error
    ? `${error.name}: ${(error.cause as NodeJS.ErrnoException).code ?? error.cause.name}`
    : error.name;
}
