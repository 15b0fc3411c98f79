/** Weather on the screen of a robot. */
import { definePage } from '../definePage.ts';

export const page = definePage({
  frame: 'bare',
  locales: ['weather', 'errors', 'shell', 'routes'],
  machine: async () => (await import('../wiring/weather.ts')).wireWeather,
  component: async () => (await import('../../ui/pages/weather/WeatherPage.tsx')).WeatherPage,
});

declare module '../../ui/hooks/localeTexts.ts' {
  interface LocaleTexts {
    weather: typeof import('../../../locales/zhCN/weather.json');
  }
}
