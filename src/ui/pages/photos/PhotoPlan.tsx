/** The floor with the robot's place and what its camera saw at that moment. */
import type { IndoorMap } from '../../../../contract/entities/map.ts';
import type { Pose } from '../../../../contract/entities/values.ts';
import { useT } from '../../hooks/useT.ts';
import { MapThumb, placeOnThumb } from '../../plans/MapThumb.tsx';

/** Of the thumbnail, as its drawing has it. */
const [WIDTH, HEIGHT] = [240, 152];
const SIGHT_PX = 34;
/** Horizontal angle of view of the robots' cameras, radians. */
const VIEW = (70 / 180) * Math.PI;

export function PhotoPlan({ map, pose }: { readonly map: IndoorMap; readonly pose: Pose }) {
  const t = useT();
  const { left, top } = placeOnThumb(map, pose);
  const [x, y] = [(left / 100) * WIDTH, (top / 100) * HEIGHT];
  // The screen's y axis points down.
  const edge = (angle: number): string =>
    `${(x + SIGHT_PX * Math.cos(angle)).toFixed(1)} ${(y - SIGHT_PX * Math.sin(angle)).toFixed(1)}`;
  const [right, leftEdge] = [edge(pose.theta - VIEW / 2), edge(pose.theta + VIEW / 2)];
  return (
    <figure
      className="relative overflow-hidden rounded-in border border-line"
      aria-label={t('photos.plan', { map: map.name })}
    >
      <MapThumb map={map} full />
      <svg className="absolute inset-0 size-full" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        <path
          className="fill-brand-500/35"
          d={`M ${x.toFixed(1)} ${y.toFixed(1)} L ${right} A ${SIGHT_PX} ${SIGHT_PX} 0 0 0 ${leftEdge} Z`}
        />
        <circle className="fill-brand-500 stroke-white" strokeWidth={1.5} cx={x} cy={y} r={4} />
      </svg>
    </figure>
  );
}
