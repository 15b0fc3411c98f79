/**
 * The charge of a robot over days: solid for what was measured, dashed for what is expected, violet while charging, amber
 * below the reserve, hatched where it is unknown. Days share the width equally with the columns of a timetable.
 */
import { classes } from '../classes.ts';

export interface ChargeAt {
  /** ms */
  readonly at: number;
  /** null: unknown up to the next value. */
  readonly percent: number | null;
  /** Of the line up to this value. */
  readonly charging: boolean;
}

export interface BatteryLineProps {
  /** "Battery of East patrol: 73 %, lowest 9 %, Sun 23:45". */
  readonly label: string;
  /** The shown time, ms. */
  readonly from: number;
  readonly until: number;
  readonly now: number;
  readonly points: readonly ChargeAt[];
  /** Percent. */
  readonly reserve: number;
}

type Piece = 'past' | 'pastCharging' | 'pastLow' | 'ahead' | 'aheadCharging' | 'aheadLow';
const STROKE: Record<Piece, string> = {
  past: 'stroke-n-500',
  pastCharging: 'stroke-st-charging stroke-2',
  pastLow: 'stroke-attn',
  ahead: 'stroke-n-500 [stroke-dasharray:4_3]',
  aheadCharging: 'stroke-st-charging stroke-2 [stroke-dasharray:4_3]',
  aheadLow: 'stroke-attn stroke-2 [stroke-dasharray:4_3]',
};
const WIDTH = 1_000;
const HEIGHT = 100;
/** Below and above the line, so that it never touches the borders. */
const MARGIN = 10;

interface Known {
  at: number;
  percent: number;
  charging: boolean;
}
interface Segment {
  from: Known;
  to: Known;
}

const between = (from: Known, to: Known, at: number): Known => ({
  at,
  percent: from.percent + ((to.percent - from.percent) * (at - from.at)) / (to.at - from.at || 1),
  charging: to.charging,
});
const crossing = ({ from, to }: Segment, percent: number): number =>
  from.at + ((to.at - from.at) * (percent - from.percent)) / (to.percent - from.percent);
const isIn = (at: number, { from, to }: Segment): boolean => at > from.at && at < to.at;

/** The segments between known values, cut where the look changes: now, and where the line crosses the reserve. */
export function segmentsOf(points: readonly ChargeAt[], now: number, reserve: number): Segment[] {
  const found: Segment[] = [];
  for (const [i, to] of points.entries()) {
    const from = points[i - 1];
    if (!from || from.percent === null || to.percent === null) continue;
    const whole = { from: { ...from, percent: from.percent }, to: { ...to, percent: to.percent } };
    const cuts = [now, whole.from.percent === whole.to.percent ? Number.NaN : crossing(whole, reserve)]
      .filter((at) => isIn(at, whole))
      .sort((a, b) => a - b)
      .map((at) => between(whole.from, whole.to, at));
    const ends = [...cuts, whole.to];
    let last = whole.from;
    for (const end of ends) {
      found.push({ from: last, to: end });
      last = end;
    }
  }
  return found;
}

export function pieceOf({ from, to }: Segment, now: number, reserve: number): Piece {
  const isPast = to.at <= now;
  if (to.charging) return isPast ? 'pastCharging' : 'aheadCharging';
  const isLow = (from.percent + to.percent) / 2 < reserve;
  return isPast ? (isLow ? 'pastLow' : 'past') : isLow ? 'aheadLow' : 'ahead';
}

export function BatteryLine({ label, from, until, now, points, reserve }: BatteryLineProps) {
  const x = (at: number): number => (WIDTH * (at - from)) / (until - from);
  const y = (percent: number): number => HEIGHT - MARGIN - ((HEIGHT - 2 * MARGIN) * percent) / 100;
  const share = (at: number): number => Math.max(0, Math.min(100, (100 * (at - from)) / (until - from)));
  const paths = new Map<Piece, string>();
  for (const segment of segmentsOf(points, now, reserve)) {
    if (segment.to.at < from || segment.from.at > until) continue;
    const piece = pieceOf(segment, now, reserve);
    const ends = [segment.from, segment.to].map(({ at, percent }) => `${x(at).toFixed(1)} ${y(percent).toFixed(1)}`);
    paths.set(piece, `${paths.get(piece) ?? ''}M${ends.join('L')}`);
  }
  const gaps = points.flatMap(({ at, percent }, i) => {
    const next = points[i + 1];
    return percent === null && next && next.at > from && at < until ? [{ at, until: next.at }] : [];
  });
  return (
    <div className="relative h-full min-w-0 overflow-hidden" role="img" aria-label={label} title={label}>
      {now > from && <span className="absolute inset-y-0 left-0 bg-surface-2" style={{ width: `${share(now)}%` }} />}
      {gaps.map((gap) => (
        <span
          key={gap.at}
          className="absolute inset-y-0 bg-hatch-grey"
          style={{ left: `${share(gap.at)}%`, width: `${share(gap.until) - share(gap.at)}%` }}
        />
      ))}
      <svg
        className="absolute inset-0 size-full fill-none"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <line
          className="stroke-attn opacity-50"
          x1={0}
          x2={WIDTH}
          y1={y(reserve)}
          y2={y(reserve)}
          vectorEffect="non-scaling-stroke"
        />
        {[...paths].map(([piece, path]) => (
          <path key={piece} className={classes(STROKE[piece])} d={path} vectorEffect="non-scaling-stroke" />
        ))}
      </svg>
      {now > from && now < until && (
        <span className="absolute inset-y-0 w-0.5 -translate-x-1/2 bg-mark" style={{ left: `${share(now)}%` }} />
      )}
    </div>
  );
}
