/** The robot with the last metres it has driven, and the destination; nothing else of the building. */
import type { Parcel } from '../../../../contract/entities/delivery.ts';
import { useT } from '../../hooks/useT.ts';

/** Half of the shown width, metres, at least. */
const REACH_M = 8;
const MARGIN_M = 3;
const RATIO = 2.4;
/** Positions older than this are drawn as an outline. */
const OLD_MS = 15_000;
const DEGREES = 180 / Math.PI;

export function ParcelMap({ parcel, now }: { readonly parcel: Parcel; readonly now: number }) {
  const t = useT();
  const { robot } = parcel;
  if (!robot) return null;
  const { x, y, theta, trail, destination, isSameFloor, floor, at } = robot;
  const isOld = now - at > OLD_MS;
  const reach = Math.max(
    REACH_M,
    ...[...trail, ...(destination ? [destination] : [])].map(
      ([px, py]) => Math.max(Math.abs(px - x), RATIO * Math.abs(py - y)) + MARGIN_M,
    ),
  );
  const height = (2 * reach) / RATIO;
  /** Screen units: 1 at a reach of 10 m. */
  const unit = reach / 10;
  const seconds = Math.max(0, Math.floor((now - at) / 1_000));
  return (
    <figure className="relative">
      <svg
        role="img"
        aria-label={t(isSameFloor ? 'phoneVerificationCode.map.here' : 'phoneVerificationCode.map.otherFloor', {
          floor,
        })}
        viewBox={`${x - reach} ${-y - height / 2} ${2 * reach} ${height}`}
        className="h-32 w-full rounded bg-map-void"
      >
        <g transform="scale(1,-1)" fill="none" strokeLinecap="round" strokeLinejoin="round">
          <polyline
            points={[...trail, [x, y] as const].map((place) => place.join(',')).join(' ')}
            strokeWidth={0.35 * unit}
            className="stroke-mark"
          />
          {destination && (
            <>
              <line
                x1={x}
                y1={y}
                x2={destination[0]}
                y2={destination[1]}
                strokeWidth={0.2 * unit}
                strokeDasharray={`${0.5 * unit} ${0.6 * unit}`}
                className="stroke-n-500"
              />
              <circle cx={destination[0]} cy={destination[1]} r={0.7 * unit} className="fill-heading" />
            </>
          )}
          <path
            d="M1.1 0 -0.8 0.8 -0.4 0 -0.8 -0.8Z"
            transform={`translate(${x} ${y}) rotate(${theta * DEGREES}) scale(${unit})`}
            strokeWidth={0.25}
            className={isOld ? 'fill-surface stroke-attn' : 'fill-mark stroke-surface'}
          />
        </g>
      </svg>
      <figcaption
        className={`mt-1 flex flex-wrap justify-between gap-x-3 text-[14px]/5 ${isOld ? 'text-attn-text' : 'text-text-2'}`}
      >
        <span>{isSameFloor ? floor : t('phoneVerificationCode.map.otherFloor', { floor })}</span>
        <span>{isOld ? t('phoneVerificationCode.map.age', { seconds }) : t('phoneVerificationCode.map.now')}</span>
      </figcaption>
    </figure>
  );
}
