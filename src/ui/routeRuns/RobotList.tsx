/** Robots of a site, one of which is selected; unavailable robots show a reason. */
import { useId } from 'react';
import { useT } from '../hooks/useT.ts';
import { Battery } from '../kit/Battery.tsx';
import { StatusShape } from '../kit/StatusShape.tsx';
import type { Candidate } from './useCandidates.ts';

export interface RobotListProps {
  /** Name of the site. */
  readonly site: string;
  readonly candidates: readonly Candidate[];
  readonly chosen: string;
  readonly onPick: (serialNumber: string) => void;
}

const SHAPE_PX = 14;

export function RobotList({ site, candidates, chosen, onPick }: RobotListProps) {
  const t = useT();
  const group = useId();
  if (candidates.length === 0) return <p className="text-13 text-text-2">{t('routeRun.start.none')}</p>;
  return (
    <fieldset className="min-w-0">
      <legend className="pb-1.5 text-12 text-text-2">{t('routeRun.start.robots', { site })}</legend>
      <div className="max-h-[min(44vh,372px)] overflow-auto rounded border border-line-2">
        {candidates.map(
          ({ serialNumber, name, status, battery, charging, stale, floor, isHere, obstacle, displaced }) => (
            <label
              key={serialNumber}
              className="grid min-h-[52px] cursor-pointer grid-cols-[max-content_max-content_minmax(0,1fr)_max-content] items-center gap-2.5 border-t border-line px-3 py-2 first:border-t-0 hover:bg-hover has-checked:bg-brand-100 has-checked:[--text-2:var(--selected-text-2)]"
            >
              <input
                type="radio"
                name={group}
                value={serialNumber}
                checked={serialNumber === chosen}
                aria-describedby={`${group} ${serialNumber}`}
                onChange={() => onPick(serialNumber)}
              />
              <StatusShape status={status} size={SHAPE_PX} />
              <span className="grid min-w-0 text-12 wrap-anywhere text-text-2">
                <span className="flex items-baseline gap-2">
                  <b
                    className={obstacle === undefined ? 'text-14 font-semibold text-heading' : 'text-14 font-semibold'}
                  >
                    {name}
                  </b>
                  {floor && <span>{floor}</span>}
                </span>
                <span id={`${group} ${serialNumber}`}>
                  {obstacle ??
                    (displaced
                      ? t('tasks.displaced.startNow', { task: displaced.task })
                      : isHere || !floor
                        ? t('routeRun.start.ready')
                        : t('routeRun.start.otherFloor', { floor }))}
                </span>
              </span>
              <Battery
                percent={battery}
                charging={charging}
                unknown={stale}
                label={
                  battery === null
                    ? t('status.battery.unknown')
                    : t(charging ? 'status.battery.charging' : 'status.battery.percent', {
                        percent: Math.round(battery),
                      })
                }
              />
            </label>
          ),
        )}
      </div>
    </fieldset>
  );
}
