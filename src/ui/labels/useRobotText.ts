/** Texts about a robot in lists: name, status, task, place, age, charge. */
import type { Site } from '../../../contract/entities/map.ts';
import type { Robot } from '../../../contract/entities/robot.ts';
import { useT } from '../hooks/useT.ts';
import type { AgeProps } from '../kit/Age.tsx';
import type { BatteryProps } from '../kit/Battery.tsx';
import { timeOfDay, timeStamp, zonePlace } from '../shell/siteTime.ts';
import { useHomeSite } from '../shell/useHomeSite.ts';
import { isOld } from './staleness.ts';
import { statusKey } from './statusKey.ts';
import { stopTitle } from './stopText.ts';
import { taskReason, taskTitle } from './taskText.ts';
import { useAge, useAgo } from './useAge.ts';

export interface RobotText {
  status: (robot: Robot) => string;
  task: (robot: Robot) => string;
  /** Empty if there is nothing to add. */
  reason: (robot: Robot, now: number) => string;
  /** @param lost the feed is lost: every value is stale */
  /** @param isPhone there is no tooltip that says what the time is */
  age: (robot: Robot, now: number, lost: boolean, isPhone?: boolean) => AgeProps;
  battery: (robot: Robot, now: number, lost: boolean) => BatteryProps;
}

/** @param sites times are given in the time zone of the robot's site */
export function useRobotText(sites: readonly Site[]): RobotText {
  const t = useT();
  const age = useAge();
  const ago = useAgo();
  const { timeZone: shown } = useHomeSite();
  const zone = ({ siteId }: Robot): string => sites.find(({ id }) => id === siteId)?.timeZone ?? shown;
  /** Names the time zone if it differs from that of the clock in the header. */
  const timeAt = (robot: Robot, at: number): string => {
    const time = timeOfDay(at, zone(robot));
    const place = zone(robot) === shown ? '' : zonePlace(zone(robot), t.language, at);
    return place ? t('shell.zoned', { time, place }) : time;
  };
  return {
    status: ({ live }) => t(statusKey(live.status)),
    task: (robot) =>
      stopTitle(robot.live, { t, time: (at) => timeOfDay(at, zone(robot)) }) ?? taskTitle(robot.live, { t }),
    reason: (robot, now) => {
      const { live } = robot;
      // A stopped robot that responds shows the waiting task; one that does not shows since when.
      if (live.status === 'stopped' && live.connection === 'online')
        return live.task ? t('tasks.stop.waits', { task: taskTitle(live, { t }) }) : '';
      return taskReason(live, now, { t, age, time: (at) => timeAt(robot, at) });
    },
    age: (robot, now, lost, isPhone = false) => {
      const { at } = robot.live;
      return {
        text: at === null ? t('status.age.never') : (isPhone ? ago : age)(now - at),
        stale: lost || isOld(robot.live, now),
        title: at === null ? undefined : timeStamp(at, zone(robot)),
      };
    },
    battery: ({ live }, now, lost) => ({
      percent: live.battery,
      charging: live.charging,
      unknown: lost || isOld(live, now),
      label:
        live.battery === null
          ? t('status.battery.unknown')
          : t(live.charging ? 'status.battery.charging' : 'status.battery.percent', {
              percent: Math.round(live.battery),
            }),
    }),
  };
}
