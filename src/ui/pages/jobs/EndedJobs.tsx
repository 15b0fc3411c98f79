/** Jobs that are done or cancelled, newest first. */
import { useSelector } from '@xstate/react';
import History from 'lucide-react/icons/history';
import type { Job } from '../../../../contract/entities/job.ts';
import { type JobsRef, selectJobs } from '../../../machines/jobs/jobs.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { StatePanel } from '../../kit/StatePanel.tsx';
import type { ListColumn } from '../../lists/columns.ts';
import { ListTable } from '../../lists/ListTable.tsx';
import { PagedList } from '../../shell/PagedList.tsx';
import { aboutJob, durationText, fullTime, kindName, reasonOf, STATE_KEYS } from './jobTexts.ts';

export function EndedJobs({ screen }: { readonly screen: JobsRef }) {
  const t = useT();
  const { rows } = useSelector(screen, selectJobs);
  const columns: readonly ListColumn<Job>[] = [
    {
      id: 'job',
      head: t('jobs.column.job'),
      phone: 'title',
      text: (job) => `${kindName(t, job.kind)} · ${aboutJob(t, job)}`,
    },
    { id: 'state', head: t('shared.state'), text: ({ state }) => t(STATE_KEYS[state]) },
    { id: 'ended', head: t('shared.endedAt'), className: 'tabular-nums', text: ({ endedAt }) => fullTime(endedAt) },
    {
      id: 'took',
      head: t('jobs.column.took'),
      className: 'tabular-nums',
      phone: 'beside',
      text: ({ startedAt, endedAt }) =>
        startedAt === null || endedAt === null ? '' : durationText(t, Math.max(0, endedAt - startedAt)),
    },
    {
      id: 'reason',
      head: t('shared.reason'),
      className: 'whitespace-normal',
      text: ({ reason }) => (reason ? reasonOf(t, reason) : ''),
    },
  ];
  return (
    <PagedList
      screen={screen}
      loading="jobs.loading"
      failed="jobs.failed"
      empty={<StatePanel state="empty" icon={History} title={t('jobs.noneEnded')} text={t('jobs.noneEndedText')} />}
    >
      <ListTable
        label={t('jobs.endedTable')}
        columns={columns}
        rows={rows}
        idOf={({ id }) => id}
        onOpen={(id) => screen.send({ type: 'job.open', id })}
      />
    </PagedList>
  );
}
