/** The time where the robots are (look: Words): site, date and time in its zone, and which zone that is. */
import { useEffect, useState } from 'react';
import { useT } from '../hooks/useT.ts';
import { useLanguage } from '../hooks/useLanguage.ts';
import { timeOfDay, timeStamp, zoneName } from './siteTime.ts';

export interface SiteClockProps {
  readonly siteName: string;
  /** IANA. */
  readonly timeZone: string;
  /** The server's clock, ms. */
  readonly now: () => number;
  /** On a phone: the time of day and the zone, no more. */
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
      <span className="phone-clock" role="timer" aria-label={t('shell.clock', { site: siteName })}>
        {timeOfDay(at, timeZone)} {zone}
      </span>
    );
  return (
    <span className="clock" role="timer" aria-label={t('shell.clock', { site: siteName })}>
      {siteName} <b>{timeStamp(at, timeZone)}</b> {zone}
    </span>
  );
}

/** The whole second of a clock; wakes just after each turns. */
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
