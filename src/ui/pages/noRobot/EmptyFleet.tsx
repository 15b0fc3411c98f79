/** Decorative illustration: a roundhouse with empty stalls, one dashed as planned. */

const STALLS = 7;
const SPREAD = 150;
const PLANNED = 3;
const OUTER = 96;
const INNER = 46;

const STALL = 'fill-map-room stroke-map-wall stroke-2';
const PLANNED_STALL = 'fill-map-floor stroke-mark stroke-2 [stroke-dasharray:6_5]';

export function EmptyFleet() {
  const step = SPREAD / STALLS;
  const from = -90 - SPREAD / 2;
  const at = (radius: number, angle: number): string => {
    const turn = (angle * Math.PI) / 180;
    return `${(radius * Math.cos(turn)).toFixed(1)} ${(radius * Math.sin(turn)).toFixed(1)}`;
  };
  const stall = (index: number, gap: number): string => {
    const a = from + index * step + gap;
    const b = from + (index + 1) * step - gap;
    return `M${at(INNER, a)}L${at(OUTER, a)}A${OUTER} ${OUTER} 0 0 1 ${at(OUTER, b)}L${at(INNER, b)}A${INNER} ${INNER} 0 0 0 ${at(INNER, a)}Z`;
  };
  return (
    <svg className="w-[min(320px,80vw)]" viewBox="-104 -104 208 132" strokeLinejoin="round" aria-hidden="true">
      {Array.from({ length: STALLS }, (_, index) => (
        <path key={index} d={stall(index, 1.4)} className={index === PLANNED ? PLANNED_STALL : STALL} />
      ))}
      <circle r="24" className="fill-map-floor stroke-(--map-outer) stroke-3" />
      <path d="M0 20V-20" stroke="var(--map-route)" strokeWidth={2} opacity={0.38} />
      <path d={`M0 -26L0 ${-(INNER - 2)}`} className="stroke-mark stroke-[2.5]" strokeDasharray="7 6" />
    </svg>
  );
}
