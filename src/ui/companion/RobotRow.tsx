/**
 * One of the user's robots: its task and the age of that information. Not a link: robots are operated in the console.
 */
import type { Robot } from '../../../contract/entities/robot.ts';
import { Age } from '../kit/Age.tsx';
import { Battery } from '../kit/Battery.tsx';
import { classes } from '../kit/classes.ts';
import { RobotArt } from '../kit/RobotArt.tsx';
import { StatusPill } from '../kit/StatusPill.tsx';
import { isOld } from '../labels/staleness.ts';
import { statusKey } from '../labels/statusKey.ts';
import { taskTitle } from '../labels/taskText.ts';
import { ageText } from '../labels/useAge.ts';
import { useT } from './CompanionContext.ts';

export interface RobotRowProps {
  readonly robot: Robot;
  /** The server's clock, ms: now, and when the list was requested. */
  readonly now: number;
  readonly heardAt: number;
  /** The list itself is stale. */
  readonly lost: boolean;
}

const ART_PX = 44;

export function RobotRow({ robot, now, heardAt, lost }: RobotRowProps) {
  const t = useT();
  const { live } = robot;
  const stale = lost || isOld(live, heardAt);
  const charge =
    live.battery === null
      ? t('status.battery.unknown')
      : t(live.charging ? 'status.battery.charging' : 'status.battery.percent', {
          percent: Math.round(live.battery),
        });
  return (
    <li
      className={classes(
        'robot-card grid-cols-[44px_1fr_auto] gap-x-3 rounded-none border-0 border-b border-line px-4 py-2',
        live.status === 'alarm' && '[box-shadow:inset_3px_0_0_var(--st-alarm)]',
        live.status === 'stopped' && '[box-shadow:inset_4px_0_0_var(--st-stopped-line)]',
        stale && 'robot-card-off',
      )}
    >
      <RobotArt kind={robot.kind} size={ART_PX} dim={stale} />
      <div className="robot-card-mid">
        <div className="robot-card-name">
          <b>{robot.robotNickName || robot.serialNumber}</b>
        </div>
        <div className="robot-card-task">{taskTitle(live, { t })}</div>
      </div>
      <div className="robot-card-end">
        <StatusPill status={live.status} label={t(statusKey(live.status))} />
        <div className="robot-card-facts">
          {stale && (
            <Age
              stale
              text={live.at === null ? t('status.age.never') : t('common.ago', { age: ageText(t, now - live.at) })}
            />
          )}
          <Battery percent={live.battery} charging={live.charging} unknown={stale} label={charge} />
        </div>
      </div>
    </li>
  );
}
