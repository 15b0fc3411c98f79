/** The local time of the site (design, "Words"): site name, date and time, and time zone. */
import { useEffect, useState } from 'react';
import { useT } from '../hooks/useT.ts';
import { useLanguage } from '../hooks/useLanguage.ts';
import { timeOfDay, timeStamp, zoneName } from './siteTime.ts';

export interface SiteClockProps {
  readonly siteName: string;
  /** IANA time zone. */
  readonly timeZone: string;
  /** The server's clock, ms. */
  readonly now: () => number;
  /** On a phone: time of day and zone only. */
  readonly short?: boolean;
}

const SECOND_MS = 1000;

export function SiteClock({ siteName, timeZone, now, short = false }: SiteClockProps) {
  const t = useT();
  const language = useLanguage();
  const at = useSecond(now);
  const zone = zoneName(timeZone, language, at);
  if (short)
    return (
      <span className="truncate" role="timer" aria-label={t('shell.clock', { site: siteName })}>
        {timeOfDay(at, timeZone)} {zone}
      </span>
    );
  return (
    <span
      className="ml-auto max-w-1/2 flex-none self-center truncate pl-3 text-12 text-text-2"
      role="timer"
      aria-label={t('shell.clock', { site: siteName })}
    >
      {siteName} <b className="mx-1 text-text">{timeStamp(at, timeZone)}</b> {zone}
    </span>
  );
}

/** A clock's whole second; wakes just after each second begins. */
function useSecond(now: () => number): number {
  const [second, setSecond] = useState(() => Math.floor(now() / SECOND_MS));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = (): void => {
      const at = now();
      setSecond(Math.floor(at / SECOND_MS));
      timer = setTimeout(tick, SECOND_MS - (at % SECOND_MS) + 5);
    };
    tick();
    return () => clearTimeout(timer);
  }, [now]);
  return second * SECOND_MS;
}
