/** An angle on a fan: the allowed range, where the head is, and where it is asked to be. Set by pointer or arrow keys. */
import type { KeyboardEvent, PointerEvent } from 'react';

export interface AngleDialProps {
  readonly label: string;
  /** From the side, or from above. */
  readonly view: 'side' | 'above';
  readonly min: number;
  readonly max: number;
  /** Reported, degrees; null: not known. */
  readonly now: number | null;
  readonly asked: number;
  readonly valueText: string;
  readonly disabled?: boolean | undefined;
  readonly onChange: (degrees: number) => void;
  /** Released, or set by a key. */
  readonly onCommit?: ((degrees: number) => void) | undefined;
}

const VIEWS = {
  side: { cx: 40, cy: 112, radius: 150 },
  above: { cx: 130, cy: 112, radius: 92 },
} as const;
type View = (typeof VIEWS)[keyof typeof VIEWS];
const SIZE = { width: 260, height: 124 } as const;
const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowRight: -1, ArrowDown: -1, ArrowLeft: 1 };
const LARGE_STEP = 5;

const at = ({ cx, cy }: View, radius: number, degrees: number): readonly [number, number] => [
  cx + radius * Math.cos((degrees * Math.PI) / 180),
  cy - radius * Math.sin((degrees * Math.PI) / 180),
];
const line = (view: View, degrees: number): string => {
  const [x, y] = at(view, view.radius, degrees);
  return `M${view.cx} ${view.cy}L${x.toFixed(1)} ${y.toFixed(1)}`;
};
function fan(view: View, from: number, to: number): string {
  const [a, b] = [at(view, view.radius, from), at(view, view.radius, to)];
  return `M${view.cx} ${view.cy}L${a[0].toFixed(1)} ${a[1].toFixed(1)}A${view.radius} ${view.radius} 0 0 0 ${b[0].toFixed(1)} ${b[1].toFixed(1)}Z`;
}

export function AngleDial({
  label,
  view: name,
  min,
  max,
  now,
  asked,
  valueText,
  disabled = false,
  onChange,
  onCommit,
}: AngleDialProps) {
  const view = VIEWS[name];
  const bounded = (degrees: number): number => Math.min(max, Math.max(min, Math.round(degrees)));
  const degreesAt = (event: PointerEvent<SVGSVGElement>): number => {
    const box = event.currentTarget.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * SIZE.width - view.cx;
    const y = view.cy - ((event.clientY - box.top) / box.height) * SIZE.height;
    return bounded((Math.atan2(y, x) * 180) / Math.PI);
  };
  const drag = (event: PointerEvent<SVGSVGElement>): void => {
    if (disabled || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const degrees = degreesAt(event);
    if (degrees !== asked) onChange(degrees);
  };
  const step = (event: KeyboardEvent): void => {
    const by = STEPS[event.key];
    if (by === undefined || disabled) return;
    event.preventDefault();
    const degrees = bounded(asked + by * (event.shiftKey ? LARGE_STEP : 1));
    if (degrees === asked) return;
    onChange(degrees);
    onCommit?.(degrees);
  };
  const [x, y] = at(view, view.radius - 12, asked);
  return (
    <svg
      className="block w-full touch-none rounded-lg bg-well focus-visible:shadow-ring"
      viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-readonly={disabled || undefined}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={asked}
      aria-valuetext={valueText}
      onKeyDown={step}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drag(event);
      }}
      onPointerMove={drag}
      onPointerUp={(event) => {
        if (!disabled && event.currentTarget.hasPointerCapture(event.pointerId)) onCommit?.(degreesAt(event));
      }}
    >
      <path className="fill-brand-200 opacity-70" d={fan(view, min, max)} />
      {now !== null && <path className="fill-none stroke-heading stroke-2" d={line(view, now)} />}
      {asked !== now && <path className="fill-none stroke-mark stroke-2" strokeDasharray="5 4" d={line(view, asked)} />}
      <circle className="fill-surface stroke-mark stroke-[3px]" cx={x} cy={y} r={7} />
      <text className="fill-text text-11 font-semibold" x={8} y={16}>
        {valueText}
      </text>
    </svg>
  );
}
