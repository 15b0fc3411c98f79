/** What people did about an alarm: seen, told, taken, closed, each with its time. */
import { useSelector } from '@xstate/react';
import type { EventRecord } from '../../../../contract/entities/eventRecord.ts';
import { type EventRecordsRef, selectEventRecords } from '../../../machines/eventRecords/eventRecords.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { TRACK_LINE, TRACK_NODE } from '../../kit/Track.tsx';
import { timeWithSeconds } from '../../shell/siteTime.ts';

interface StationsProps {
  readonly screen: EventRecordsRef;
  readonly event: EventRecord;
  readonly timeZone: string;
}

export function CaseStationsTrack({ screen, event: { id, at }, timeZone }: StationsProps) {
  const t = useT();
  const { plan } = useSelector(screen, selectEventRecords);
  if (plan?.of !== id || !plan.stations) return null;
  const { toldAt, told, isSilenced, takenAt, resolvedAt } = plan.stations;
  const stations: { label: string; at: number | null; note?: string; missing?: string }[] = [
    { label: t('eventRecords.stations.seen'), at },
    {
      label: t('eventRecords.stations.told'),
      at: toldAt,
      note: t('eventRecords.stations.people', { count: told }),
      ...(isSilenced && { missing: t('alarmCases.notificationsOff') }),
    },
    { label: t('shared.taken'), at: takenAt },
    { label: t('shared.resolvedStation'), at: resolvedAt },
  ];
  const isClosed = resolvedAt !== null;
  const current = stations.findLastIndex((station) => station.at !== null);
  /** A station can be left out: nobody was told of a case that is taken. */
  const nodeOf = (index: number): keyof typeof TRACK_NODE => {
    if (stations[index]?.at === null) return 'todo';
    if (isClosed) return 'proven';
    return index < current ? 'done' : 'now';
  };
  return (
    <ol
      aria-label={t('eventRecords.stations.name')}
      className="grid flex-none auto-cols-fr grid-flow-col border-t border-line pt-3"
    >
      {stations.map((station, index) => (
        <li key={station.label} className="min-w-0 text-12" aria-current={index === current ? 'step' : undefined}>
          <span aria-hidden="true" className="mb-1 flex h-3 items-center">
            <span className={TRACK_NODE[nodeOf(index)]} />
            {index < stations.length - 1 && (
              <span className={`${TRACK_LINE[index >= current ? 'todo' : isClosed ? 'proven' : 'done']} flex-1`} />
            )}
          </span>
          <b className="block font-semibold">{station.label}</b>
          <span className="block text-text-2 tabular-nums">
            {station.at === null
              ? (station.missing ??
                t(index < current || isClosed ? 'eventRecords.stations.skipped' : 'eventRecords.stations.notYet'))
              : timeWithSeconds(station.at, timeZone)}
          </span>
          {station.at !== null && station.note !== undefined && (
            <span className="block text-text-2">{station.note}</span>
          )}
        </li>
      ))}
    </ol>
  );
}
