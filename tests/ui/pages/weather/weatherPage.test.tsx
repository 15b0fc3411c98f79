import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import type { SiteWeather } from '../../../../contract/entities/weather.ts';
import { ApiError } from '../../../../contract/wire/errors.ts';
import { weatherMachine } from '../../../../src/machines/weather/weather.machine.ts';
import { WeatherPage } from '../../../../src/ui/pages/weather/WeatherPage.tsx';
import { renderPage } from '../../renderPage.tsx';

const HOUR_MS = 3_600_000;
const site = { id: 'harbour', name: 'Harbour Hotel', timeZone: 'Asia/Shanghai' };
/** @param ageMs age of the provider's data, ms */
function seen(more: Partial<SiteWeather> = {}, ageMs = 120_000): SiteWeather {
  const now = Date.now();
  const hours = Array.from({ length: 12 }, (_, i) => ({
    at: now + (i - 1) * HOUR_MS + 60_000,
    temperature: -i / 4,
    sky: 'snow' as const,
    isDay: true,
    chance: i * 5,
  }));
  return {
    site,
    time: now,
    state: 'ready',
    weather: {
      readAt: now - ageMs,
      temperature: -0.4,
      feelsLike: -6.2,
      humidity: 80,
      wind: 12,
      sky: 'partlyCloudy',
      isDay: false,
      hours,
    },
    ...more,
  };
}
async function show(answer: SiteWeather | Error) {
  const readWeather = fromPromise<SiteWeather>(async () => {
    if (answer instanceof Error) throw answer;
    return answer;
  });
  await renderPage(WeatherPage, weatherMachine.provide({ actors: { readWeather } }));
}

describe('the weather on a screen', () => {
  it('is told in figures and words, with the hours to come and its age', async () => {
    await show(seen());
    expect(await screen.findByRole('heading', { name: 'Harbour Hotel' })).toBeTruthy();
    const now = within(screen.getByRole('region', { name: 'Current weather' }));
    expect(now.getByText('0°')).toBeTruthy();
    expect(now.getByText('Feels like \u22126°')).toBeTruthy();
    expect(now.getByText('Partly cloudy')).toBeTruthy();
    expect(within(screen.getByRole('list', { name: 'Next hours' })).getAllByRole('listitem')).toHaveLength(8);
    expect(screen.getByText(/^Updated \d\d:\d\d, 2 min ago$/u)).toBeTruthy();
    expect(screen.getByText('Connected')).toBeTruthy();
    expect(screen.getByText(/^[A-Z][a-z]+day,? \d{1,2} [A-Z][a-z]+$/u)).toBeTruthy();
  });

  it('is said to be old where the provider did not answer', async () => {
    await show(seen({ state: 'failed' }, 45 * 60_000));
    expect(await screen.findByText(/^Out of date: updated \d\d:\d\d, 45 min ago$/u)).toBeTruthy();
  });

  it.each<[string, SiteWeather | Error, RegExp]>([
    ['no provider is configured', seen({ state: 'off', weather: null }), /WEATHER_URL and WEATHER_SITES/u],
    ['the place is not known', seen({ state: 'noPlace', weather: null }), /longitude of site "harbour"/u],
    ['the provider never answered', seen({ state: 'failed', weather: null }), /Retrying every minute/u],
    ['the cloud does not answer', new ApiError('networkFailed'), /Retrying every 10 seconds/u],
    ['the key opens nothing', new ApiError('keyWrong'), /account administrator for a new key/u],
  ])('is not made up when %s', async (_, answer, words) => {
    await show(answer);
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.queryByText(/°/u)).toBeNull();
  });
});
