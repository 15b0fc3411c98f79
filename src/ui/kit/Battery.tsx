/** Charge in per cent: green, amber below 30, red below 15, violet while charging, grey for a last known value. */
import { isBatteryCritical, isBatteryLow, shownPercent } from '../../../contract/rules/batteryLevel.ts';
import { classes } from './classes.ts';

/** Inner width of the battery outline in SVG units. */
const CASE = 18;
const LEAST = 2;
const PER_CENT = '%';
const DASH = '—';

export interface BatteryProps {
  /** null if never reported. */
  readonly percent: number | null;
  readonly charging?: boolean | undefined;
  /** The last known value of a robot that does not respond. */
  readonly unknown?: boolean | undefined;
  /** Accessible name: "Battery 78%, charging". */
  readonly label: string;
}

function look({ percent, charging = false, unknown = false }: Omit<BatteryProps, 'label'>): string | false {
  if (unknown || percent === null) return 'battery-unknown';
  if (charging) return 'battery-charging';
  if (isBatteryCritical(percent)) return 'battery-critical';
  return isBatteryLow(percent) && 'battery-low';
}

export function Battery({ percent, charging = false, unknown = false, label }: BatteryProps) {
  const width = percent === null ? 0 : Math.max(LEAST, (CASE * Math.min(100, percent)) / 100);
  return (
    <span className={classes('battery', look({ percent, charging, unknown }))} role="img" aria-label={label}>
      <svg width="27" height="14" viewBox="0 0 27 14" aria-hidden="true">
        <rect x=".75" y=".75" width="22.5" height="12.5" rx="3.5" className="battery-case" />
        <path d="M25 4.6v4.8c.9-.3 1.5-1.2 1.5-2.4S25.9 4.9 25 4.6z" className="battery-tip" />
        {percent !== null && <rect x="3" y="3" width={width} height="8" rx="1.8" className="battery-level" />}
        {charging && !unknown && <path d="M13.6 1.2 8.8 7.7h3.2l-1 5.1 5.2-6.7h-3.3z" className="battery-bolt" />}
      </svg>
      {percent === null ? (
        <b>{DASH}</b>
      ) : (
        <>
          <b>{shownPercent(percent)}</b>
          <span>{PER_CENT}</span>
        </>
      )}
    </span>
  );
}
