/** Events and lost connections as one list, and the one to jump to. Pure. */
import type { EventRecord } from '../../../../contract/entities/eventRecord.ts';
import type { MonitoringOverview } from '../../../../contract/entities/monitoring.ts';
import type { EventGroup } from '../../../machines/monitoring/monitoringQuery.ts';
import { linkLosses } from '../../../machines/monitoring/timeView.ts';

export interface Happening {
  id: string;
  at: number;
  until: number | null;
  serialNumber: string;
  robotName: string;
  /** null for a lost connection. */
  event: EventRecord | null;
}
/** A jump lands this long before an event, ms. */
export const LEAD_MS = 5_000;
/** An event within this time of the moment is the one that is shown, ms. */
const SAME_MS = 1_000;
/** Shorter interruptions are not listed. */
const SHORT_LOSS_MS = 30_000;

const GROUPS: Readonly<Record<EventGroup, (one: Happening) => boolean>> = {
  all: () => true,
  alarms: ({ event }) => event?.bizType === 'alarm',
  runs: ({ event }) => event !== null && ['delivery', 'cruise', 'disinfection'].includes(event.bizType),
  links: ({ event }) => event === null || event.bizType === 'system',
  people: ({ event }) => event?.bizType === 'manual' || event?.bizType === 'reception',
};

export function happeningsIn(
  events: readonly EventRecord[],
  overview: MonitoringOverview | null,
  { group, robot }: { group: EventGroup; robot: string },
): Happening[] {
  const names = new Map((overview?.robots ?? []).map(({ serialNumber, name }) => [serialNumber, name]));
  const losses = linkLosses(overview).flatMap(({ serialNumber, from, until }): Happening[] =>
    until - from < SHORT_LOSS_MS
      ? []
      : [
          {
            id: `link:${serialNumber}:${from}`,
            at: from,
            until,
            serialNumber,
            robotName: names.get(serialNumber) ?? serialNumber,
            event: null,
          },
        ],
  );
  const recorded = events.map((event): Happening => {
    const { id, at, until, serialNumber, robotName } = event;
    return { id, at, until, serialNumber, robotName, event };
  });
  return [...recorded, ...losses]
    .filter((one) => GROUPS[group](one) && (robot === '' || one.serialNumber === robot))
    .sort((a, b) => a.at - b.at);
}

/** The event before or after a moment; a jump lands before it, and the next jump goes on from there. */
export function neighbourOf(list: readonly Happening[], at: number, to: 'next' | 'previous'): Happening | undefined {
  const here = at + LEAD_MS;
  return to === 'next' ? list.find((one) => one.at > here + SAME_MS) : list.findLast((one) => one.at < here - SAME_MS);
}
