/**
 * Weather at the site on a robot's screen (design 13): readable from a few metres by people passing. Outdated data is
 * always marked.
 */
import '../../styles/weather.css';
import { useSelector } from '@xstate/react';
import Clock from 'lucide-react/icons/clock';
import KeyRound from 'lucide-react/icons/key-round';
import MapPinOff from 'lucide-react/icons/map-pin-off';
import Unplug from 'lucide-react/icons/unplug';
import CloudOff from 'lucide-react/icons/cloud-off';
import type { SiteWeather, Weather } from '../../../../contract/entities/weather.ts';
import { type WeatherRef, selectWeather, selectWeatherState } from '../../../machines/weather/weather.selectors.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { useT } from '../../hooks/useT.ts';
import type { Glyph } from '../../icons/glyph.ts';
import { Button } from '../../kit/Button.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { LanguageSwitch } from '../../shell/Switches.tsx';
import { timeOfDay } from '../../shell/siteTime.ts';
import { Forecast, NowCard } from './WeatherCards.tsx';

const MINUTE_MS = 60_000;

export function WeatherPage({ screen }: { readonly screen: WeatherRef }) {
  const t = useT();
  const { seen } = useSelector(screen, selectWeather);
  const state = useSelector(screen, selectWeatherState);
  return (
    <main className="weather">
      <Head seen={seen} />
      {state === 'first' && (
        <p className="weather-said" role="status">
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
      <header className="weather-head">
        <h1>{t('weather.title')}</h1>
      </header>
    );
  const { name, timeZone } = seen.site;
  const day = new Intl.DateTimeFormat(t.language === 'zhCN' ? 'zh-CN' : 'en-GB', {
    timeZone,
    weekday: 'long',
    month: 'long',
    day: 'numeric',
  }).format(now);
  return (
    <header className="weather-head">
      <div>
        <h1>{name}</h1>
        <p>{day}</p>
      </div>
      <time className="weather-clock" role="timer" aria-label={t('weather.clock', { site: name })}>
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
    <div className="weather-said" role="status">
      <Icon of={icon} size={72} />
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </div>
  );
}

const Again = ({ screen }: { readonly screen: WeatherRef }) => {
  const t = useT();
  return (
    <Button size="l" onClick={() => screen.send({ type: 'weather.ask' })}>
      {t('weather.again')}
    </Button>
  );
};

/** Age of the data and connection state. */
function Foot({ screen }: { readonly screen: WeatherRef }) {
  const t = useT();
  const { seen } = useSelector(screen, selectWeather);
  const state = useSelector(screen, selectWeatherState);
  const link = state === 'lost' ? t('weather.link.lost') : seen ? t('weather.link.live') : '';
  return (
    <footer className="weather-foot">
      {seen?.weather && (
        <AgeOf weather={seen.weather} old={state === 'lost' || seen.state === 'failed'} timeZone={seen.site.timeZone} />
      )}
      {link && (
        <span className="weather-link" data-lost={state === 'lost' || undefined} role="status">
          {link}
        </span>
      )}
      <span className="weather-gap" />
      <LanguageSwitch />
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
    <span className="weather-age" data-old={old || undefined}>
      {old && <Icon of={Clock} size={20} />}
      {old ? t('weather.old', { at, minutes }) : t('weather.fresh', { at, minutes })}
    </span>
  );
}
