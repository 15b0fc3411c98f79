/**
 * The last raw messages, newest first: filters, pause, folded runs, and the payload of the selected one. J and K move,
 * Enter opens, `/` searches.
 */
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Download from 'lucide-react/icons/download';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { type KeyboardEvent, useRef } from 'react';
import type { LoggedMessage } from '../../../../contract/entities/conformance.ts';
import { shownLog } from '../../../machines/conformance/conformance.machine.ts';
import { countOf, foldLog, LOG_FILTERS, type LogFilter, summaryOf } from '../../../machines/conformance/messageLog.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { classes } from '../../kit/classes.ts';
import { FilterChip } from '../../kit/FilterChip.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { SearchInput } from '../../kit/SearchInput.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { ownZone, timeStamp } from '../../shell/siteTime.ts';
import { MessagePayload } from './MessagePayload.tsx';
import { useConformance, type ConformanceProps } from './useConformance.ts';

const FILTERS = {
  noVisualization: 'conformance.log.noVisualization',
  all: 'conformance.log.all',
  problems: 'conformance.log.problems',
  sent: 'conformance.log.sent',
} as const satisfies Record<LogFilter, string>;
const TIME_LENGTH = 8;

/** '14:31:44.871' in the reader's time zone. */
export const preciseTime = (at: number): string =>
  `${timeStamp(at, ownZone()).slice(-TIME_LENGTH)}.${String(at % 1_000).padStart(3, '0')}`;

export function MessageLog({ screen }: ConformanceProps) {
  const t = useT();
  const context = useConformance(screen);
  const { log, filter, topic, text, pausedAt } = context;
  const place = useRef<HTMLElement>(null);
  const press = (event: KeyboardEvent): void => {
    const typing = event.target instanceof HTMLInputElement;
    if (event.ctrlKey || event.metaKey || event.altKey || typing) return;
    if (event.key === 'j' || event.key === 'k') {
      event.preventDefault();
      screen.send({ type: 'message.step', by: event.key === 'j' ? 1 : -1 });
    } else if (event.key === '/') {
      event.preventDefault();
      place.current?.querySelector<HTMLInputElement>('input[type=search]')?.focus();
    }
  };
  return (
    <section
      ref={place}
      className="card flex min-h-0 min-w-0 flex-1 flex-col"
      aria-label={t('conformance.log.title')}
      onKeyDown={press}
    >
      <div className="flex flex-none flex-wrap items-center gap-2 border-b border-line-2 px-4 py-2.5">
        <h2 className="text-14 font-semibold text-heading">{t('conformance.log.title')}</h2>
        <div className="w-44">
          <SearchInput
            size="s"
            label={t('conformance.log.search')}
            value={text}
            onChange={(words) => screen.send({ type: 'log.search', text: words })}
          />
        </div>
        <SegmentedControl
          size="s"
          label={t('conformance.log.filters')}
          value={filter}
          options={LOG_FILTERS.map((value) => ({ value, label: t(FILTERS[value], { count: countOf(log, value) }) }))}
          onChange={(value) => screen.send({ type: 'log.filter', filter: value })}
        />
        {topic !== '' && (
          <FilterChip
            name={t('conformance.log.topic')}
            value={topic}
            removeLabel={t('conformance.log.removeTopic')}
            onRemove={() => screen.send({ type: 'log.topic', topic: '' })}
          />
        )}
        <span className="top-gap" />
        {pausedAt === null ? (
          <Button size="s" variant="ghost" icon={Pause} onClick={() => screen.send({ type: 'log.pause' })}>
            {t('shared.pause')}
          </Button>
        ) : (
          <Button size="s" icon={Play} onClick={() => screen.send({ type: 'log.resume' })}>
            {t('conformance.log.resume', { count: log.filter(({ seq }) => seq > pausedAt).length })}
          </Button>
        )}
        <IconButton
          size="s"
          icon={Download}
          label={t('shared.download')}
          onClick={() => screen.send({ type: 'log.download' })}
        />
      </div>
      <div className="relative flex min-h-0 flex-1 max-desk:flex-col">
        <Rows screen={screen} />
        <MessagePayload screen={screen} />
      </div>
    </section>
  );
}

function Rows({ screen }: ConformanceProps) {
  const t = useT();
  const context = useConformance(screen);
  const { log, unfolded } = context;
  const shown = shownLog(context);
  const rows = foldLog(shown, unfolded);
  let newest = 0;
  return (
    <div
      className="min-h-0 min-w-0 flex-1 overflow-auto max-desk:max-h-96 max-desk:flex-none"
      role="group"
      aria-label={t('conformance.log.list')}
      tabIndex={0}
    >
      {rows.length === 0 && (
        <StatePanel state="empty" title={t(log.length === 0 ? 'conformance.log.none' : 'conformance.log.noneFound')} />
      )}
      {rows.map((row) => {
        if (row.kind === 'run') {
          const seq = newest;
          return (
            <button
              key={`run ${row.first.seq}`}
              type="button"
              className="block w-full bg-surface-2 px-4 py-1 pl-10 text-left text-12 text-text-2 hover:bg-hover focus-visible:shadow-ring"
              onClick={() => screen.send({ type: 'log.unfold', seq })}
            >
              {t('conformance.log.more', { count: row.count })}
              {row.last.headerId !== null && ` #${row.last.headerId}–${row.first.headerId}`}
            </button>
          );
        }
        newest = row.message.seq;
        return <MessageRow key={row.message.seq} screen={screen} message={row.message} />;
      })}
      {rows.length > 0 && <p className="px-4 py-2.5 text-12 text-text-2">{t('conformance.log.kept')}</p>}
    </div>
  );
}

function MessageRow({ screen, message }: ConformanceProps & { readonly message: LoggedMessage }) {
  const t = useT();
  const { selected } = useConformance(screen);
  const { seq, at, topic, sent, headerId, missing, problems } = message;
  const bad = problems.length > 0;
  return (
    <>
      <button
        type="button"
        className={classes(
          'flex w-full items-center gap-2 px-4 py-1 text-left font-mono text-12 hover:bg-hover focus-visible:shadow-ring',
          selected === seq ? 'bg-menu-active-bg font-semibold' : bad && 'bg-st-alarm-soft',
          bad && 'text-st-alarm-text',
        )}
        aria-pressed={selected === seq}
        onClick={() => screen.send({ type: 'message.select', seq: selected === seq ? null : seq })}
      >
        <time className="flex-none tabular-nums">{preciseTime(at)}</time>
        <Icon of={sent ? ArrowUp : ArrowDown} size={12} />
        <span className="sr-only">{t(sent ? 'conformance.log.out' : 'conformance.log.in')}</span>
        <span className="w-28 flex-none truncate">{topic}</span>
        <span className="min-w-0 flex-1 truncate">
          {headerId !== null && `#${headerId} `}
          {summaryOf(message)}
        </span>
      </button>
      {missing > 0 && (
        <p className="bg-hatch px-4 py-1 text-12 font-medium text-attn-text">
          {t('conformance.log.gap', { count: missing })}
        </p>
      )}
    </>
  );
}
