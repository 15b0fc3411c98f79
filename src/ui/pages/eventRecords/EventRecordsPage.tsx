/**
 * Records of what happened to robots: as pictures or as a table, with the details of one beside. Keys: J and K next and
 * previous, X resolves the open alarm as a false one.
 */
import { useSelector } from '@xstate/react';
import Images from 'lucide-react/icons/images';
import Table2 from 'lucide-react/icons/table-2';
import { useEffect, useRef } from 'react';
import { BIZ_TYPES } from '../../../../contract/entities/eventRecord.ts';
import { LIST_COUNTED, LIST_SEARCHED } from '../../../../contract/rules/limits.ts';
import { ERRORS } from '../../../../contract/wire/errors.ts';
import {
  type EventRecordsRef,
  selectEventRecords,
  selectOpenEvent,
} from '../../../machines/eventRecords/eventRecords.selectors.ts';
import {
  type EventLook,
  eventRecordsQuery,
  lookIn,
  type EventRecordsQuery,
} from '../../../machines/eventRecords/eventRecordsQuery.ts';
import { selectRobots, selectSites } from '../../../machines/fleet/fleet.selectors.ts';
import { BIZ_NAMES, isUnresolved } from '../../events/eventTexts.ts';
import { useFleet } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import type { Key } from '../../hooks/localeTexts.ts';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { Chip } from '../../kit/Chip.tsx';
import { isTextEntry } from '../../kit/isTextEntry.ts';
import { SearchInput } from '../../kit/SearchInput.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { Select } from '../../kit/Select.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { Filters } from '../../lists/Filters.tsx';
import { ExportButton } from '../../shell/ExportButton.tsx';
import { ListPage } from '../../lists/ListPage.tsx';
import { RangePicker } from '../../lists/RangePicker.tsx';
import { robotName } from '../../robots/robotName.ts';
import { PagedList } from '../../shell/PagedList.tsx';
import { useRobotZone } from '../../shell/useHomeSite.ts';
import { EventDrawer } from './EventDrawer.tsx';
import { EventPictures, EventTable } from './EventRows.tsx';

const FACTS = {
  pictures: { all: 'eventRecords.alarms', more: 'eventRecords.alarmsMore' },
  table: { all: 'shared.eventCount', more: 'shared.moreThanCountEvents' },
} as const satisfies Record<EventLook, Record<'all' | 'more', Key>>;

/** Kinds of events that somebody resolves; '': all. */
const HAS_OPEN: readonly EventRecordsQuery['bizType'][] = ['', 'alarm', 'system'];

export function EventRecordsPage({ screen }: { readonly screen: EventRecordsRef }) {
  const t = useT();
  const { query, total, open, dismissed, actFailure } = useSelector(screen, selectEventRecords);
  const look = lookIn(query);
  const timeZone = useRobotZone(eventRecordsQuery.read(query).robots[0] ?? '');
  useEventKeys(screen);
  return (
    <ListPage
      title={t('routes.eventRecords')}
      facts={t(FACTS[look][total >= LIST_COUNTED ? 'more' : 'all'], { count: total })}
      actions={
        <>
          <SegmentedControl
            label={t('shared.view')}
            value={look}
            options={[
              { value: 'pictures', label: t('shared.pictures'), icon: Images },
              { value: 'table', label: t('shell.table'), icon: Table2 },
            ]}
            onChange={(value) => screen.send({ type: 'look.choose', look: value })}
          />
          <ExportButton
            screen={screen}
            label={t('eventRecords.export.start')}
            disabledReason={total === 0 && t('shared.thereIsNothingToExport')}
          />
        </>
      }
      filters={<EventFilters screen={screen} timeZone={timeZone} />}
      detail={open !== '' && <EventDrawer screen={screen} />}
    >
      {(dismissed !== '' || actFailure) && (
        <Banner tone="warn" title={actFailure ? t.failure(actFailure) : t('eventRecords.dismiss.done')}>
          {dismissed !== '' && (
            <Button size="s" onClick={() => screen.send({ type: 'dismissal.undo' })}>
              {t('shared.undo')}
            </Button>
          )}
        </Banner>
      )}
      <PagedList
        screen={screen}
        loading="eventRecords.loading"
        failed="eventRecords.failed"
        refusal={(failure) =>
          failure.code === ERRORS.robotForeign ? { title: t('eventRecords.forbidden'), text: t.failure(failure) } : null
        }
        empty={<NoEvents screen={screen} />}
      >
        {look === 'table' ? (
          <EventTable screen={screen} timeZone={timeZone} />
        ) : (
          <EventPictures screen={screen} timeZone={timeZone} />
        )}
      </PagedList>
    </ListPage>
  );
}

/** As pictures, other kinds of events may exist; within a time, more may have happened before. */
function NoEvents({ screen }: { readonly screen: EventRecordsRef }) {
  const t = useT();
  const { query } = useSelector(screen, selectEventRecords);
  const ofAlarms = lookIn(query) === 'pictures';
  const filtered = eventRecordsQuery.isFiltered(query);
  const { bizType, mapId, place, person, open, days, from, until } = eventRecordsQuery.read(query);
  const isSearched = place.trim() !== '' || person.trim() !== '';
  const isNarrowed = mapId !== '' || open === 'yes' || isSearched;
  const canWiden = (ofAlarms || bizType === '') && (days !== '' || from !== '' || until !== '') && days !== '30';
  const titleOf = (): Key => {
    if (isNarrowed) return 'eventRecords.noMatch';
    if (ofAlarms) return filtered ? 'eventRecords.noneFoundAlarms' : 'shared.noAlarmsYet';
    return filtered ? 'eventRecords.noneFound' : 'eventRecords.none';
  };
  const textOf = (): string | undefined => {
    if (isSearched) return t('eventRecords.noMatchText', { count: LIST_SEARCHED });
    return filtered ? undefined : t(ofAlarms ? 'eventRecords.noneAlarmsText' : 'eventRecords.noneText');
  };
  return (
    <StatePanel state="empty" art="security" title={t(titleOf())} text={textOf()}>
      {filtered && (
        <Button
          size="s"
          onClick={() =>
            screen.send({
              type: 'list.show',
              query: canWiden
                ? eventRecordsQuery.patch({ days: '30', from: '', until: '' })
                : eventRecordsQuery.cleared,
            })
          }
        >
          {t(canWiden ? 'eventRecords.widen' : 'shell.clearFilters')}
        </Button>
      )}
      {ofAlarms && (
        <Button size="s" onClick={() => screen.send({ type: 'look.choose', look: 'table' })}>
          {t('eventRecords.allKinds')}
        </Button>
      )}
    </StatePanel>
  );
}

function EventFilters({ screen, timeZone }: { readonly screen: EventRecordsRef; readonly timeZone: string }) {
  const t = useT();
  const { query } = useSelector(screen, selectEventRecords);
  const robots = useSelector(useFleet(), selectRobots);
  const sites = useSelector(useFleet(), selectSites);
  const { bizType, robots: chosen, mapId, place, person, open, days, from, until } = eventRecordsQuery.read(query);
  const floors = sites.flatMap((site) =>
    site.floors.map((floor) => ({
      value: floor.mapId,
      label: [sites.length > 1 ? site.name : '', t('shared.floorAndMap', { floor: floor.floor, map: floor.name })]
        .filter(Boolean)
        .join(' · '),
    })),
  );
  const show = (change: Partial<EventRecordsQuery>): void =>
    screen.send({ type: 'list.show', query: eventRecordsQuery.patch(change) });
  return (
    <Filters
      filtered={eventRecordsQuery.isFiltered(query)}
      onClear={() => screen.send({ type: 'list.show', query: eventRecordsQuery.cleared })}
    >
      <RangePicker
        value={{ days, from, until }}
        choices={['1', '7', '14', '30', '']}
        timeZone={timeZone}
        onChange={(range) => show(range)}
      />
      {lookIn(query) === 'table' && (
        <Select
          size="s"
          className="desk:w-[148px]"
          label={t('shared.type')}
          value={bizType}
          options={[
            { value: '' as const, label: t('shared.allTypes') },
            ...BIZ_TYPES.map((value) => ({ value, label: t(BIZ_NAMES[value]) })),
          ]}
          onChange={(value) => show({ bizType: value })}
        />
      )}
      <Select
        size="s"
        className="desk:w-[148px]"
        label={t('common.robot')}
        value={chosen[0] ?? ''}
        options={[
          { value: '', label: t('shared.allRobots') },
          ...robots.map((robot) => ({ value: robot.serialNumber, label: robotName(robot) })),
        ]}
        onChange={(serialNumber) => show({ robots: serialNumber === '' ? [] : [serialNumber] })}
      />
      <Select
        size="s"
        className="desk:w-[148px]"
        label={t('shared.floor')}
        value={mapId}
        options={[{ value: '', label: t('eventRecords.filter.floors') }, ...floors]}
        onChange={(value) => show({ mapId: value })}
      />
      {HAS_OPEN.includes(bizType) && (
        <Chip
          label={t('eventRecords.filter.open')}
          on={open === 'yes'}
          onToggle={() => show({ open: open === 'yes' ? '' : 'yes' })}
        />
      )}
      <SearchInput
        size="s"
        label={t('eventRecords.filter.place')}
        value={place}
        onChange={(words) => show({ place: words })}
      />
      <SearchInput size="s" label={t('shared.person')} value={person} onChange={(words) => show({ person: words })} />
    </Filters>
  );
}

function useEventKeys(screen: EventRecordsRef): void {
  const current = useRef(screen);
  useEffect(() => {
    current.current = screen;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && isTextEntry(event.target)) return;
      if (document.querySelector('[role=alertdialog]')) return;
      const snapshot = current.current.getSnapshot();
      const key = event.key.toLowerCase();
      if (key === 'j' || key === 'k')
        current.current.send({ type: 'event.step', to: key === 'j' ? 'next' : 'previous' });
      const row = key === 'x' ? selectOpenEvent(snapshot) : undefined;
      if (row && isUnresolved(row)) current.current.send({ type: 'event.dismiss', caseId: row.sourceId });
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
