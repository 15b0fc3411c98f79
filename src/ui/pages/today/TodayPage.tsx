/**
 * What needs the user now, for an operator on the go: alarms and deliveries with their acts in the row, deliveries under
 * way, the next runs. The order never changes.
 */
import { useSelector } from '@xstate/react';
import Plus from 'lucide-react/icons/plus';
import RotateCw from 'lucide-react/icons/rotate-cw';
import type { ReactNode } from 'react';
import type { Language } from '../../../../contract/entities/constants.ts';
import type { Delivery } from '../../../../contract/entities/delivery.ts';
import { zonedDate } from '../../../../contract/rules/zonedTime.ts';
import { selectOpenCases } from '../../../machines/alarms/alarms.selectors.ts';
import { deliveryPath } from '../../../machines/deliveries/deliveriesQuery.ts';
import { isRobotSilent, selectRobots, selectSites } from '../../../machines/fleet/fleet.selectors.ts';
import { TIMETABLE_PATH } from '../../../machines/scheduledTask/scheduledTask.setup.ts';
import { runKeyOf } from '../../../machines/schedules/schedulesQuery.ts';
import { selectUser } from '../../../machines/session/session.selectors.ts';
import type { NextRun } from '../../../machines/today/today.machine.ts';
import {
  selectHasNoRuns,
  selectIsReading,
  selectToday,
  type TodayRef,
} from '../../../machines/today/today.selectors.ts';
import { DeliveryTrack } from '../../deliveries/DeliveryTrack.tsx';
import { situationText } from '../../deliveries/deliveryTexts.ts';
import { useAlarms, useApp, useFleet } from '../../hooks/useApp.ts';
import { usePullToRefresh } from '../../hooks/usePullToRefresh.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { useT } from '../../hooks/useT.ts';
import { Age } from '../../kit/Age.tsx';
import { Button } from '../../kit/Button.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { chipText, runLook, whySentences } from '../../schedules/runTexts.ts';
import { RunChip } from '../../kit/later/RunChip.tsx';
import { SkeletonBlocks } from '../../kit/SkeletonBlocks.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { useAgo } from '../../labels/useAge.ts';
import { PageHead } from '../../shell/PageHead.tsx';
import { dateText, timeOfDay } from '../../shell/siteTime.ts';
import { useHomeSite } from '../../shell/useHomeSite.ts';
import { CaseRow, DeliveryRow, SilentRow } from './NeedRows.tsx';

/** The timetable of a site, with the details of a run open. */
const runPath = ({ siteId, run }: NextRun): string =>
  `${TIMETABLE_PATH}?${new URLSearchParams({ site: siteId, run: runKeyOf(run) }).toString()}`;
const BOARD_PATH = '/activities/delivery-record';
const NEW_PATH = `${BOARD_PATH}?new=1`;
/** A link at the end of a head. */
const END = 'text-link min-h-11 text-13 desk:min-h-0';
/** Shown before "All deliveries". */
const UNDER_WAY = 2;
/** Below these, an age is not worth reading, ms: deliveries are loaded every 10 s, runs every minute. */
const FRESH_MS = 15_000;
const RUNS_FRESH_MS = 75_000;

export function TodayPage({ screen }: { readonly screen: TodayRef }) {
  const t = useT();
  const ago = useAgo();
  const now = useServerNow();
  const { session } = useApp();
  const userId = useSelector(session, selectUser)?.id ?? '';
  const { board, failure, nextRuns: runs } = useSelector(screen, selectToday);
  const reading = useSelector(screen, selectIsReading);
  const hasNoRuns = useSelector(screen, selectHasNoRuns);
  const zones = new Map(useSelector(useFleet(), selectSites).map(({ id, timeZone }) => [id, timeZone]));
  const home = useHomeSite();
  const cases = useSelector(useAlarms(), selectOpenCases).filter(
    ({ state, owner, handOverTo }) => state === 'open' || owner?.id === userId || handOverTo?.id === userId,
  );
  const silent = useSelector(useFleet(), selectRobots).filter(
    (robot) => robot.live.task !== null && isRobotSilent(robot, now),
  );
  const rows = board?.rows ?? [];
  const needed = rows
    .filter(({ group }) => group === 'needsYou')
    .toSorted((a, b) => (a.timeout?.at ?? a.changedAt) - (b.timeout?.at ?? b.changedAt));
  const running = rows.filter(({ group }) => group !== 'needsYou' && group !== null);
  const count = cases.length + needed.length + silent.length;
  const ageOf = (time: number | undefined, freshMs: number): ReactNode =>
    time !== undefined && now - time > freshMs && <Age text={ago(now - time)} stale />;
  const boardAge = ageOf(board?.time, FRESH_MS);
  const next = runs?.next;
  const reload = (): void => screen.send({ type: 'today.reload' });
  const pull = usePullToRefresh(reload);
  const go = (to: string): void => screen.send({ type: 'page.go', to });
  const zoneOf = ({ siteId }: Delivery): string => zones.get(siteId) ?? home.timeZone;
  return (
    <div className="mx-auto flex w-full max-w-[640px] flex-col gap-3" {...pull.handlers}>
      {pull.pulled > 0 && (
        <p aria-hidden="true" className="grid place-items-center text-13 text-text-2" style={{ height: pull.pulled }}>
          {t(pull.isFar ? 'today.release' : 'today.pull')}
        </p>
      )}
      <PageHead title={t('shared.today')} facts={count === 0 ? t('today.quiet') : t('today.count', { count })}>
        <IconButton
          size="l"
          icon={RotateCw}
          label={t('common.refresh')}
          aria-busy={reading || undefined}
          onClick={reload}
        />
        <Button variant="primary" icon={Plus} className="max-desk:h-11" onClick={() => go(NEW_PATH)}>
          {t('today.deliver')}
        </Button>
      </PageHead>
      {failure && (
        <p className="rounded bg-attn-soft px-3 py-2 text-13 text-attn-text" role="status">
          {t('today.failed', { reason: t.failure(failure) })}
        </p>
      )}
      <Section title={t('shared.needsYou')} count={count} age={boardAge} isUrgent>
        {count === 0 ? (
          board ? (
            <StatePanel
              state="empty"
              title={t('today.quiet')}
              text={
                next
                  ? t('today.nextRun', {
                      time: [...dayOf(next, now, t.language), timeOfDay(next.run.startsAt, next.timeZone)].join(' '),
                      name: next.name,
                      robot: next.robotName,
                    })
                  : t('today.noneText')
              }
            />
          ) : (
            !failure && <SkeletonBlocks shape="rows" count={3} label={t('today.loading')} />
          )
        ) : (
          <ul>
            {cases.map((found) => (
              <CaseRow key={found.id} screen={screen} found={found} now={now} />
            ))}
            {needed.map((delivery) => (
              <DeliveryRow
                key={delivery.id}
                screen={screen}
                delivery={delivery}
                timeZone={zoneOf(delivery)}
                now={now}
              />
            ))}
            {silent.map((robot) => (
              <SilentRow
                key={robot.serialNumber}
                screen={screen}
                robot={robot}
                now={now}
                delivery={running.find(({ serialNumber }) => serialNumber === robot.serialNumber)}
                runName={runs?.underWay?.find(({ run }) => run.serialNumber === robot.serialNumber)?.name}
              />
            ))}
          </ul>
        )}
      </Section>
      <Section
        title={t('today.underWay')}
        count={running.length}
        age={boardAge}
        end={
          <button type="button" className={END} onClick={() => go(BOARD_PATH)}>
            {t('today.all', { count: rows.length })}
          </button>
        }
      >
        {running.length === 0 ? (
          <p className="px-4 py-3 text-13 text-text-2">{t('today.noDeliveries')}</p>
        ) : (
          <ul>
            {running.slice(0, UNDER_WAY).map((delivery) => (
              <li key={delivery.id} className="border-t border-line first:border-t-0">
                <button
                  type="button"
                  className="grid w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-4 py-2.5 text-start"
                  onClick={() => go(deliveryPath(delivery.id))}
                >
                  <b className="truncate text-14 font-semibold text-heading">
                    {t('shared.fromTo', { from: delivery.from.name, to: delivery.to.name })}
                  </b>
                  <span className="text-13 text-text-2">
                    {situationText(t, delivery, { now, timeZone: zoneOf(delivery) })}
                  </span>
                  <DeliveryTrack delivery={delivery} />
                  <span className="text-end text-12 text-text-2">{delivery.robotName}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </Section>
      {runs && runs.rows.length > 0 && (
        <Section
          title={t('today.runs')}
          count={runs.rows.length}
          age={ageOf(runs.time, RUNS_FRESH_MS)}
          end={
            <button type="button" className={END} onClick={() => go(TIMETABLE_PATH)}>
              {t('schedules.view.timetable')}
            </button>
          }
        >
          <ul>
            {runs.rows.map((one) => (
              <RunRow key={runKeyOf(one.run)} {...one} onOpen={() => go(runPath(one))} />
            ))}
          </ul>
        </Section>
      )}
      {runs?.skipped && runs.skipped.length > 0 && (
        <Section title={t('today.skipped')} count={runs.skipped.length} age={ageOf(runs.time, RUNS_FRESH_MS)}>
          <ul>
            {runs.skipped.map((one) => (
              <RunRow key={runKeyOf(one.run)} {...one} hasReason onOpen={() => go(runPath(one))} />
            ))}
          </ul>
        </Section>
      )}
      {!runs && hasNoRuns && <p className="px-4 text-13 text-text-2">{t('today.runsFailed')}</p>}
    </div>
  );
}

type RunRowProps = NextRun & { readonly hasReason?: boolean; readonly onOpen: () => void };

/** @param hasReason says why it does not take place */
function RunRow({ run, timeZone, name, robotName, hasReason = false, onOpen }: RunRowProps) {
  const t = useT();
  const why = hasReason ? whySentences(t, run).join(' ') : '';
  return (
    <li className="border-t border-line first:border-t-0">
      <button
        type="button"
        className="grid min-h-14 w-full grid-cols-[48px_minmax(0,1fr)_auto] items-center gap-3 px-4 py-2 text-start"
        onClick={onOpen}
      >
        <time className="text-14 font-semibold text-heading tabular-nums">{timeOfDay(run.startsAt, timeZone)}</time>
        <span className="min-w-0">
          <b className="block truncate text-14 font-medium">{name}</b>
          <span className="text-12 text-text-2">{[robotName, why].filter(Boolean).join(' · ')}</span>
        </span>
        <RunChip look={runLook(run, undefined)} state={chipText(t, run)} />
      </button>
    </li>
  );
}

interface SectionProps {
  readonly title: string;
  readonly count: number;
  /** Of its figures, once it is worth reading. */
  readonly age?: ReactNode;
  readonly isUrgent?: boolean;
  readonly end?: ReactNode;
  readonly children: ReactNode;
}

/** The day of a run that is not today's. */
function dayOf({ run, timeZone }: NextRun, now: number, language: Language): string[] {
  const date = zonedDate(timeZone, run.startsAt);
  return date === zonedDate(timeZone, now) ? [] : [dateText(date, language, { weekday: 'long' })];
}

function Section({ title, count, age, isUrgent = false, end, children }: SectionProps) {
  return (
    <section className="card flex-none overflow-hidden" aria-label={title}>
      <h2 className="flex min-h-10 items-center gap-2 border-b border-line bg-surface-2 px-4 text-13 font-semibold text-heading">
        <span className={isUrgent && count > 0 ? 'text-st-alarm-text' : undefined}>{title}</span>
        <span className="font-medium text-text-2 tabular-nums">{count}</span>
        {age}
        <span className="flex-1" />
        {end}
      </h2>
      {children}
    </section>
  );
}
