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
  if (candidates.length === 0) return <p className="drive-none">{t('cruiseDrive.start.none')}</p>;
  return (
    <fieldset className="drive-robots">
      <legend>{t('cruiseDrive.start.robots', { site })}</legend>
      <div className="drive-robots-list">
        {candidates.map(
          ({ serialNumber, name, status, battery, charging, stale, floor, isHere, obstacle, displaced }) => (
            <label key={serialNumber} className="drive-robot" data-cannot={obstacle !== undefined || undefined}>
              <input
                type="radio"
                name={group}
                value={serialNumber}
                checked={serialNumber === chosen}
                aria-describedby={`${group} ${serialNumber}`}
                onChange={() => onPick(serialNumber)}
              />
              <StatusShape status={status} size={SHAPE_PX} />
              <span className="drive-robot-words">
                <span className="drive-robot-name">
                  <b>{name}</b>
                  {floor && <span>{floor}</span>}
                </span>
                <span id={`${group} ${serialNumber}`}>
                  {obstacle ??
                    (displaced
                      ? t('tasks.displaced.startNow', { task: displaced.task })
                      : isHere || !floor
                        ? t('cruiseDrive.start.ready')
                        : t('cruiseDrive.start.otherFloor', { floor }))}
                </span>
              </span>
              <Battery
                percent={battery}
                charging={charging}
                unknown={stale}
                label={
                  battery === null
                    ? t('shell.battery.unknown')
                    : t(charging ? 'shell.battery.charging' : 'shell.battery.percent', { percent: Math.round(battery) })
                }
              />
            </label>
          ),
        )}
      </div>
    </fieldset>
  );
}
