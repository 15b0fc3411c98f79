/** Details of a job: its times, its reason, its log; trying again and cancelling. */
import { useSelector } from '@xstate/react';
import RotateCw from 'lucide-react/icons/rotate-cw';
import type { ReactNode } from 'react';
import type { JobDetails } from '../../../../contract/entities/job.ts';
import { type JobsRef, selectIsRetried, selectJobs } from '../../../machines/jobs/jobs.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Problem } from '../../kit/Problem.tsx';
import { SkeletonBlocks } from '../../kit/SkeletonBlocks.tsx';
import { Drawer } from '../../lists/Drawer.tsx';
import { rowsBeside } from '../../lists/rowsBeside.ts';
import { ownZone, timeStamp } from '../../shell/siteTime.ts';
import { aboutJob, fullTime, kindName, reasonOf, STATE_KEYS } from './jobTexts.ts';

export function JobDrawer({ screen }: { readonly screen: JobsRef }) {
  const t = useT();
  const { opened, rows, details, detailsFailure } = useSelector(screen, selectJobs);
  const job = details ?? rows.find(({ id }) => id === opened);
  return (
    <Drawer
      title={job ? kindName(t, job.kind) : t('shared.details')}
      note={job && aboutJob(t, job)}
      onClose={() => screen.send({ type: 'job.close' })}
      {...rowsBeside(
        rows.map(({ id }) => id),
        opened,
        (id) => screen.send({ type: 'job.open', id }),
      )}
      foot={details && <Acts screen={screen} job={details} />}
    >
      {details ? (
        <Facts job={details} />
      ) : detailsFailure ? (
        <Problem title={t('jobs.detailsFailed')} text={t.failure(detailsFailure)} />
      ) : (
        <SkeletonBlocks shape="table" count={6} label={t('jobs.detailsLoading')} />
      )}
    </Drawer>
  );
}

function Acts({ screen, job }: { readonly screen: JobsRef; readonly job: JobDetails }) {
  const t = useT();
  const isRetried = useSelector(screen, selectIsRetried(job.id));
  const name = kindName(t, job.kind);
  if (job.state === 'failed')
    return (
      <Button icon={RotateCw} busy={isRetried} onClick={() => screen.send({ type: 'job.retry', id: job.id })}>
        {t('common.retry')}
      </Button>
    );
  if (job.isCancelling) return <span className="text-12 text-text-2">{t('shared.stopping')}</span>;
  if (job.state === 'running' || job.state === 'waiting')
    return (
      <Button onClick={() => screen.send({ type: 'record.act', task: { id: job.id, subject: job.subject || name } })}>
        {t('common.cancel')}
      </Button>
    );
  return null;
}

const NAME = 'text-text-2';
const LOG =
  'max-h-80 overflow-auto rounded-in border border-line bg-surface-2 p-2 font-mono text-11 wrap-anywhere [&>li+li]:mt-0.5';

function Facts({ job }: { readonly job: JobDetails }) {
  const t = useT();
  const facts: [string, ReactNode][] = [
    [t('shared.state'), t(STATE_KEYS[job.state])],
    ...(job.reason ? [[t('shared.reason'), reasonOf(t, job.reason)] as [string, string]] : []),
    [t('jobs.field.attempts'), t('jobs.field.attemptsOf', { attempts: job.attempts, of: job.maxAttempts })],
    [t('shared.created'), fullTime(job.createdAt)],
    [t('jobs.field.due'), fullTime(job.dueAt)],
    [t('shared.started'), fullTime(job.startedAt)],
    [t('shared.endedAt'), fullTime(job.endedAt)],
    [t('jobs.field.key'), <code key="key">{job.key}</code>],
  ];
  return (
    <>
      <dl className="grid grid-cols-[96px_minmax(0,1fr)] gap-x-3 gap-y-1.5 text-12 tabular-nums">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className={NAME}>{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <section className="grid gap-2">
        <h3 className="text-12 font-semibold">{t('jobs.field.log')}</h3>
        {job.log.length === 0 ? (
          <p className="text-12 text-text-2">{t('jobs.log.none')}</p>
        ) : (
          <ol className={LOG} tabIndex={0} aria-label={t('jobs.log.name', { name: kindName(t, job.kind) })}>
            {job.log.map(({ at, text }, index) => (
              <li key={index}>
                <span className={NAME}>{timeStamp(at, ownZone()).slice(11)}</span> {text}
              </li>
            ))}
          </ol>
        )}
      </section>
    </>
  );
}
