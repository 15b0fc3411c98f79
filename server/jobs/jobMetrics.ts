/** Metrics of background jobs. */
import { Gauge, type Registry } from 'prom-client';
import type { CoreDeps } from '../coreDeps.ts';
import { jobFigures } from '../db/repositories/jobAdmin.ts';

/** The figures are left out while the database does not answer. */
export function addJobMetrics(registry: Registry, { sharedDb, now }: Pick<CoreDeps, 'sharedDb' | 'now'>): void {
  const registers = [registry];
  const oldest = new Gauge({
    name: 'roundhouse_jobs_oldest_waiting_seconds',
    help: 'For how long the oldest due background job has been waiting.',
    registers,
  });
  new Gauge({
    name: 'roundhouse_jobs',
    help: 'Background jobs, by kind and state.',
    labelNames: ['kind', 'state'],
    registers,
    async collect() {
      this.reset();
      oldest.reset();
      const figures = await jobFigures(sharedDb, new Date(now())).catch(() => undefined);
      if (!figures) return;
      for (const { kind, state, number } of figures.counts) this.set({ kind, state }, number);
      oldest.set(figures.oldestWaitingMs / 1_000);
    },
  });
}
