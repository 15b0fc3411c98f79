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

const NOW =
  'flex flex-1 flex-wrap place-content-center items-center gap-x-[calc(4*var(--unit))] gap-y-[calc(2*var(--unit))]';
const SKY = 'size-[max(96px,calc(18*var(--unit)))] stroke-[1.25] text-mark';
const DEGREES =
  'text-[length:max(80px,calc(16*var(--unit)))]/[1] font-[600] tracking-[-0.03em] text-heading tabular-nums';
const SKY_NAME = 'text-[length:max(24px,calc(3.6*var(--unit)))]/[1.25] font-[600] text-heading';
const FACT = 'flex items-center gap-3 text-[length:max(16px,calc(2*var(--unit)))]/[1.4] text-text-2';
const HOURS =
  'grid grid-cols-8 gap-1 rounded-lg border border-line-2 bg-surface px-2 py-[calc(1.6*var(--unit))] tabular-nums portrait:grid-cols-4 portrait:gap-y-[calc(3*var(--unit))]';
const HOUR =
  'grid justify-items-center gap-[calc(0.6*var(--unit))] text-[length:max(14px,calc(1.7*var(--unit)))]/[1.3] text-text-2';
const CHANCE = 'flex min-h-[1.4em] items-center gap-1 text-[length:max(13px,calc(1.4*var(--unit)))]/[1.4]';

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
    <section className={NOW} aria-label={t('weather.now')}>
      <Icon of={skyGlyph(sky, isDay)} size={96} className={SKY} />
      <p className={DEGREES}>{t('weather.degrees', { degrees: whole(temperature) })}</p>
      <div>
        <p className={SKY_NAME}>{t(SKY_KEYS[sky])}</p>
        <ul className="mt-[calc(1.2*var(--unit))] grid gap-[calc(0.8*var(--unit))]">
          {facts.map(([icon, text]) => (
            <li key={text} className={FACT}>
              <Icon of={icon} size={24} />
              {text}
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
    <ol className={HOURS} aria-label={t('weather.hours')}>
      {coming.map(({ at, temperature, sky, isDay, chance }) => (
        <li key={at} className={HOUR}>
          <span>{timeOfDay(at, timeZone)}</span>
          <Icon of={skyGlyph(sky, isDay)} size={48} className="size-[max(28px,calc(4*var(--unit)))] text-mark" />
          <span className="sr-only">{t(SKY_KEYS[sky])}</span>
          <b className="text-[length:max(18px,calc(2.4*var(--unit)))]/[1.2] font-[600] text-heading">
            {t('weather.degrees', { degrees: whole(temperature) })}
          </b>
          <small className={CHANCE}>
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
