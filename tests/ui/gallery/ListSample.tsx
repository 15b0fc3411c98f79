/** A list page: head, filters, days, table or blocks, and the details of a row. */
import { useState } from 'react';
import Plus from 'lucide-react/icons/plus';
import type { ExportRef } from '../../../src/machines/factories/longJob.ts';
import { Button } from '../../../src/ui/kit/Button.tsx';
import { ListCard } from '../../../src/ui/kit/ListCard.tsx';
import { SearchInput } from '../../../src/ui/kit/SearchInput.tsx';
import { Select } from '../../../src/ui/kit/Select.tsx';
import { StatePanel } from '../../../src/ui/kit/StatePanel.tsx';
import { StatusPill } from '../../../src/ui/kit/StatusPill.tsx';
import { WeekBars } from '../../../src/ui/kit/later/WeekBars.tsx';
import type { ListColumn } from '../../../src/ui/lists/columns.ts';
import { Drawer } from '../../../src/ui/lists/Drawer.tsx';
import { Filters } from '../../../src/ui/lists/Filters.tsx';
import { ExportButton } from '../../../src/ui/shell/ExportButton.tsx';
import { ListPage } from '../../../src/ui/lists/ListPage.tsx';
import { ListTable } from '../../../src/ui/lists/ListTable.tsx';
import { type DayRange, RangePicker } from '../../../src/ui/lists/RangePicker.tsx';
import { timeColumn } from '../../../src/ui/lists/timeColumn.tsx';
import { nothing } from './Section.tsx';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const ALL: DayRange = { days: '7', from: '', until: '' };
const RUNS = Array.from({ length: 14 }, (_, index) => ({
  id: String(index),
  at: Date.UTC(2026, 10, 21, 14 - Math.floor(index / 2), 27, 10),
  robot: `Porter ${(index % 3) + 1}`,
  way: `Kitchen pass to room ${200 + index * 7}`,
  failed: index % 5 === 4,
  minutes: 4 + ((index * 5) % 13),
}));
type Run = (typeof RUNS)[number];

const COLUMNS: readonly ListColumn<Run>[] = [
  timeColumn({ id: 'at', head: 'Created', at: ({ at }) => at, timeZone: 'UTC', sortable: true }),
  { id: 'robot', head: 'Robot', text: ({ robot }) => robot, phone: 'beside' },
  { id: 'way', head: 'From and to', text: ({ way }) => way, phone: 'title' },
  {
    id: 'state',
    head: 'Status',
    cell: ({ failed }) => <StatusPill status={failed ? 'alarm' : 'online'} label={failed ? 'Failed' : 'Completed'} />,
  },
  {
    id: 'week',
    head: 'Last 7 days',
    phone: 'hidden',
    cell: ({ robot, minutes }) => (
      <WeekBars
        label={`Deliveries of ${robot}`}
        max={16}
        days={DAYS.map((day, index) => ({ day, value: (minutes * (index + 2)) % 16 }))}
      />
    ),
  },
  { id: 'took', head: 'Minutes', numeric: true, text: ({ minutes }) => minutes, phone: 'beside' },
];

/** No export runs. */
const EXPORT: ExportRef = {
  getSnapshot: () => ({ hasTag: () => false }),
  subscribe: () => ({ unsubscribe: nothing }),
  send: nothing,
};

export function ListSample({ query }: { readonly query: URLSearchParams }) {
  const [range, setRange] = useState(ALL);
  const [words, setWords] = useState('');
  const [open, setOpen] = useState(query.get('open') ?? '');
  const rows = RUNS.filter(({ way }) => way.includes(words));
  const at = rows.findIndex(({ id }) => id === open);
  const run = rows[at];
  const step = (to: number): (() => void) | undefined => {
    const row = rows[to];
    return row && (() => setOpen(row.id));
  };
  return (
    <main className="flex h-dvh flex-col p-4">
      <ListPage
        title="Delivery records"
        facts="214 deliveries, 3 failed"
        primary={{ label: 'New delivery', icon: Plus, onPress: nothing }}
        actions={<ExportButton screen={EXPORT} label="Export 214 rows" />}
        filters={
          <Filters
            filtered={words !== '' || range !== ALL}
            onClear={() => {
              setWords('');
              setRange(ALL);
            }}
          >
            <RangePicker value={range} onChange={setRange} timeZone="Asia/Shanghai" max="2026-11-21" />
            <SearchInput size="s" label="Room" value={words} onChange={setWords} />
            <Select size="s" label="Robot" value="" options={[{ value: '', label: 'All robots' }]} onChange={nothing} />
          </Filters>
        }
        detail={
          run && (
            <Drawer
              title={run.way}
              note={<StatusPill status="online" label="Completed" />}
              onClose={() => setOpen('')}
              onPrevious={step(at - 1)}
              onNext={step(at + 1)}
              foot={<Button size="s">Replay on the map</Button>}
            >
              <p>{`${run.robot}, ${run.minutes} min`}</p>
              <WeekBars
                large
                label="Deliveries by day"
                days={DAYS.map((day, index) => ({ day, value: index === 2 ? null : index * 3 }))}
              />
            </Drawer>
          )
        }
      >
        <ListCard
          reading={false}
          count={rows.length}
          failure={null}
          skeleton={{ label: 'Loading', count: 10 }}
          empty={<StatePanel state="empty" title="Nothing found" />}
          pager={{
            label: 'Pages',
            summary: `1 to ${rows.length} of 214`,
            page: 1,
            pages: 11,
            onPage: nothing,
            previousLabel: 'Previous page',
            nextLabel: 'Next page',
            pageLabel: (page) => `Page ${page}`,
          }}
        >
          <ListTable
            label="Deliveries"
            columns={COLUMNS}
            rows={rows}
            idOf={({ id }) => id}
            sort={{ column: 'at', down: true }}
            onSort={nothing}
            current={open || undefined}
            onOpen={setOpen}
          />
        </ListCard>
      </ListPage>
    </main>
  );
}
