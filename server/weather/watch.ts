/**
 * Weather by site, cached in memory: for a site the provider is queried at most every ten minutes (every minute after a
 * failure), once at a time, for any number of screens. If it does not answer, the last weather is kept until it is too
 * old.
 */
import type { Logger } from 'pino';
import type { Weather, WeatherState } from '../../contract/entities/weather.ts';
import { WEATHER_FRESH_MS, WEATHER_KEPT_MS, WEATHER_RETRY_MS } from '../../contract/rules/limits.ts';
import type { AskWeather, WeatherSettings } from './provider.ts';

export interface SeenWeather {
  state: WeatherState;
  weather: Weather | null;
}
/** @param own coordinates of the site, used where the setting has none for it */
export type WeatherAt = (siteId: string, own?: Place | null) => Promise<SeenWeather>;
type Place = Parameters<AskWeather>[0];

interface Known {
  weather: Weather | null;
  failed: boolean;
  /** Earliest time of the next query. */ askAt: number;
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

  return async (siteId, own = null) => {
    if (!ask || !places) return { state: 'off', weather: null };
    const place = places.get(siteId) ?? own;
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

/** Kind of a failure only: its message can contain the address, which can hold a password. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.message.startsWith('the weather provider')) return error.message;
  return error.cause instanceof Error
    ? `${error.name}: ${(error.cause as NodeJS.ErrnoException).code ?? error.cause.name}`
    : error.name;
}
