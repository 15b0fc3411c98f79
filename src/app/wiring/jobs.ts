/** Wires the page of background jobs to the API. */
import { fromCallback, fromPromise } from 'xstate';
import { jobs as calls } from '../../../contract/endpoints/jobs.ts';
import type { JobDetails } from '../../../contract/entities/job.ts';
import { jobsMachine, type JobsResult, type JobTask } from '../../machines/jobs/jobs.machine.ts';
import type { JobsRequest } from '../../machines/jobs/jobsQuery.ts';
import { createClient } from '../../services/api.ts';
import { type TabParts, watchTab } from '../../services/tabVisibility.ts';
import type { Services } from '../services.ts';

export function wireJobs({ transport }: Services, browser: TabParts = { window, document }) {
  const api = createClient(calls, transport);
  return jobsMachine.provide({
    actors: {
      loadList: fromPromise<JobsResult, JobsRequest>(async ({ input: { kind, show, range, page, limit }, signal }) => {
        if (show === 'ended') return { ...(await api.ended({ kind, page, limit }, { signal })), overview: null };
        const { failed, running, waiting, ...overview } = await api.overview({ kind, range }, { signal });
        const rows = [...failed, ...running, ...waiting];
        return { total: rows.length, rows, overview };
      }),
      loadDetails: fromPromise<JobDetails, { id: string }>(({ input, signal }) =>
        api.details({ jobId: input.id }, { signal }),
      ),
      retry: fromPromise<void, { id: string; kind: string }>(async ({ input: { id, kind }, signal }) => {
        await (id === '' ? api.retryAll({ kind }, { signal }) : api.retry({ jobId: id }, { signal }));
      }),
      act: fromPromise<null, { task: JobTask }>(({ input, signal }) =>
        api.cancel({ jobId: input.task.id }, { signal }),
      ),
      watchTab: fromCallback(({ sendBack }) =>
        watchTab(browser, (seen) => sendBack({ type: seen === 'hidden' ? 'tab.hidden' : 'tab.seen' })),
      ),
    },
  });
}
