/** What is open, in three groups: failed with the reason, running with how far it is, waiting with what for. */
import { useSelector } from '@xstate/react';
import CircleX from 'lucide-react/icons/circle-x';
import Ellipsis from 'lucide-react/icons/ellipsis';
import RotateCw from 'lucide-react/icons/rotate-cw';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import type { Job } from '../../../../contract/entities/job.ts';
import { selectIsActing } from '../../../machines/factories/recordPage.selectors.ts';
import { type JobsRef, selectIsRetried } from '../../../machines/jobs/jobs.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { aboutJob, kindName, laneOf, LANES, reasonOf, shortTime, stepText, waitText } from './jobTexts.ts';

interface JobRowsProps {
  readonly screen: JobsRef;
  readonly rows: readonly Job[];
  readonly now: number;
}

const CARD = 'card card-clip flex min-h-0 flex-initial flex-col overflow-y-auto max-desk:overflow-visible';
const GROUP =
  'flex h-8 flex-none items-center gap-2 border-y border-line bg-surface-2 px-4 text-13 font-semibold text-heading first:border-t-0 max-desk:h-auto max-desk:min-h-11';
const ROW =
  'grid min-h-10 flex-none grid-cols-[20px_minmax(0,1.5fr)_132px_minmax(0,1fr)_176px] items-center gap-3 border-b border-line py-0.5 pr-3 pl-4 text-13 last:border-b-0 max-wide:grid-cols-[20px_minmax(0,1fr)_minmax(0,1fr)_auto] max-desk:grid-cols-[20px_minmax(0,1fr)] max-desk:gap-y-1 max-desk:py-2';
const BAR =
  'h-1.5 min-w-0 flex-1 appearance-none overflow-hidden rounded-full bg-surface-3 [&::-moz-progress-bar]:bg-mark [&::-webkit-progress-bar]:bg-surface-3 [&::-webkit-progress-value]:bg-mark';
const REST = 'min-w-0 text-12 max-desk:col-start-2';
const ACTS = 'flex items-center justify-end gap-1 max-desk:col-start-2 max-desk:justify-start max-desk:[&_.btn]:h-11';

export function JobRows({ screen, rows, now }: JobRowsProps) {
  const t = useT();
  const retriesAll = useSelector(screen, selectIsRetried(''));
  const [failed, running, waiting] = (['failed', 'running', 'waiting'] as const).map((state) =>
    rows.filter((row) => row.state === state),
  ) as [Job[], Job[], Job[]];
  return (
    <div className={CARD}>
      {failed.length > 0 && (
        <Group
          name={t('shared.failed')}
          note={t('jobs.group.failedNote')}
          acts={
            failed.length > 1 && (
              <Button size="s" icon={RotateCw} busy={retriesAll} onClick={() => screen.send({ type: 'job.retryAll' })}>
                {t('jobs.retryAll')}
              </Button>
            )
          }
        >
          {failed.map((job) => (
            <Failed key={job.id} screen={screen} job={job} now={now} />
          ))}
        </Group>
      )}
      {running.length > 0 && (
        <Group name={t('jobs.group.running')} note={String(running.length)}>
          {running.map((job) => (
            <Running key={job.id} screen={screen} job={job} now={now} />
          ))}
        </Group>
      )}
      {waiting.length > 0 && (
        <Group name={t('jobs.group.waiting')} note={String(waiting.length)}>
          {waiting.map((job) => (
            <Waiting key={job.id} screen={screen} job={job} now={now} />
          ))}
        </Group>
      )}
    </div>
  );
}

function Group({
  name,
  note,
  acts,
  children,
}: {
  readonly name: string;
  readonly note: string;
  readonly acts?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <>
      <h2 className={GROUP}>
        {name}
        <span className="text-12 font-normal text-text-2">{note}</span>
        <span className="ml-auto">{acts}</span>
      </h2>
      <ul className="flex-none" aria-label={name}>
        {children}
      </ul>
    </>
  );
}

interface RowProps {
  readonly screen: JobsRef;
  readonly job: Job;
  readonly now: number;
}

function Row({
  job,
  icon,
  state,
  acts,
}: {
  readonly job: Job;
  readonly icon?: ReactNode;
  readonly state: ReactNode;
  readonly acts: ReactNode;
}) {
  const t = useT();
  const lane = laneOf(job.kind);
  return (
    <li className={ROW}>
      {icon ?? (
        <span className="text-text-2">
          <Icon of={lane ? LANES[lane].icon : Ellipsis} size={18} />
        </span>
      )}
      <div className="min-w-0">
        <b className="block truncate font-medium">{kindName(t, job.kind)}</b>
        <span className="block truncate text-12 text-text-2" title={aboutJob(t, job)}>
          {aboutJob(t, job)}
        </span>
      </div>
      <span className="max-wide:hidden">
        {lane && (
          <span className="rounded-in bg-surface-3 px-1.5 py-0.5 text-12 text-text-2">{t(LANES[lane].label)}</span>
        )}
      </span>
      <div className={REST}>{state}</div>
      <div className={ACTS}>{acts}</div>
    </li>
  );
}

function Details({ screen, job }: Omit<RowProps, 'now'>) {
  const t = useT();
  return (
    <Button
      size="s"
      variant="ghost"
      aria-label={t('jobs.detailsOf', { name: kindName(t, job.kind) })}
      onClick={() => screen.send({ type: 'job.open', id: job.id })}
    >
      {t('shared.details')}
    </Button>
  );
}

function Failed({ screen, job, now }: RowProps) {
  const t = useT();
  const isRetried = useSelector(screen, selectIsRetried(job.id));
  return (
    <Row
      job={job}
      icon={
        <span className="text-st-alarm">
          <Icon of={CircleX} size={18} />
        </span>
      }
      state={
        <span className="line-clamp-2 text-st-alarm-text wrap-anywhere">
          <b className="font-semibold">{job.reason && reasonOf(t, job.reason)}</b>{' '}
          {t('jobs.tried', { count: job.attempts, at: shortTime(job.startedAt ?? job.dueAt, now) })}
        </span>
      }
      acts={
        <>
          <Details screen={screen} job={job} />
          <Button
            size="s"
            icon={RotateCw}
            busy={isRetried}
            aria-label={t('jobs.retryOf', { name: kindName(t, job.kind) })}
            onClick={() => screen.send({ type: 'job.retry', id: job.id })}
          >
            {t('common.retry')}
          </Button>
        </>
      }
    />
  );
}

function Running({ screen, job, now }: RowProps) {
  const t = useT();
  return (
    <Row
      job={job}
      state={
        <>
          <span className="flex items-center gap-2">
            <progress
              className={BAR}
              max={100}
              value={job.percent}
              aria-label={t('jobs.progress', { name: kindName(t, job.kind) })}
            />
            <b className="min-w-9 text-right font-semibold tabular-nums">{job.percent} %</b>
          </span>
          <span className="block truncate text-text-2 tabular-nums">
            {job.isCancelling ? t('shared.stopping') : stepText(t, job, now)}
          </span>
        </>
      }
      acts={
        <>
          <Details screen={screen} job={job} />
          {!job.isCancelling && <Cancel screen={screen} job={job} />}
        </>
      }
    />
  );
}

function Waiting({ screen, job, now }: RowProps) {
  const t = useT();
  return (
    <Row
      job={job}
      state={
        <span className="line-clamp-2 text-text-2 wrap-anywhere">
          {waitText(t, job, now)}
          {job.attempts > 0 && job.reason && <span className="block">{reasonOf(t, job.reason)}</span>}
        </span>
      }
      acts={
        <>
          <Details screen={screen} job={job} />
          <Cancel screen={screen} job={job} />
        </>
      }
    />
  );
}

function Cancel({ screen, job }: Omit<RowProps, 'now'>) {
  const t = useT();
  const acting = useSelector(screen, selectIsActing);
  const name = kindName(t, job.kind);
  return (
    <IconButton
      size="s"
      icon={X}
      label={t('jobs.cancelOf', { name })}
      disabledReason={acting ? t('shared.stopping') : undefined}
      onClick={() => screen.send({ type: 'record.act', task: { id: job.id, subject: job.subject || name } })}
    />
  );
}
