/**
 * All stops issued in this browser that are not confirmed yet: a row below the top bar on every page, or at the top of
 * pages without a frame. It cannot be closed; a stop that was not sent for ten minutes, or was rejected, is resent or
 * withdrawn manually.
 */
import { useSelector } from '@xstate/react';
import CircleCheck from 'lucide-react/icons/circle-check';
import OctagonX from 'lucide-react/icons/octagon-x';
import WifiOff from 'lucide-react/icons/wifi-off';
import type { AnyMachineSnapshot } from 'xstate';
import { STOP_RETRY_MS } from '../../../contract/rules/limits.ts';
import { robotPath } from '../../machines/app/events.ts';
import { selectChildren, selectPage } from '../../machines/app/app.selectors.ts';
import {
  type PendingStopsRef,
  selectHasNetwork,
  selectStopEntries,
} from '../../machines/pendingStops/pendingStops.selectors.ts';
import type { FleetRef } from '../../machines/fleet/fleet.selectors.ts';
import { useApp, usePendingStops } from '../hooks/useApp.ts';
import { useParts } from '../hooks/AppContext.ts';
import { useLive } from '../hooks/useLive.ts';
import { useServerNow } from '../hooks/useServerNow.ts';
import { useT } from '../hooks/useT.ts';
import { Button } from '../kit/Button.tsx';
import { classes } from '../kit/classes.ts';
import { Icon } from '../kit/Icon.tsx';
import { useStopPlace } from '../kit/stopPlaces.ts';
import { Track } from '../kit/Track.tsx';
import { useAge } from '../labels/useAge.ts';
import { sharedTone, type StopItem, stopRows, type StopTone } from './stopRows.ts';
import { ownZone, timeOfDay } from './siteTime.ts';

/** Robots named in one row; further ones are counted. */
const MOST_CHIPS = 5;

export function StopBar() {
  const stops = usePendingStops();
  const entries = useSelector(stops, selectStopEntries);
  return stops && entries.length > 0 ? <StopRowsShown stops={stops} /> : null;
}

function StopRowsShown({ stops }: { readonly stops: PendingStopsRef }) {
  const t = useT();
  const now = useServerNow();
  const hasNetwork = useSelector(stops, selectHasNetwork);
  const place = useStopPlace();
  const { decide, others } = stopRows(useSelector(stops, selectStopEntries), { hidden: useOwnPage(), hasNetwork, now });
  if (decide.length === 0 && others.length === 0) return null;
  return (
    // With `aria-live` set, a modal dialog does not hide the bar from screen readers.
    <section ref={place} className={BAR} aria-live="off" aria-label={t('shell.stops.name')}>
      {decide.map((item) => (
        <OneStop key={item.entry.stop.serialNumber} stops={stops} item={item} now={now} />
      ))}
      {others.length === 1 && others[0] && <OneStop stops={stops} item={others[0]} now={now} />}
      {others.length > 1 && <ManyStops items={others} now={now} />}
    </section>
  );
}

/** The robot whose own page is shown, with its Stop button visible. */
function useOwnPage(): string {
  const { root } = useParts();
  const page = useSelector(root, selectPage);
  const current = useSelector(root, ({ context }) => context.serialNumber);
  const { screen } = useSelector(root, selectChildren);
  const isReady = useSelector(
    screen,
    (snapshot) => (snapshot as AnyMachineSnapshot | undefined)?.hasTag('ready') ?? false,
  );
  return page?.page === 'robotData' && isReady ? page.query['serialNumber'] || current : '';
}
/** The robot's present name in the user's language; if it is not in the fleet, the name when Stop was pressed. */
function useRobotNames(): { nameOf: (item: StopItem) => string; isSeen: (item: StopItem) => boolean } {
  const { fleet } = useSelector(useParts().root, selectChildren);
  const robots = useSelector(fleet as FleetRef | undefined, (snapshot) => snapshot?.context.robots);
  return {
    nameOf: ({ entry: { stop } }) => robots?.[stop.serialNumber]?.robotNickName || stop.name,
    isSeen: ({ entry: { stop } }) => robots?.[stop.serialNumber] !== undefined,
  };
}

/** A row of the shell, which pushes content down. No backdrop covers it, and it stays clickable then. */
const BAR = 'pointer-events-auto relative z-41 flex-none [.app>&]:col-[2/-1] [.app>&]:row-2';
const ROW =
  'grid min-h-11 grid-cols-[20px_auto_auto_minmax(0,1fr)_auto] items-center gap-3 border-b py-1 pr-2 pl-4 text-13 max-desk:min-h-[60px] max-desk:grid-cols-[24px_minmax(0,1fr)_auto] max-desk:gap-x-3 max-desk:gap-y-0.5 max-desk:py-2 max-desk:pr-3 max-desk:[&>svg]:row-[1/3]';
const TONE: Record<StopTone, string> = {
  red: 'border-st-alarm/45 bg-st-alarm-soft shadow-[inset_4px_0_0_var(--stop)] [&>b]:text-st-alarm-text [&>svg]:text-st-alarm',
  amber: 'border-attn/45 bg-attn-soft shadow-[inset_4px_0_0_var(--stop)] [&>b]:text-attn-text [&>svg]:text-attn-text',
  green:
    'border-line bg-surface shadow-[inset_4px_0_0_var(--st-online)] [&>b]:text-st-online-text [&>svg]:text-st-online-text',
};
const TITLE = 'max-desk:col-2 max-desk:row-1';
const AGE = 'min-w-8 text-[14px]/5 font-[600] tabular-nums';
const AGE_TONE: Record<StopTone, string> = {
  red: 'text-st-alarm-text',
  amber: 'rounded-[4px] px-1.5 text-attn-text [background:var(--hatch)]',
  green: 'text-st-alarm-text',
};
const ACTS = 'inline-flex gap-2 max-desk:col-3 max-desk:row-[1/3] max-desk:flex-col';
const CHIP = 'inline-flex min-h-7 items-center gap-1.5 rounded border px-2.5 text-12';
const CHIP_TONE: Record<StopTone, string> = {
  red: 'border-st-alarm/45 bg-surface',
  amber: 'border-attn bg-attn-soft',
  green: 'border-st-online bg-surface',
};
const STATE = {
  sending: 'shell.stops.state.sending',
  sent: 'shell.stops.state.sent',
  robot: 'shell.stops.state.robot',
  browser: 'shell.stops.state.browser',
  server: 'shell.stops.state.server',
  signedOut: 'shell.stops.state.signedOut',
  delivered: 'shell.stops.state.delivered',
  // These have a row of their own, so the text is not used.
  refused: 'shell.stops.state.sending',
  overdue: 'shell.stops.state.sending',
} as const satisfies Record<StopItem['state'], string>;
const STATION: Record<'sending' | 'sent' | 'delivered', number> = { sending: 0, sent: 1, delivered: 2 };

function OneStop({
  stops,
  item,
  now,
}: {
  readonly stops: PendingStopsRef;
  readonly item: StopItem;
  readonly now: number;
}) {
  const t = useT();
  const age = useAge();
  const { fleet } = useSelector(useParts().root, selectChildren);
  const { navigation } = useApp();
  const live = useLive();
  const { nameOf, isSeen } = useRobotNames();
  const {
    entry: { stop, failure, deliveredAt },
    state,
    tone,
  } = item;
  const { serialNumber, askedAt } = stop;
  const name = nameOf(item);
  const time = (at: number): string => timeOfDay(at, ownZone());
  const isLong = now - askedAt > STOP_RETRY_MS;
  // The robot is not in this user's fleet, so the confirmation is never seen here; the server has the stop.
  const isHidden = fleet !== undefined && !isSeen(item) && isLong && (state === 'sent' || state === 'robot');
  const unsent = t('shell.stops.unsentText', { name, time: time(askedAt + STOP_RETRY_MS) });
  const [title, text] = isHidden
    ? [t('shell.stops.hidden', { name }), t('shell.stops.hiddenText')]
    : state === 'sending'
      ? [t('shell.stops.sending', { name }), t('shell.stops.sendingText')]
      : state === 'sent'
        ? [t('shell.stops.sent', { name }), t('shell.stops.sentText')]
        : state === 'robot'
          ? [t('shell.stops.robot', { name }), t('shell.stops.robotText', { name })]
          : state === 'browser'
            ? [t('shell.stops.browser'), unsent]
            : state === 'server'
              ? [t('common.cloudAway.title'), unsent]
              : state === 'signedOut'
                ? [
                    t('shell.stops.signedOut', { name }),
                    t('shell.stops.signedOutText', { name, time: time(askedAt + STOP_RETRY_MS) }),
                  ]
                : state === 'refused'
                  ? [
                      t('shell.stops.refused', { name }),
                      t('shell.stops.refusedText', { reason: failure ? t.failure(failure) : '' }),
                    ]
                  : state === 'overdue'
                    ? [
                        t('shell.stops.overdue', { name }),
                        t('shell.stops.overdueText', { person: stop.askedBy.name, time: time(askedAt) }),
                      ]
                    : [
                        t('shell.stops.delivered', { name }),
                        t('shell.stops.deliveredText', {
                          time: time(deliveredAt ?? now),
                          age: age((deliveredAt ?? now) - askedAt),
                        }),
                      ];
  const station =
    STATION[state === 'sent' || state === 'robot' ? 'sent' : state === 'delivered' ? 'delivered' : 'sending'];
  return (
    <div className={classes(ROW, TONE[tone])}>
      <Icon of={tone === 'green' ? CircleCheck : state === 'browser' ? WifiOff : OctagonX} size={20} />
      <b className={TITLE} role="status">
        {title}
      </b>
      <span className="inline-flex items-center gap-3 max-desk:hidden">
        {tone !== 'green' && (
          <span className={classes(AGE, AGE_TONE[tone])} aria-live="off">
            {age(now - askedAt)}
          </span>
        )}
        <Track
          stations={[{ label: t('shell.stops.asked') }, { label: t('common.sent') }, { label: t('status.stopped') }]}
          current={station}
          kind={tone === 'green' ? 'done' : tone === 'amber' ? 'expired' : 'now'}
          description={title}
        />
      </span>
      <span className="line-clamp-2 text-12 text-ellipsis text-text max-desk:col-2 max-desk:row-2" title={text}>
        {text}
      </span>
      <span className={ACTS}>
        {(state === 'overdue' || isHidden) && (
          <Button
            size="s"
            variant="danger"
            aria-label={t('shell.stops.nowOf', { name })}
            onClick={() => stops.send({ type: 'stop.ask', serialNumber, at: live.now() })}
          >
            {t('shell.stops.now')}
          </Button>
        )}
        {(state === 'overdue' || state === 'refused' || isHidden) && (
          <Button
            size="s"
            aria-label={isHidden ? undefined : t('shell.stops.withdrawOf', { name })}
            onClick={() => stops.send({ type: 'stop.withdraw', serialNumber, at: live.now() })}
          >
            {t(isHidden ? 'shell.stops.hide' : 'shell.stops.withdraw')}
          </Button>
        )}
        {fleet !== undefined && isSeen(item) && (
          <Button size="s" onClick={() => navigation.send({ type: 'navigation.go', to: robotPath(serialNumber) })}>
            {t('shell.stops.show', { name })}
          </Button>
        )}
      </span>
    </div>
  );
}

function ManyStops({ items, now }: { readonly items: readonly StopItem[]; readonly now: number }) {
  const t = useT();
  const age = useAge();
  const { fleet } = useSelector(useParts().root, selectChildren);
  const { navigation } = useApp();
  const { nameOf } = useRobotNames();
  return (
    <div className={classes(ROW, TONE[sharedTone(items)])}>
      <Icon of={OctagonX} size={20} />
      <b className={TITLE} role="status">
        {t('shell.stops.many', { count: items.length })}
      </b>
      <ul className="col-[3/5] flex flex-wrap gap-1.5 max-desk:col-2 max-desk:row-2">
        {items.slice(0, MOST_CHIPS).map((item) => (
          <li key={item.entry.stop.serialNumber} className={classes(CHIP, CHIP_TONE[item.tone])}>
            {t('shell.stops.chip', { name: nameOf(item), state: t(STATE[item.state]) })}
            <i className="font-semibold not-italic" aria-live="off">
              {age((item.entry.deliveredAt ?? now) - item.entry.stop.askedAt)}
            </i>
          </li>
        ))}
        {items.length > MOST_CHIPS && (
          <li className={classes(CHIP, CHIP_TONE.red)}>
            {t('shell.stops.more', { count: items.length - MOST_CHIPS })}
          </li>
        )}
      </ul>
      <span className={ACTS}>
        {fleet !== undefined && (
          <Button size="s" onClick={() => navigation.send({ type: 'navigation.go', to: '/home' })}>
            {t('shell.panel.showAll')}
          </Button>
        )}
      </span>
    </div>
  );
}
