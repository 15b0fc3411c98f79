/**
 * The robots beside a page about one of them (spec 2 "Robot-selection panel"): wide or narrow, filtered by status and
 * search text, one of them current. The search runs on Enter or the search icon, as in the spec; Escape clears it.
 */
import ChevronsLeft from 'lucide-react/icons/chevrons-left';
import ChevronsRight from 'lucide-react/icons/chevrons-right';
import Search from 'lucide-react/icons/search';
import { useId, type FormEvent } from 'react';
import { PANEL_FILTERS, type PanelFilter } from '../../../contract/entities/robotConstants.ts';
import type { Robot } from '../../../contract/entities/robot.ts';
import { useT } from '../hooks/useT.ts';
import { Button } from '../kit/Button.tsx';
import { classes } from '../kit/classes.ts';
import { Icon } from '../kit/Icon.tsx';
import { IconButton } from '../kit/IconButton.tsx';
import { SegmentedControl } from '../kit/SegmentedControl.tsx';
import { RobotPanelRows } from './RobotPanelRows.tsx';

export interface RobotPanelProps {
  readonly rows: readonly Robot[];
  /** Number of robots before filter and search. */
  readonly total: number;
  readonly current: string;
  /** Event of the most urgent unresolved alarm case, by serial number. */
  readonly cases: ReadonlyMap<string, string>;
  /** Places on the video wall beside the panel, by serial number. */
  readonly tiles: ReadonlyMap<string, number>;
  readonly filter: PanelFilter;
  readonly keyword: string;
  /** Text in the search field, whether submitted or not. */
  readonly typed: string;
  readonly narrow: boolean;
  readonly state: 'loading' | 'ready' | 'failed';
  readonly refreshing: boolean;
  readonly onRefresh: () => void;
  readonly onFilter: (filter: PanelFilter) => void;
  readonly onType: (words: string) => void;
  readonly onKeyword: (keyword: string) => void;
  /** null if the width cannot be changed. */
  readonly onNarrow: (() => void) | null;
  readonly onChoose: (serialNumber: string) => void;
  /** Opens the view of all robots; null if it is open. */
  readonly onAllViews: (() => void) | null;
}

const WIDE = {
  all: 'common.all',
  online: 'status.online',
  offline: 'status.offline',
  charging: 'status.charging',
} as const;
const NARROW = {
  all: 'common.all',
  online: 'shell.panel.onlineShort',
  offline: 'shell.panel.offlineShort',
  charging: 'shell.panel.chargingShort',
} as const;
/** Four filters do not fit beside each other in 130 px. */
const NARROW_FILTERS = '[&>.seg]:grid [&>.seg]:grid-cols-2';

export function RobotPanel({
  rows,
  total,
  current,
  cases,
  tiles,
  filter,
  keyword,
  typed,
  narrow,
  state,
  refreshing,
  onRefresh,
  onFilter,
  onType,
  onKeyword,
  onNarrow,
  onChoose,
  onAllViews,
}: RobotPanelProps) {
  const t = useT();
  const title = useId();
  const names = narrow ? NARROW : WIDE;
  return (
    <aside
      className={classes(
        'robots-panel flex min-h-0 flex-col gap-2 border-r border-line bg-surface pt-2.5 [&>:is(.input,.seg)]:mx-2.5 [&>:is(.input,.seg)]:flex-none',
        narrow && NARROW_FILTERS,
      )}
      aria-labelledby={title}
    >
      <div className="flex items-center gap-1.5 pr-2 pl-3.5 text-13">
        <b id={title} className="flex-1 text-heading">
          {t('shell.panel.name')}
        </b>
        {!narrow && (
          <button type="button" className="text-link" onClick={onRefresh} aria-busy={refreshing || undefined}>
            {t(refreshing ? 'shell.panel.refreshing' : 'common.refresh')}
          </button>
        )}
        {onNarrow && (
          <IconButton
            size="s"
            icon={narrow ? ChevronsRight : ChevronsLeft}
            label={t(narrow ? 'shell.panel.wide' : 'shell.panel.narrow')}
            onClick={onNarrow}
          />
        )}
      </div>
      {!narrow && <PanelSearch keyword={keyword} typed={typed} onType={onType} onKeyword={onKeyword} />}
      <SegmentedControl
        size="s"
        full
        label={t('shell.panel.filter')}
        value={filter}
        options={PANEL_FILTERS.map((value) => ({ value, label: t(names[value]) }))}
        onChange={onFilter}
      />
      {state === 'failed' ? (
        <PanelWord text={t('shell.panel.failed')} act={t('common.retry')} onAct={onRefresh} />
      ) : state === 'ready' && rows.length === 0 ? (
        total === 0 ? (
          onAllViews ? (
            <PanelWord text={t('shell.panel.noneInView')} act={t('shell.panel.allRobots')} onAct={onAllViews} />
          ) : (
            <PanelWord text={t('shell.panel.none')} />
          )
        ) : (
          <PanelWord
            text={t('shell.panel.nothing')}
            act={t('shell.panel.showAll')}
            onAct={() => {
              onFilter('all');
              onKeyword('');
            }}
          />
        )
      ) : (
        <RobotPanelRows
          rows={rows}
          current={current}
          cases={cases}
          tiles={tiles}
          narrow={narrow}
          loading={state === 'loading'}
          onChoose={onChoose}
        />
      )}
    </aside>
  );
}

function PanelSearch({
  keyword,
  typed,
  onType,
  onKeyword,
}: Pick<RobotPanelProps, 'keyword' | 'typed' | 'onType' | 'onKeyword'>) {
  const t = useT();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onKeyword(typed.trim());
  };
  return (
    <form role="search" className="input input-s" onSubmit={submit}>
      <button type="submit" aria-label={t('shell.panel.searchNow')}>
        <Icon of={Search} size={14} />
      </button>
      <input
        type="search"
        value={typed}
        placeholder={t('shell.panel.search')}
        aria-label={t('shell.panel.search')}
        onChange={({ target }) => onType(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !(typed || keyword)) return;
          event.stopPropagation();
          onKeyword('');
        }}
      />
    </form>
  );
}

function PanelWord({
  text,
  act,
  onAct,
}: {
  readonly text: string;
  readonly act?: string;
  readonly onAct?: () => void;
}) {
  return (
    <div className="flex flex-col items-start gap-2 px-3.5 py-2 text-12 text-text-2">
      <p>{text}</p>
      {act && (
        <Button size="s" onClick={onAct}>
          {act}
        </Button>
      )}
    </div>
  );
}
