/** Current weather and hourly forecast. */
import Droplets from 'lucide-react/icons/droplets';
import ThermometerSun from 'lucide-react/icons/thermometer-sun';
import Umbrella from 'lucide-react/icons/umbrella';
import Wind from 'lucide-react/icons/wind';
import type { Weather } from '../../../../contract/entities/weather.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { useT } from '../../hooks/useT.ts';
import type { Glyph } from '../../icons/glyph.ts';
import { Icon } from '../../kit/Icon.tsx';
import { timeOfDay } from '../../shell/siteTime.ts';
import { SKY_KEYS, skyGlyph } from './skies.ts';

/** Number of hours that stay readable from a distance. */
const HOURS_SHOWN = 8;
const MINUTE_MS = 60_000;
/** Rounded without "-0"; `+ 0` turns -0 into 0. */
const whole = (degrees: number): string => String(Math.round(degrees) + 0).replace('-', '\u2212');

export function NowCard({
  weather: { temperature, feelsLike, humidity, wind, sky, isDay },
}: {
  readonly weather: Weather;
}) {
  const t = useT();
  const facts: (readonly [Glyph, string])[] = [];
  if (feelsLike !== null) facts.push([ThermometerSun, t('weather.feels', { degrees: whole(feelsLike) })]);
  if (humidity !== null) facts.push([Droplets, t('weather.humidity', { percent: Math.round(humidity) })]);
  if (wind !== null) facts.push([Wind, t('weather.wind', { speed: Math.round(wind) })]);
  return (
    <section className="weather-now" aria-label={t('weather.now')}>
      <Icon of={skyGlyph(sky, isDay)} size={96} className="weather-sky" />
      <p className="weather-degrees">{t('weather.degrees', { degrees: whole(temperature) })}</p>
      <div className="weather-words">
        <p>{t(SKY_KEYS[sky])}</p>
        <ul>
          {facts.map(([icon, words]) => (
            <li key={words}>
              <Icon of={icon} size={24} />
              {words}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

export function Forecast({ weather: { hours }, timeZone }: { readonly weather: Weather; readonly timeZone: string }) {
  const t = useT();
  const now = useServerNow(MINUTE_MS);
  const coming = hours.filter(({ at }) => at > now).slice(0, HOURS_SHOWN);
  if (coming.length === 0) return null;
  return (
    <ol className="weather-hours" aria-label={t('weather.hours')}>
      {coming.map(({ at, temperature, sky, isDay, chance }) => (
        <li key={at}>
          <span>{timeOfDay(at, timeZone)}</span>
          <Icon of={skyGlyph(sky, isDay)} size={48} />
          <span className="sr-only">{t(SKY_KEYS[sky])}</span>
          <b>{t('weather.degrees', { degrees: whole(temperature) })}</b>
          <small>
            {chance !== null && chance >= 10 && (
              <>
                <Icon of={Umbrella} size={18} />
                {t('weather.chance', { percent: Math.round(chance) })}
              </>
            )}
          </small>
        </li>
      ))}
    </ol>
  );
}
