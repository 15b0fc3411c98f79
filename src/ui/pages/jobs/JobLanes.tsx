/** The lanes of jobs around the present: past ones solid, running blue, to come dashed, failed red, late amber. */
import { useSelector } from '@xstate/react';
import type { JobMark } from '../../../../contract/entities/job.ts';
import { JOB_KINDS, JOB_LANES, type JobRange } from '../../../../contract/rules/jobs.ts';
import type { JobsOverview } from '../../../machines/jobs/jobs.machine.ts';
import { type JobsRef, selectJobs, selectJobsQuery } from '../../../machines/jobs/jobs.selectors.ts';
import { jobsQuery } from '../../../machines/jobs/jobsQuery.ts';
import { selectIsMobile } from '../../../machines/preferences/preferences.selectors.ts';
import { useApp } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { Icon } from '../../kit/Icon.tsx';
import { Card } from '../../kit/Card.tsx';
import type { RunLook } from '../../kit/later/runLook.ts';
import { TimelineAxis, type TimelineBlock, TimelineTrack } from '../../kit/later/TimelineTrack.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { ownZone, timeOfDay, timeStamp, zoneName } from '../../shell/siteTime.ts';
import { aboutJob, kindName, laneOf, type LaneName, LANES, shortTime, STATE_KEYS } from './jobTexts.ts';

interface JobLanesProps {
  readonly screen: JobsRef;
  readonly overview: JobsOverview;
  readonly now: number;
}

const HOUR_MS = 3_600_000;
const STEP_MS: Readonly<Record<JobRange, number>> = { '6h': HOUR_MS, '24h': 4 * HOUR_MS, '7d': 24 * HOUR_MS };
/** A due job that has not started after this time is late, ms. */
const LATE_MS = 30_000;
/** Lanes that always exist, so that the card keeps its height. */
const USED: readonly LaneName[] = [
  ...JOB_LANES.filter((lane) => Object.values<string>(JOB_KINDS).includes(lane)),
  'retries',
];
const LANE = 'grid grid-cols-[132px_minmax(0,1fr)] items-center gap-3 max-desk:grid-cols-[96px_minmax(0,1fr)]';

export function JobLanes({ screen, overview, now }: JobLanesProps) {
  const t = useT();
  const mobile = useSelector(useApp().preferences, selectIsMobile);
  const { opened } = useSelector(screen, selectJobs);
  const { range } = useSelector(screen, selectJobsQuery);
  const { from, until, marks } = overview;
  return (
    <Card
      className="flex-none"
      title={t('jobs.timeline.title')}
      // On a phone it would wrap over the time axis.
      note={mobile ? undefined : t('jobs.timeline.note')}
      acts={
        <SegmentedControl
          size="s"
          label={t('jobs.timeline.range')}
          value={range}
          options={[
            { value: '6h', label: t('shared.hours6') },
            { value: '24h', label: t('shared.hours24') },
            { value: '7d', label: t('shared.days7') },
          ]}
          onChange={(next) => screen.send({ type: 'list.show', query: jobsQuery.patch({ range: next }) })}
        />
      }
    >
      <div className="grid gap-0.5 px-4 pb-3">
        <div className={LANE}>
          <span className="truncate text-11 text-text-2">{zoneName(ownZone(), t.language, now)}</span>
          <TimelineAxis from={from} until={until} marks={axisMarks(from, until, range)} />
        </div>
        {USED.map((lane) => (
          <div key={lane} className={LANE}>
            <span className="flex min-w-0 items-center gap-2 text-12 [&_.icon]:text-text-2">
              <Icon of={LANES[lane].icon} size={14} />
              <span className="truncate">{t(LANES[lane].label)}</span>
            </span>
            <TimelineTrack
              label={t(LANES[lane].label)}
              from={from}
              until={until}
              now={now}
              current={opened}
              blocks={marks
                .filter((mark) => laneOfMark(mark) === lane)
                .map((mark) =>
                  blockOf(mark, { t, now, until, onOpen: () => screen.send({ type: 'job.open', id: mark.id }) }),
                )}
            />
          </div>
        ))}
      </div>
    </Card>
  );
}

const laneOfMark = (mark: JobMark): LaneName | null => (mark.isRetry ? 'retries' : laneOf(mark.kind));

function blockOf(
  mark: JobMark,
  { t, now, until, onOpen }: { t: ReturnType<typeof useT>; now: number; until: number; onOpen: () => void },
): TimelineBlock {
  const { id, kind, state } = mark;
  const isLate = state === 'waiting' && mark.from < now - LATE_MS;
  const end = mark.until ?? (state === 'running' || isLate ? Math.min(now, until) : mark.from);
  return {
    // A repeating job has several marks.
    id: state === 'waiting' ? `${id}@${mark.from}` : id,
    from: mark.from,
    // Shown at least; the track gives it the width that can be seen.
    until: Math.max(end, mark.from + 1),
    look: isLate ? 'doubtful' : LOOK[state],
    label: t('jobs.timeline.mark', {
      name: `${kindName(t, kind)} · ${aboutJob(t, mark)}`,
      state: t(STATE_KEYS[state]),
      at: shortTime(mark.from, now),
    }),
    onOpen,
  };
}

const LOOK: Readonly<Record<JobMark['state'], RunLook>> = {
  done: 'done',
  failed: 'failed',
  running: 'running',
  waiting: 'planned',
  cancelled: 'skipped',
};

/** Full hours, or days, of the reader's clock. */
function axisMarks(from: number, until: number, range: JobRange) {
  const step = STEP_MS[range];
  const offset = -new Date(from).getTimezoneOffset() * 60_000;
  const marks: { at: number; label: string }[] = [];
  for (let at = Math.ceil((from + offset) / step) * step - offset; at < until; at += step)
    marks.push({ at, label: range === '7d' ? timeStamp(at, ownZone()).slice(5, 10) : timeOfDay(at, ownZone()) });
  return marks;
}
