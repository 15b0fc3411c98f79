/** The board: what needs somebody, what is under way, what waits for a robot; and the day so far. */
import ArrowRight from 'lucide-react/icons/arrow-right';
import { memo } from 'react';
import type { Delivery } from '../../../../contract/entities/delivery.ts';
import type { DeliveryStatus } from '../../../../contract/entities/robotConstants.ts';
import { BOARD_GROUPS, type BoardGroup } from '../../../../contract/rules/delivery.ts';
import type { Board } from '../../../machines/deliveries/deliveries.machine.ts';
import type { DeliveriesRef } from '../../../machines/deliveries/deliveries.selectors.ts';
import { DeliveryTrack } from '../../deliveries/DeliveryTrack.tsx';
import {
  durationText,
  recipientText,
  situationText,
  STATUS_NAMES,
  trackKind,
  unsentText,
} from '../../deliveries/deliveryTexts.ts';
import { useT } from '../../hooks/useT.ts';
import type { Key } from '../../hooks/localeTexts.ts';
import { classes } from '../../kit/classes.ts';
import { Icon } from '../../kit/Icon.tsx';
import { StaleValue } from '../../kit/StaleValue.tsx';
import { timeStamp } from '../../shell/siteTime.ts';

const GROUPS = {
  needsYou: 'shared.needsYou',
  underWay: 'deliveries.board.underWay',
  waiting: 'deliveries.board.waiting',
} as const satisfies Record<BoardGroup, Key>;
/** Statuses with a countdown. */
const COUNTING: ReadonlySet<DeliveryStatus> = new Set(['arrivedAtLoadingPoint', 'arrivedAtRoom']);
/** Its line has seconds; other rows are rendered again once a minute. */
const isCounting = ({ status, lift }: Delivery): boolean =>
  COUNTING.has(status) || (lift !== undefined && !lift.isRiding);
const MINUTE_MS = 60_000;
const TIME_AT = 11;
/** Rows outside the view cost no layout. */
const ROW =
  'relative grid min-h-14 w-full grid-cols-[minmax(0,1fr)_auto_188px] items-center gap-4 py-1.5 pr-3 pl-4 text-start [content-visibility:auto] [contain-intrinsic-size:auto_56px] hover:bg-surface-2 max-desk:grid-cols-[minmax(0,1fr)_auto] max-desk:gap-x-3 max-desk:gap-y-1';
const OPEN =
  'bg-brand-50 before:absolute before:inset-y-0 before:left-0 before:w-[3px] before:bg-mark before:content-[""]';
const TONE: Record<ReturnType<typeof trackKind>, string> = {
  now: 'text-link',
  waiting: 'text-attn-text',
  expired: 'text-attn-text',
  fail: 'text-st-alarm-text',
  done: 'text-text',
  cancelled: 'text-text-2',
};

/** The groups' rows in the order of the screen. Those that wait longest need somebody first. */
export const inGroups = (rows: readonly Delivery[]): ReadonlyMap<BoardGroup, readonly Delivery[]> =>
  new Map(
    BOARD_GROUPS.map((group) => {
      const own = rows.filter((row) => row.group === group);
      return [group, group === 'needsYou' ? own.toSorted((a, b) => a.changedAt - b.changedAt) : own];
    }),
  );

export interface BoardListProps {
  /** Not a callback: a new one with every tick would render every row. */
  readonly screen: DeliveriesRef;
  readonly board: Board;
  readonly open: string;
  readonly timeZone: string;
  /** Server time, ms. */
  readonly now: number;
  readonly isStale: boolean;
  readonly onRecords: () => void;
}

export function BoardList({ screen, board, open, timeZone, now, isStale, onRecords }: BoardListProps) {
  const t = useT();
  const { today } = board;
  // What was a countdown is shown as it was at the time of the board.
  const shownNow = isStale ? board.time : now;
  return (
    <section className="card flex min-h-0 flex-col overflow-hidden" aria-label={t('deliveries.board.name')}>
      <div className="min-h-0 flex-1 overflow-auto">
        {[...inGroups(board.rows)].map(
          ([group, rows]) =>
            rows.length > 0 && (
              <section key={group} aria-labelledby={`group-${group}`}>
                <h2
                  id={`group-${group}`}
                  className="flex h-9 items-center gap-2 border-t border-line bg-surface-2 px-4 text-13 font-semibold text-heading"
                >
                  <span className={group === 'needsYou' ? 'text-st-alarm-text' : undefined}>{t(GROUPS[group])}</span>
                  <span className="font-medium text-text-2 tabular-nums">{rows.length}</span>
                  {group === 'needsYou' && (
                    <span className="text-12 font-normal text-text-2">{t('deliveries.board.longest')}</span>
                  )}
                </h2>
                <ul>
                  {rows.map((delivery) => (
                    <li key={delivery.id} className="border-t border-line">
                      <BoardRow
                        screen={screen}
                        delivery={delivery}
                        isOpen={delivery.id === open}
                        timeZone={timeZone}
                        now={isCounting(delivery) ? shownNow : Math.floor(shownNow / MINUTE_MS) * MINUTE_MS}
                        isStale={isStale}
                      />
                    </li>
                  ))}
                </ul>
              </section>
            ),
        )}
      </div>
      <p className="flex flex-none flex-wrap items-center gap-2 border-t border-line px-4 py-2 text-12 text-text-2">
        <span className="flex-1">
          {t('deliveries.board.today', {
            completed: today.completed,
            notPickedUp: today.notPickedUp,
            failed: today.failed,
          })}
          {today.medianMs !== null && ` ${t('deliveries.board.median', { time: durationText(today.medianMs) })}`}
        </span>
        {board.total > board.rows.length && <span>{t('deliveries.board.more', { total: board.total })}</span>}
        <button type="button" className="text-link" onClick={onRecords}>
          {t('deliveries.board.records')}
        </button>
      </p>
    </section>
  );
}

interface RowProps extends Pick<BoardListProps, 'screen' | 'timeZone' | 'now' | 'isStale'> {
  readonly delivery: Delivery;
  readonly isOpen: boolean;
}

const BoardRow = memo(function BoardRow({ screen, delivery, isOpen, timeZone, now, isStale }: RowProps) {
  const t = useT();
  const { id, from, to, robotName, status } = delivery;
  const situation = situationText(t, delivery, { now, timeZone });
  // A countdown that is not up to date says when it was true.
  const isOldCountdown = isStale && COUNTING.has(status);
  return (
    <button
      type="button"
      className={classes(ROW, isOpen && OPEN)}
      data-row={id}
      aria-current={isOpen || undefined}
      onClick={() => screen.send({ type: 'delivery.open', deliveryId: id })}
    >
      <span className="min-w-0">
        <span className="flex items-center gap-1.5 text-14 font-semibold text-heading">
          <span className="truncate">{from.name}</span>
          <Icon of={ArrowRight} size={13} className="flex-none text-text-2" />
          <span className="sr-only">{t('deliveries.board.to')}</span>
          <span className="truncate">{to.name}</span>
        </span>
        <span className="block truncate text-12 text-text-2">
          {robotName || t('deliveries.board.noRobot')} · {recipientText(t, delivery)}
        </span>
      </span>
      <DeliveryTrack delivery={delivery} />
      <span className="text-end text-12 text-text-2 max-desk:col-span-full max-desk:text-start">
        <StaleValue stale={isStale} label={t('deliveries.stale.value')}>
          <b className={classes('block text-13 font-semibold', TONE[trackKind(delivery)])}>{t(STATUS_NAMES[status])}</b>
          <span className="block tabular-nums">
            {isOldCountdown
              ? t('deliveries.stale.was', { text: situation, time: timeStamp(now, timeZone).slice(TIME_AT) })
              : situation}
          </span>
          {delivery.unsent?.map((type) => (
            <span key={type} className="block text-attn-text">
              {unsentText(t, type)}
            </span>
          ))}
        </StaleValue>
      </span>
    </button>
  );
});
