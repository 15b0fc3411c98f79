/** Records of calls with robots: who talked with whom, how long, how it ended and what it was about. */
import { useSelector } from '@xstate/react';
import Phone from 'lucide-react/icons/phone';
import type { Call } from '../../../../contract/entities/call.ts';
import { LIST_COUNTED } from '../../../../contract/rules/limits.ts';
import { callRecordsQuery, END_FILTERS, ORIGIN_FILTERS } from '../../../machines/callRecords/callRecordsQuery.ts';
import { type CallRecordsRef, selectCallRecords } from '../../../machines/callRecords/callRecords.selectors.ts';
import { selectIsMobile } from '../../../machines/preferences/preferences.selectors.ts';
import { durationText, END_NAMES, ORIGIN_NAMES, resultText, talkedMs, TOPIC_NAMES } from '../../calls/callTexts.ts';
import { useApp } from '../../hooks/useApp.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { useT } from '../../hooks/useT.ts';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { Select } from '../../kit/Select.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import type { Column } from '../../kit/Table.tsx';
import { TableOrBlocks } from '../../kit/TableOrBlocks.tsx';
import { PagedList } from '../../shell/PagedList.tsx';
import { PageHead } from '../../shell/PageHead.tsx';
import { ownZone, timeStamp, zoneName } from '../../shell/siteTime.ts';

export function CallRecordsPage({ screen }: { readonly screen: CallRecordsRef }) {
  const t = useT();
  const now = useServerNow();
  const { rows, query, total } = useSelector(screen, selectCallRecords);
  const { origin, end } = callRecordsQuery.read(query);
  const filtered = callRecordsQuery.isFiltered(query);
  return (
    <div className="list-page">
      <PageHead
        title={t('callRecords.title')}
        facts={t('callRecords.intro', { zone: zoneName(ownZone(), t.language, now) })}
      />
      <div className="flex flex-wrap items-center gap-3">
        <SegmentedControl
          size="s"
          label={t('callRecords.origin')}
          value={origin}
          options={ORIGIN_FILTERS.map((value) => ({
            value,
            label: value === 'all' ? t('callRecords.all') : t(ORIGIN_NAMES[value]),
          }))}
          onChange={(next) => screen.send({ type: 'list.show', query: callRecordsQuery.patch({ origin: next }) })}
        />
        <Select
          label={t('callRecords.end')}
          value={end}
          options={END_FILTERS.map((value) => ({
            value,
            label: value === 'all' ? t('callRecords.allEnds') : t(END_NAMES[value]),
          }))}
          onChange={(next) => screen.send({ type: 'list.show', query: callRecordsQuery.patch({ end: next }) })}
        />
        <span className="text-13 text-text-2">
          {t(total >= LIST_COUNTED ? 'callRecords.countMore' : 'callRecords.count', { count: total })}
        </span>
      </div>
      <PagedList
        screen={screen}
        loading="callRecords.loading"
        failed="callRecords.failed"
        empty={
          <StatePanel
            state="empty"
            icon={Phone}
            title={t(filtered ? 'callRecords.noneFound' : 'callRecords.none')}
            text={t(filtered ? 'callRecords.noneFoundText' : 'callRecords.noneText')}
          />
        }
      >
        <Records rows={rows} now={now} />
      </PagedList>
    </div>
  );
}

function Records({ rows, now }: { readonly rows: readonly Call[]; readonly now: number }) {
  const t = useT();
  const mobile = useSelector(useApp().preferences, selectIsMobile);
  const zone = ownZone();
  const talked = (call: Call): string => {
    const ms = talkedMs(call, now);
    return ms === null ? '—' : durationText(ms);
  };
  const about = ({ topic, note }: Call): string => [topic && t(TOPIC_NAMES[topic]), note].filter(Boolean).join(': ');
  const columns: Column<Call>[] = [
    {
      id: 'at',
      head: t('callRecords.table.at'),
      cell: ({ createdAt }) => <span className="serial">{timeStamp(createdAt, zone)}</span>,
    },
    {
      id: 'robot',
      head: t('callRecords.table.robot'),
      cell: ({ robotName, origin }) => (
        <>
          <b className="font-semibold">{robotName}</b>
          <span className="block text-12 text-text-2">{t(ORIGIN_NAMES[origin])}</span>
        </>
      ),
    },
    {
      id: 'who',
      head: t('callRecords.table.who'),
      cell: ({ operator }) => operator?.name ?? t('callTexts.nobody'),
    },
    {
      id: 'talked',
      head: t('callRecords.table.talked'),
      cell: (call) => <span className="tabular-nums">{talked(call)}</span>,
    },
    { id: 'result', head: t('callRecords.table.result'), cell: (call) => resultText(t, call) },
    { id: 'about', head: t('callRecords.table.about'), className: 'whitespace-normal', cell: about },
  ];
  return (
    <TableOrBlocks
      mobile={mobile}
      label={t('callRecords.table.name')}
      columns={columns}
      rows={rows}
      idOf={({ id }) => id}
      blockOf={(call) => ({
        title: call.robotName,
        lines: [
          [t(ORIGIN_NAMES[call.origin]), call.operator?.name ?? t('callTexts.nobody'), talked(call)].join(' · '),
          [resultText(t, call), about(call)].filter(Boolean).join(' · '),
          <time key="at" className="tabular-nums">
            {timeStamp(call.createdAt, zone)}
          </time>,
        ],
      })}
    />
  );
}
