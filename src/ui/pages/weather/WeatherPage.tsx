/**
 * Weather at the site on a robot's screen (design 13): readable from a few metres by people passing. Outdated data is
 * always marked.
 */
import { useSelector } from '@xstate/react';
import Clock from 'lucide-react/icons/clock';
import KeyRound from 'lucide-react/icons/key-round';
import MapPinOff from 'lucide-react/icons/map-pin-off';
import Unplug from 'lucide-react/icons/unplug';
import CloudOff from 'lucide-react/icons/cloud-off';
import type { SiteWeather, Weather } from '../../../../contract/entities/weather.ts';
import { zonedDate } from '../../../../contract/rules/zonedTime.ts';
import { type WeatherRef, selectWeather, selectWeatherState } from '../../../machines/weather/weather.selectors.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { useT } from '../../hooks/useT.ts';
import type { Glyph } from '../../icons/glyph.ts';
import { Button } from '../../kit/Button.tsx';
import { classes } from '../../kit/classes.ts';
import { Icon } from '../../kit/Icon.tsx';
import { LanguageSwitch } from '../../shell/Switches.tsx';
import { dateText, timeOfDay } from '../../shell/siteTime.ts';
import { Forecast, NowCard } from './WeatherCards.tsx';

const MINUTE_MS = 60_000;

/** Sizes follow the screen, portrait or landscape, so that text is readable from several metres. */
const SCREEN =
  'flex min-h-dvh flex-col gap-[calc(2*var(--unit))] bg-paper px-[calc(4*var(--unit))] pt-[calc(3*var(--unit))] pb-[calc(2*var(--unit))] text-text [--unit:min(1vw,1.6vh)] portrait:[--unit:min(1.6vw,1.1vh)]';
const HEAD = 'flex items-start justify-between gap-6 text-heading';
const TITLE = 'text-[length:max(22px,calc(3.2*var(--unit)))]/[1.25] font-[600]';
const DAY = 'text-[length:max(16px,calc(2*var(--unit)))]/[1.4] text-text-2';
const CLOCK = 'text-[length:max(32px,calc(5.6*var(--unit)))]/[1] font-[600] tracking-[-0.02em] tabular-nums';
const SAID =
  'flex flex-1 flex-col items-center justify-center gap-[calc(1.6*var(--unit))] text-center text-[length:max(16px,calc(2*var(--unit)))]/[1.5] text-text-2';
const FOOT =
  'flex flex-wrap items-center gap-x-6 gap-y-2 text-[length:max(14px,calc(1.5*var(--unit)))]/[1.4] text-text-2';
const STALE = 'rounded bg-attn-soft bg-hatch px-2.5 py-1 text-attn-text';

export function WeatherPage({ screen }: { readonly screen: WeatherRef }) {
  const t = useT();
  const { seen } = useSelector(screen, selectWeather);
  const state = useSelector(screen, selectWeatherState);
  return (
    <main className={SCREEN}>
      <Head seen={seen} />
      {state === 'first' && (
        <p className={SAID} role="status">
          {t('weather.first')}
        </p>
      )}
      {state === 'refused' && (
        <Said icon={KeyRound} title={t('weather.refused')} text={t('weather.refusedText')}>
          <Again screen={screen} />
        </Said>
      )}
      {state === 'lost' && !seen && (
        <Said icon={Unplug} title={t('weather.lost')} text={t('weather.lostText')}>
          <Again screen={screen} />
        </Said>
      )}
      {seen && <SiteWeatherView seen={seen} />}
      <Foot screen={screen} />
    </main>
  );
}

function Head({ seen }: { readonly seen: SiteWeather | null }) {
  const t = useT();
  const now = useServerNow();
  if (!seen)
    return (
      <header className={HEAD}>
        <h1 className={TITLE}>{t('routes.weather')}</h1>
      </header>
    );
  const { name, timeZone } = seen.site;
  const day = dateText(zonedDate(timeZone, now), t.language, { weekday: 'long', month: 'long', day: 'numeric' });
  return (
    <header className={HEAD}>
      <div>
        <h1 className={TITLE}>{name}</h1>
        <p className={DAY}>{day}</p>
      </div>
      <time className={CLOCK} role="timer" aria-label={t('shell.clock', { site: name })}>
        {timeOfDay(now, timeZone)}
      </time>
    </header>
  );
}

function SiteWeatherView({ seen: { state, weather, site } }: { readonly seen: SiteWeather }) {
  const t = useT();
  if (state === 'off') return <Said icon={CloudOff} title={t('weather.off')} text={t('weather.offText')} />;
  if (state === 'noPlace')
    return <Said icon={MapPinOff} title={t('weather.noPlace')} text={t('weather.noPlaceText', { site: site.id })} />;
  if (!weather) return <Said icon={CloudOff} title={t('weather.none')} text={t('weather.noneText')} />;
  return (
    <>
      <NowCard weather={weather} />
      <Forecast weather={weather} timeZone={site.timeZone} />
    </>
  );
}

function Said({
  icon,
  title,
  text,
  children,
}: {
  readonly icon: Glyph;
  readonly title: string;
  readonly text: string;
  readonly children?: React.ReactNode;
}) {
  return (
    <div className={SAID} role="status">
      <Icon of={icon} size={72} />
      <h2 className="text-[length:max(22px,calc(3.2*var(--unit)))]/[1.3] font-[600]">{title}</h2>
      <p className="max-w-[36em] text-balance wrap-anywhere">{text}</p>
      {children}
    </div>
  );
}

const Again = ({ screen }: { readonly screen: WeatherRef }) => {
  const t = useT();
  return (
    <Button size="l" onClick={() => screen.send({ type: 'weather.ask' })}>
      {t('shell.lost.now')}
    </Button>
  );
};

/** Age of the data and connection state. */
function Foot({ screen }: { readonly screen: WeatherRef }) {
  const t = useT();
  const { seen } = useSelector(screen, selectWeather);
  const state = useSelector(screen, selectWeatherState);
  const link = state === 'lost' ? t('signIn.unreachable') : seen ? t('weather.link.live') : '';
  return (
    <footer className={FOOT}>
      {seen?.weather && (
        <AgeOf weather={seen.weather} old={state === 'lost' || seen.state === 'failed'} timeZone={seen.site.timeZone} />
      )}
      {link && (
        <span className={state === 'lost' ? STALE : undefined} role="status">
          {link}
        </span>
      )}
      <span className="ml-auto [&_.icon-btn]:size-11 [&_.icon-btn]:text-16">
        <LanguageSwitch />
      </span>
    </footer>
  );
}

function AgeOf({
  weather: { readAt },
  old,
  timeZone,
}: {
  readonly weather: Weather;
  readonly old: boolean;
  readonly timeZone: string;
}) {
  const t = useT();
  const minutes = Math.max(0, Math.floor((useServerNow(MINUTE_MS / 6) - readAt) / MINUTE_MS));
  const at = timeOfDay(readAt, timeZone);
  return (
    <span className={classes('inline-flex items-center gap-2', old && STALE)}>
      {old && <Icon of={Clock} size={20} />}
      {old ? t('weather.old', { at, minutes }) : t('weather.fresh', { at, minutes })}
    </span>
  );
}
