/**
 * Records of calls with robots: who talked with whom, how long, how it ended and what it was about, with the details of
 * one beside. Keys: those of every list (useListKeys).
 */
import { useSelector } from '@xstate/react';
import Phone from 'lucide-react/icons/phone';
import type { Call } from '../../../../contract/entities/call.ts';
import { CALL_ENDS } from '../../../../contract/rules/call.ts';
import { LIST_SEARCHED } from '../../../../contract/rules/limits.ts';
import { ERRORS } from '../../../../contract/wire/errors.ts';
import {
  callRecordsQuery,
  type CallRecordsQuery,
  ORIGIN_FILTERS,
} from '../../../machines/callRecords/callRecordsQuery.ts';
import { type CallRecordsRef, selectCallRecords } from '../../../machines/callRecords/callRecords.selectors.ts';
import { durationText, END_NAMES, ORIGIN_NAMES, resultText, talkedMs, TOPIC_NAMES } from '../../calls/callTexts.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { SearchInput } from '../../kit/SearchInput.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { Select } from '../../kit/Select.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import type { ListColumn } from '../../lists/columns.ts';
import { countText } from '../../lists/countText.ts';
import { Filters } from '../../lists/Filters.tsx';
import { ExportButton } from '../../shell/ExportButton.tsx';
import { ListPage } from '../../lists/ListPage.tsx';
import { ListTable } from '../../lists/ListTable.tsx';
import { timeColumn } from '../../lists/timeColumn.tsx';
import { RangePicker } from '../../lists/RangePicker.tsx';
import { RobotChips, RobotSelect } from '../../robots/RobotFilter.tsx';
import { useListKeys } from '../../lists/useListKeys.ts';
import { PagedList } from '../../shell/PagedList.tsx';
import { useHomeSite } from '../../shell/useHomeSite.ts';
import { CallDrawer } from './CallDrawer.tsx';

export function CallRecordsPage({ screen }: { readonly screen: CallRecordsRef }) {
  const t = useT();
  const now = useServerNow();
  const { timeZone } = useHomeSite();
  const { rows, query, total, open } = useSelector(screen, selectCallRecords);
  const filtered = callRecordsQuery.isFiltered(query);
  const searched = callRecordsQuery.read(query).who.trim() !== '';
  useListKeys({
    ids: rows.map(({ id }) => id),
    open,
    onOpen: (id) => screen.send({ type: 'record.open', id }),
    onClose: () => screen.send({ type: 'record.close' }),
  });
  return (
    <ListPage
      title={t('routes.callRecords')}
      facts={t('callRecords.facts', { count: countText(total) })}
      actions={
        <ExportButton
          screen={screen}
          // The list searches only the newest calls, the export all of them.
          label={t(searched ? 'callRecords.export.found' : 'callRecords.export.start', { count: countText(total) })}
          disabledReason={total === 0 && !searched && t('shared.nothingToExport')}
        />
      }
      filters={<CallFilters screen={screen} timeZone={timeZone} />}
      detail={open !== '' && <CallDrawer screen={screen} timeZone={timeZone} now={now} />}
    >
      <PagedList
        screen={screen}
        loading="callRecords.loading"
        failed="callRecords.failed"
        refusal={(failure) =>
          failure.code === ERRORS.robotForeign ? { title: t('callRecords.forbidden'), text: t.failure(failure) } : null
        }
        empty={
          <StatePanel
            state="empty"
            icon={Phone}
            title={t(filtered ? 'callRecords.noneFound' : 'callRecords.none')}
            text={
              searched
                ? t('callRecords.noneSearched', { count: LIST_SEARCHED })
                : t(filtered ? 'callRecords.noneFoundText' : 'callRecords.noneText')
            }
          >
            {filtered && (
              <Button size="s" onClick={() => screen.send({ type: 'list.show', query: callRecordsQuery.cleared })}>
                {t('shell.clearFilters')}
              </Button>
            )}
          </StatePanel>
        }
      >
        <CallTable screen={screen} timeZone={timeZone} now={now} />
      </PagedList>
    </ListPage>
  );
}

interface PartProps {
  readonly screen: CallRecordsRef;
  readonly timeZone: string;
}

function CallFilters({ screen, timeZone }: PartProps) {
  const t = useT();
  const { query } = useSelector(screen, selectCallRecords);
  const { origin, end, robots: chosen, days, from, until } = callRecordsQuery.read(query);
  const show = (change: Partial<CallRecordsQuery>): void =>
    screen.send({ type: 'list.show', query: callRecordsQuery.patch(change) });
  return (
    <Filters
      filtered={callRecordsQuery.isFiltered(query)}
      onClear={() => screen.send({ type: 'list.show', query: callRecordsQuery.cleared })}
    >
      <RangePicker
        value={{ days, from, until }}
        choices={['1', '7', '14', '30', '']}
        timeZone={timeZone}
        onChange={(range) => show(range)}
      />
      <SegmentedControl
        size="s"
        label={t('callRecords.origin')}
        value={origin}
        options={ORIGIN_FILTERS.map((value) => ({
          value,
          label: value === 'all' ? t('common.all') : t(ORIGIN_NAMES[value]),
        }))}
        onChange={(value) => show({ origin: value })}
      />
      <RobotSelect chosen={chosen} onChange={(robots) => show({ robots })} />
      <Select
        size="s"
        className="desk:w-[148px]"
        label={t('shared.result')}
        value={end}
        options={[
          { value: '' as const, label: t('shared.allResults') },
          ...CALL_ENDS.map((value) => ({ value, label: t(END_NAMES[value]) })),
        ]}
        onChange={(value) => show({ end: value })}
      />
      <SearchInput size="s" label={t('common.operator')} value={query['who'] ?? ''} onChange={(who) => show({ who })} />
      <RobotChips chosen={chosen} onChange={(robots) => show({ robots })} />
    </Filters>
  );
}

function CallTable({ screen, timeZone, now }: PartProps & { readonly now: number }) {
  const t = useT();
  const { rows, open } = useSelector(screen, selectCallRecords);
  const columns: readonly ListColumn<Call>[] = [
    timeColumn({
      id: 'at',
      head: t('shared.started'),
      at: ({ createdAt }) => createdAt,
      timeZone,
    }),
    {
      id: 'robot',
      head: t('common.robot'),
      cell: (call) => <b className="font-semibold">{call.robotName}</b>,
      phone: 'title',
    },
    { id: 'origin', head: t('callRecords.origin'), text: ({ origin }) => t(ORIGIN_NAMES[origin]) },
    {
      id: 'who',
      head: t('common.operator'),
      text: ({ operator, area }) => [operator?.name ?? t('shared.nobody'), area].filter(Boolean).join(', '),
      phone: 'beside',
    },
    {
      id: 'talked',
      head: t('callRecords.table.talked'),
      numeric: true,
      text: (call) => {
        const ms = talkedMs(call, now);
        return ms === null ? '—' : durationText(ms);
      },
      phone: 'beside',
    },
    { id: 'result', head: t('shared.result'), text: (call) => resultText(t, call) },
    {
      id: 'about',
      head: t('callRecords.table.about'),
      text: ({ topic, note }) => [topic && t(TOPIC_NAMES[topic]), note].filter(Boolean).join(': '),
      className: 'w-full max-w-0 min-w-[120px] overflow-hidden text-ellipsis',
      phone: 'beside',
    },
  ];
  return (
    <ListTable
      label={t('shared.calls')}
      columns={open === '' ? columns : columns.filter(({ id }) => id !== 'origin' && id !== 'about')}
      rows={rows}
      idOf={({ id }) => id}
      current={open || undefined}
      onOpen={(id) => screen.send({ type: 'record.open', id })}
    />
  );
}
