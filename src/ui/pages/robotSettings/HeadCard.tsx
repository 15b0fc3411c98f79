/** The head from the side and from above: the allowed angles, where the head is, and where it is asked to be. */
import { useSelector } from '@xstate/react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { ROBOT_SETTINGS } from '../../../../contract/rules/robotSettings.ts';
import { type RobotSettingsRef, selectRobotSettings } from '../../../machines/robotSettings/robotSettings.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Card } from '../../kit/Card.tsx';
import { NAME_KEYS, valueText } from './settingTexts.ts';

type Angle = 'headVertical' | 'headHorizontal';
interface View {
  readonly name: Angle;
  readonly cx: number;
  readonly cy: number;
  readonly radius: number;
}
const VIEWS: readonly View[] = [
  { name: 'headVertical', cx: 40, cy: 112, radius: 150 },
  { name: 'headHorizontal', cx: 130, cy: 112, radius: 92 },
];
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

export function HeadCard({ screen }: { readonly screen: RobotSettingsRef }) {
  const t = useT();
  const { data } = useSelector(screen, selectRobotSettings);
  const views = VIEWS.filter(({ name }) => data?.settings.settings.some((row) => row.name === name));
  if (views.length === 0) return null;
  return (
    <Card title={t('robotSettings.section.head')} note={t('robotSettings.headCard.hint')}>
      <div className="flex flex-col gap-2 px-4 pb-4">
        {views.map((view) => (
          <Fan key={view.name} screen={screen} view={view} />
        ))}
      </div>
    </Card>
  );
}

function Fan({ screen, view }: { readonly screen: RobotSettingsRef; readonly view: View }) {
  const t = useT();
  const { data, pending, sending } = useSelector(screen, selectRobotSettings);
  const { name } = view;
  const rule = ROBOT_SETTINGS[name];
  const row = data?.settings.settings.find((one) => one.name === name);
  if (!row || !data || rule.kind !== 'number') return null;
  const now = Number(row.reported?.value ?? rule.initial);
  const asked = Number(pending[name] ?? sending[name] ?? row.wanted?.value ?? now);
  const canChange = data.settings.canChange;
  const set = (degrees: number): void => {
    const value = Math.min(rule.max, Math.max(rule.min, Math.round(degrees)));
    if (canChange && value !== asked) screen.send({ type: 'setting.set', name, value });
  };
  const drag = (event: PointerEvent<SVGSVGElement>): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const box = event.currentTarget.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * SIZE.width - view.cx;
    const y = view.cy - ((event.clientY - box.top) / box.height) * SIZE.height;
    set((Math.atan2(y, x) * 180) / Math.PI);
  };
  const step = (event: KeyboardEvent): void => {
    const by = STEPS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    set(asked + by * (event.shiftKey ? LARGE_STEP : 1));
  };
  const [x, y] = at(view, view.radius - 12, asked);
  return (
    <svg
      className="block w-full touch-none rounded-lg bg-well"
      viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
      role="slider"
      tabIndex={0}
      aria-label={t(NAME_KEYS[name])}
      aria-readonly={!canChange || undefined}
      aria-valuemin={rule.min}
      aria-valuemax={rule.max}
      aria-valuenow={asked}
      aria-valuetext={valueText(t, name, asked)}
      onKeyDown={step}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drag(event);
      }}
      onPointerMove={drag}
    >
      <path className="fill-brand-200 opacity-70" d={fan(view, rule.min, rule.max)} />
      <path className="fill-none stroke-heading stroke-2" d={line(view, now)} />
      {asked !== now && <path className="fill-none stroke-mark stroke-2" strokeDasharray="5 4" d={line(view, asked)} />}
      <circle className="fill-surface stroke-mark stroke-[3px]" cx={x} cy={y} r={7} />
      <text className="fill-text text-11 font-semibold" x={8} y={16}>
        {valueText(t, name, asked)}
      </text>
    </svg>
  );
}
