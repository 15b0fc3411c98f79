/** Current task and its progress: its stops as a track, or the single trip. */
import type { RobotTask } from '../../../../contract/entities/robot.ts';
import { useT } from '../../hooks/useT.ts';
import type { Translate } from '../../hooks/translate.ts';
import { classes } from '../../kit/classes.ts';
import type { TrackStation } from '../../kit/Track.tsx';
import { isOnTheWay, taskReason, taskTitle } from '../../labels/taskText.ts';
import { currentLeg } from './currentLeg.ts';
import { JourneyTrack } from './JourneyTrack.tsx';
import type { RobotPageProps } from './useRobotPage.ts';

export interface JourneyProps extends RobotPageProps {
  /** Space for the next stop and its neighbours only. */
  readonly short?: boolean | undefined;
}

const DESK = 'flex min-h-[72px] flex-none items-center gap-6 border-b border-line px-5 max-wide:gap-2 max-wide:px-3';
const PHONE = '-mx-4 -mt-2.5 flex flex-col gap-2.5 border-b border-line bg-surface px-4 py-2.5';
/** Without a track the text has the whole width; beside one, a narrow window has no space for the reason. */
const PHONE_TEXT = 'min-w-0 flex-none not-only:[&>span]:hidden';
const DESK_TEXT =
  'max-w-[210px] min-w-0 flex-none only:max-w-none only:flex-1 max-wide:max-w-[130px] max-wide:only:max-w-none max-wide:not-only:[&>span]:hidden';
const LINE = 'block truncate';

export function Journey(part: JourneyProps) {
  const t = useT();
  const { live, now, age, time, stale, short = false } = part;
  const title = taskTitle(live, { t });
  const reason = taskReason(live, now, { t, age, time });
  const task = live.mode === 'MANUAL' ? null : live.task;
  return (
    <section className={short ? PHONE : DESK} aria-label={t('robotData.journey.name')}>
      <div className={short ? PHONE_TEXT : DESK_TEXT}>
        <b
          className={classes(
            LINE,
            'text-14 font-semibold text-heading max-wide:line-clamp-2 max-wide:whitespace-normal',
          )}
        >
          {title}
        </b>
        {reason && <span className={classes(LINE, 'text-12 text-text-2')}>{reason}</span>}
      </div>
      {task && (task.stops.length > 1 || isOnTheWay(live)) && (
        <TaskTrack task={task} title={title} stale={stale} time={time} t={t} short={short} />
      )}
    </section>
  );
}

interface TaskTrackProps {
  readonly task: RobotTask;
  readonly title: string;
  readonly stale: boolean;
  readonly time: (at: number) => string;
  readonly t: Translate;
  readonly short: boolean;
}

/** Number of stops shown around the next one: on a narrow track, and on a wide one. */
const FEW = 3;
const MANY = 5;
const MINUTES = 5;

function TaskTrack({ task, title, stale, time, t, short }: TaskTrackProps) {
  const clock = (at: number | null): string => (at === null ? '' : time(at).slice(0, MINUTES));
  const toGo = task.toGo !== null && task.toGo >= 1 && !stale ? Math.round(task.toGo) : null;
  const stops =
    task.stops.length > 1
      ? task.stops
      : task.target
        ? [
            { name: t('robotData.journey.start'), reachedAt: 0, expectedAt: null },
            { name: task.target, reachedAt: null, expectedAt: task.until },
          ]
        : [];
  if (stops.length === 0) return null;
  const { current, progress } = currentLeg(stops, task);
  const most = short ? FEW : MANY;
  const from = Math.max(0, Math.min(current - 1, stops.length - most));
  const stations = stops.slice(from, from + most).map((stop, index): TrackStation => {
    const isNext = from + index === current;
    const at = clock(stop.reachedAt || stop.expectedAt);
    const note =
      stale && isNext
        ? t('shared.unknownInText')
        : isNext && toGo !== null
          ? at
            ? t('robotData.journey.toGoAt', { time: at, metres: toGo })
            : t('tasks.reason.toGo', { metres: toGo })
          : at;
    return { label: stop.name || t('shared.dash'), note };
  });
  const next = stops[current];
  return (
    <JourneyTrack
      stations={stations}
      current={current - from}
      done={!next}
      progress={progress}
      description={
        next
          ? t('robotData.journey.described', { title, reached: current, total: stops.length, next: next.name })
          : t('robotData.journey.arrived', { title, total: stops.length })
      }
    />
  );
}
