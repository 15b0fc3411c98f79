/** Background jobs, for account administrators: what failed first, then what runs and waits, and lanes of time below. */
import { useSelector } from '@xstate/react';
import History from 'lucide-react/icons/history';
import Clock from 'lucide-react/icons/clock';
import Undo2 from 'lucide-react/icons/undo-2';
import { JOB_KINDS } from '../../../../contract/rules/jobs.ts';
import { selectIsReading } from '../../../machines/factories/pagedList.selectors.ts';
import { selectQuestion } from '../../../machines/factories/recordPage.selectors.ts';
import { isQuiet, type JobsRef, selectJobs, selectJobsQuery } from '../../../machines/jobs/jobs.selectors.ts';
import { jobsQuery, type JobsShown } from '../../../machines/jobs/jobsQuery.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Chip } from '../../kit/Chip.tsx';
import { FailedCard } from '../../kit/ListCard.tsx';
import { SkeletonBlocks } from '../../kit/SkeletonBlocks.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { Filters } from '../../lists/Filters.tsx';
import { ListPage } from '../../lists/ListPage.tsx';
import { useListFailure } from '../../shell/PagedList.tsx';
import { Question } from '../../shell/Question.tsx';
import { EndedJobs } from './EndedJobs.tsx';
import { JobDrawer } from './JobDrawer.tsx';
import { JobLanes } from './JobLanes.tsx';
import { JobRows } from './JobRows.tsx';
import { durationText, kindName } from './jobTexts.ts';

const SKELETON_ROWS = 8;

export function JobsPage({ screen }: { readonly screen: JobsRef }) {
  const t = useT();
  const { query, opened } = useSelector(screen, selectJobs);
  const { kind, show } = useSelector(screen, selectJobsQuery);
  const choose = (change: { kind?: string; show?: JobsShown }) =>
    screen.send({ type: 'list.show', query: jobsQuery.patch(change) });
  const isEnded = show === 'ended';
  return (
    <ListPage
      title={t('routes.jobs')}
      facts={<Facts screen={screen} />}
      actions={
        <Button icon={isEnded ? Undo2 : History} onClick={() => choose({ show: isEnded ? 'open' : 'ended' })}>
          {t(isEnded ? 'jobs.showOpen' : 'jobs.showEnded')}
        </Button>
      }
      filters={
        <Filters
          filtered={jobsQuery.isFiltered(query)}
          onClear={() => screen.send({ type: 'list.show', query: jobsQuery.cleared })}
        >
          <Chip label={t('jobs.allKinds')} on={kind === ''} onToggle={() => choose({ kind: '' })} />
          {Object.keys(JOB_KINDS).map((each) => (
            <Chip
              key={each}
              label={kindName(t, each)}
              on={kind === each}
              onToggle={() => choose({ kind: kind === each ? '' : each })}
            />
          ))}
        </Filters>
      }
      detail={opened !== '' && <JobDrawer screen={screen} />}
      dialogs={<Question question={useSelector(screen, selectQuestion)} cancelLabel={t('jobs.cancel.keep')} />}
    >
      {isEnded ? <EndedJobs screen={screen} /> : <OpenJobs screen={screen} />}
    </ListPage>
  );
}

function Facts({ screen }: { readonly screen: JobsRef }) {
  const t = useT();
  const { rows, total, overview } = useSelector(screen, selectJobs);
  const { show } = useSelector(screen, selectJobsQuery);
  const now = useServerNow();
  if (show === 'ended') return total > 0 ? t('jobs.endedFacts', { count: total }) : null;
  if (!overview) return null;
  const { counts, medianMs } = overview;
  if (isQuiet(rows, now)) return t('jobs.quiet', { count: counts.done });
  return medianMs === null
    ? t('jobs.facts', counts)
    : t('jobs.factsMedian', { ...counts, median: durationText(t, medianMs) });
}

function OpenJobs({ screen }: { readonly screen: JobsRef }) {
  const t = useT();
  const { query, rows, overview, failure } = useSelector(screen, selectJobs);
  const reading = useSelector(screen, selectIsReading);
  const failureTexts = useListFailure();
  const now = useServerNow();
  if (failure)
    return (
      <FailedCard
        {...failureTexts(failure, 'jobs.failed')}
        busy={reading}
        retryLabel={t('common.retry')}
        onRetry={() => screen.send({ type: 'list.reload' })}
      />
    );
  if (!overview)
    return (
      <div className="card">
        <SkeletonBlocks shape="table" count={SKELETON_ROWS} label={t('jobs.loading')} />
      </div>
    );
  const isFiltered = jobsQuery.isFiltered(query);
  return (
    <>
      {!isQuiet(rows, now) && <JobRows screen={screen} rows={rows} now={now} />}
      {isFiltered && rows.length === 0 && (
        <div className="card">
          <StatePanel state="empty" icon={Clock} title={t('jobs.none')} text={t('jobs.noneText')} />
        </div>
      )}
      <JobLanes screen={screen} overview={overview} now={now} />
    </>
  );
}
