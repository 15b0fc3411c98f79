/** One page of events: pictures in columns, day by day, or a table. */
import { useSelector } from '@xstate/react';
import ImageOff from 'lucide-react/icons/image-off';
import type { EventRecord } from '../../../../contract/entities/eventRecord.ts';
import { zonedDate } from '../../../../contract/rules/zonedTime.ts';
import { type EventRecordsRef, selectEventRecords } from '../../../machines/eventRecords/eventRecords.selectors.ts';
import { BIZ_ICONS, BIZ_NAMES, eventNote, eventState, eventTitle, isUnresolved } from '../../events/eventTexts.ts';
import type { Translate } from '../../hooks/translate.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { useT } from '../../hooks/useT.ts';
import { classes } from '../../kit/classes.ts';
import { Icon } from '../../kit/Icon.tsx';
import type { ListColumn } from '../../lists/columns.ts';
import { ListTable } from '../../lists/ListTable.tsx';
import { timeColumn } from '../../lists/timeColumn.tsx';
import { dateText, timeStamp, timeWithSeconds } from '../../shell/siteTime.ts';

interface RowsProps {
  readonly screen: EventRecordsRef;
  readonly timeZone: string;
}

/** Why an event has no picture. */
export function noPictureText(t: Translate, { bizType, pictureId }: EventRecord): string {
  if (bizType !== 'alarm') return t('eventRecords.picture.none');
  return t(pictureId === null ? 'eventRecords.picture.notTaken' : 'eventRecords.picture.expired');
}

/** Alarms day by day, newest first. */
export function EventPictures({ screen, timeZone }: RowsProps) {
  const t = useT();
  const { rows } = useSelector(screen, selectEventRecords);
  const today = zonedDate(timeZone, useServerNow(60_000));
  return (
    <div
      className="grid min-h-0 content-start gap-4 overflow-y-auto p-1"
      role="group"
      aria-label={t('routes.eventRecords')}
    >
      {daysOf(rows, timeZone).map(([date, events]) => {
        const name = date === today ? t('shared.today') : dateText(date, t.language, { weekday: 'long' });
        return (
          <section key={date} className="grid gap-2" aria-label={`${name} ${date}`}>
            <h2 className="flex items-baseline gap-2 text-13 font-semibold text-heading">
              {name} <span className="text-12 font-normal text-text-2 tabular-nums">{date}</span>
            </h2>
            <ul className="grid grid-cols-[repeat(auto-fill,minmax(210px,1fr))] gap-3 max-desk:grid-cols-2">
              {events.map((event) => (
                <EventTile key={event.id} screen={screen} timeZone={timeZone} event={event} />
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

function daysOf(rows: readonly EventRecord[], timeZone: string): [date: string, events: EventRecord[]][] {
  const days = new Map<string, EventRecord[]>();
  for (const event of rows) {
    const date = zonedDate(timeZone, event.at);
    days.set(date, [...(days.get(date) ?? []), event]);
  }
  return [...days];
}

function EventTile({ screen, timeZone, event }: RowsProps & { readonly event: EventRecord }) {
  const t = useT();
  const { pictures, open } = useSelector(screen, selectEventRecords);
  const { id, at, pictureId, bizType } = event;
  const url = pictureId === null ? undefined : pictures[pictureId];
  const title = eventTitle(t, event);
  return (
    <li>
      <button
        type="button"
        className={classes(
          'card card-clip flex size-full flex-col text-left hover:bg-hover',
          id === open && 'outline-2 outline-mark',
        )}
        aria-current={id === open ? 'true' : undefined}
        onClick={() => screen.send({ type: 'event.open', id })}
      >
        <span className="relative grid h-30 w-full flex-none place-items-center bg-surface-3 text-text-2">
          {url ? (
            <img
              src={url}
              alt={t('eventRecords.picture.of', { what: title, time: timeStamp(at, timeZone) })}
              className="absolute inset-0 size-full object-cover"
            />
          ) : (
            <span className="grid justify-items-center gap-1 px-3 pb-4 text-center text-11">
              <Icon of={bizType === 'alarm' ? ImageOff : BIZ_ICONS[bizType]} size={20} />
              {noPictureText(t, event)}
            </span>
          )}
          <span className="absolute bottom-2 left-2 rounded bg-black/60 px-2 text-11 text-white tabular-nums">
            {timeWithSeconds(at, timeZone)}
          </span>
        </span>
        <span className="grid gap-0.5 px-3 py-2">
          <span className="text-13 font-semibold wrap-anywhere">{title}</span>
          <span className="truncate text-12 text-text-2">{eventNote(event)}</span>
          <span className={classes('text-12', isUnresolved(event) && 'text-st-alarm-text')}>
            {event.state === 'open' && bizType === 'alarm' ? t('eventRecords.open') : eventState(t, event)}
          </span>
        </span>
      </button>
    </li>
  );
}

export function EventTable({ screen, timeZone }: RowsProps) {
  const t = useT();
  const { rows, open } = useSelector(screen, selectEventRecords);
  const columns: readonly ListColumn<EventRecord>[] = [
    timeColumn({
      id: 'at',
      head: t('shared.time'),
      at: ({ at }) => at,
      timeZone,
    }),
    { id: 'type', head: t('shared.type'), text: ({ bizType }) => t(BIZ_NAMES[bizType]), phone: 'beside' },
    {
      id: 'what',
      head: t('eventTexts.column.what'),
      text: (event) => eventTitle(t, event),
      className: 'w-full max-w-0 min-w-[120px] overflow-hidden text-ellipsis',
      phone: 'title',
    },
    { id: 'robot', head: t('common.robot'), text: ({ robotName }) => robotName, phone: 'title' },
    { id: 'place', head: t('shared.place'), text: ({ place }) => place?.name ?? '', phone: 'beside' },
    { id: 'by', head: t('shared.person'), text: ({ by }) => by, phone: 'hidden' },
    {
      id: 'state',
      head: t('shared.state'),
      cell: (event) => (
        <span className={isUnresolved(event) ? 'text-st-alarm-text' : undefined}>{eventState(t, event)}</span>
      ),
    },
  ];
  return (
    <ListTable
      label={t('routes.eventRecords')}
      columns={open === '' ? columns : columns.filter(({ id }) => id !== 'by' && id !== 'place')}
      rows={rows}
      idOf={({ id }) => id}
      current={open || undefined}
      onOpen={(id) => screen.send({ type: 'event.open', id })}
    />
  );
}
