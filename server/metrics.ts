/** Prometheus metrics, each with its unit in the name. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { DEFAULT_LANGUAGE } from '../contract/entities/constants.ts';
import type { AppDeps } from './appDeps.ts';
import { addJobMetrics } from './jobs/jobMetrics.ts';

export interface Metrics {
  /** @param call a path of the catalogue, or `unknown` */
  countCall(call: string, code: number, seconds: number): void;
  contentType: string;
  read(): Promise<string>;
}

export function createMetrics({
  broker,
  fleet,
  rights,
  sharedDb,
  now,
  ignoredReports,
}: Pick<AppDeps, 'broker' | 'fleet' | 'rights' | 'sharedDb' | 'now'> & {
  /** Reports of robots about deliveries that were ignored. */
  ignoredReports: () => number;
}): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'roundhouse_' });
  addJobMetrics(registry, { sharedDb, now });
  const registers = [registry];
  const calls = new Counter({
    name: 'roundhouse_calls_total',
    help: 'API calls, by path and code.',
    labelNames: ['path', 'code'],
    registers,
  });
  const durations = new Histogram({
    name: 'roundhouse_call_seconds',
    help: 'Response time of API calls.',
    labelNames: ['path'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers,
  });
  new Gauge({
    name: 'roundhouse_robots',
    help: 'Robots, by connection state.',
    labelNames: ['connection'],
    registers,
    collect() {
      this.reset();
      for (const { serialNumber } of fleet.fleetCache.robots())
        this.inc({ connection: fleet.live(serialNumber, DEFAULT_LANGUAGE).connection });
    },
  });
  const messages = new Counter({
    name: 'roundhouse_robot_messages_total',
    help: 'Messages received from robots.',
    registers,
  });
  broker.onRobotMessage(() => messages.inc());
  new Counter({
    name: 'roundhouse_delivery_reports_ignored_total',
    help: 'Reports of robots about deliveries that are over, that they do not have, or beyond the limits.',
    registers,
    collect() {
      this.reset();
      this.inc(ignoredReports());
    },
  });
  new Gauge({
    name: 'roundhouse_broker_up',
    help: 'Whether the broker is available (1) or not (0).',
    registers,
    collect() {
      this.set(broker.isUp() ? 1 : 0);
    },
  });
  new Gauge({
    name: 'roundhouse_rights_known',
    help: 'Sessions and relations cached in memory, which authorise a Stop while the database does not respond.',
    labelNames: ['of'],
    registers,
    collect() {
      for (const [of, count] of Object.entries(rights.known())) this.set({ of }, count);
    },
  });
  new Gauge({
    name: 'roundhouse_rights_age_seconds',
    help: 'Time since sessions and relations were last read from the database.',
    registers,
    collect() {
      this.set(rights.age() / 1_000);
    },
  });
  new Gauge({
    name: 'roundhouse_unrecorded_stops',
    help: 'Stops in force that are not yet recorded in the database.',
    registers,
    collect() {
      this.set(
        [...fleet.fleetCache.robots()]
          .flatMap(({ serialNumber }) => fleet.stopsOf(serialNumber))
          .filter(({ isRecorded }) => !isRecorded).length,
      );
    },
  });
  return {
    countCall(call, code, seconds) {
      calls.inc({ path: call, code });
      durations.observe({ path: call }, seconds);
    },
    contentType: registry.contentType,
    read: () => registry.metrics(),
  };
}
