/** Redaction rules of `weather` (machines/recording/redaction.ts). The screen's access key is not in the machine. */
import type { PageInput } from '../app/events.ts';
import { PAGE_EVENTS } from '../recording/entityRedaction.ts';
import { defineRedaction } from '../recording/redaction.ts';
import type { WeatherContext, WeatherEvent } from './weather.machine.ts';

const HOUR = { at: true, temperature: true, sky: true, isDay: true, chance: true } as const;
const WEATHER = {
  readAt: true,
  temperature: true,
  feelsLike: true,
  humidity: true,
  wind: true,
  sky: true,
  isDay: true,
  hours: { '*': HOUR },
} as const;
const SEEN = { site: { id: true, name: true, timeZone: true }, time: true, state: true, weather: WEATHER } as const;

export const weatherRedaction = defineRedaction<WeatherContext, WeatherEvent, PageInput>()({
  context: { seen: SEEN, failure: 'failure' },
  input: { page: true, language: true },
  events: PAGE_EVENTS,
  outputs: { readWeather: SEEN },
});
