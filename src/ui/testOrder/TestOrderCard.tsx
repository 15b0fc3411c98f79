/** A test order: seven stations with the times measured by the server, Cancel, and Stop below everything. */
import { useSelector } from '@xstate/react';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import {
  selectIsTestCancellable,
  selectIsTestDone,
  selectIsTestRunning,
  selectTest,
  type Station,
  stationsOf,
  type TestOrderRef,
} from '../../machines/conformance/conformance.selectors.ts';
import { isWaiting, selectStopEntry } from '../../machines/pendingStops/pendingStops.selectors.ts';
import { usePendingStops } from '../hooks/useApp.ts';
import { useLive } from '../hooks/useLive.ts';
import { useT } from '../hooks/useT.ts';
import { Button } from '../kit/Button.tsx';
import { Icon } from '../kit/Icon.tsx';
import { StopButton } from '../kit/StopButton.tsx';
import { Verdict } from './Verdict.tsx';

const STATIONS = {
  ordered: 'conformance.test.station.ordered',
  accepted: 'conformance.test.station.accepted',
  drives: 'conformance.test.station.drives',
  stopped: 'conformance.test.station.stopped',
  resumed: 'conformance.test.station.resumed',
  arrived: 'conformance.test.station.arrived',
  back: 'conformance.test.station.back',
} as const satisfies Record<Station, string>;

export interface TestedRobot {
  readonly serialNumber: string;
  readonly name: string;
  readonly held: boolean;
  readonly paused: boolean;
  readonly stopConfirmed: boolean;
  /** Whether the console refuses orders to it until it confirms a Stop. */
  readonly drivingBlocked: boolean;
}
interface TestOrderCardProps {
  readonly test: TestOrderRef;
  readonly robot: TestedRobot;
  /** The page that holds the test. */
  readonly screen: {
    send(
      event:
        { type: 'test.start' } | { type: 'test.cancel' } | { type: 'test.close' } | { type: 'stop.press'; at: number },
    ): void;
  };
}

export function TestOrderCard({ screen, test, robot }: TestOrderCardProps) {
  const t = useT();
  const context = useSelector(test, selectTest);
  const running = useSelector(test, selectIsTestRunning);
  const done = useSelector(test, selectIsTestDone);
  const cancellable = useSelector(test, selectIsTestCancellable);
  const { ended, failure, ahead } = context;
  const stations = stationsOf(context);
  const next = stations.find(({ at }) => at === null)?.station;
  return (
    <section className="card flex min-h-0 min-w-0 flex-1 flex-col" aria-label={t('shared.testOrder')}>
      <div className="card-head flex-wrap">
        <h2>{t('shared.testOrder')}</h2>
        <span className="card-note">{t('conformance.test.text')}</span>
        <span className="top-gap" />
        {running ? (
          cancellable && (
            <Button size="s" onClick={() => screen.send({ type: 'test.cancel' })}>
              {t('conformance.test.cancel')}
            </Button>
          )
        ) : (
          <>
            <Button size="s" onClick={() => screen.send({ type: 'test.start' })}>
              {t('conformance.test.again')}
            </Button>
            <Button size="s" variant="ghost" onClick={() => screen.send({ type: 'test.close' })}>
              {t('common.close')}
            </Button>
          </>
        )}
      </div>
      <div className="min-h-0 flex-1 overflow-auto p-4" tabIndex={0} role="group" aria-label={t('shared.testOrder')}>
        <p role="status" className="mb-3 text-13 font-semibold">
          {done
            ? t('conformance.test.done')
            : !running
              ? t('conformance.test.failed')
              : ahead === null
                ? t('conformance.test.planning')
                : ''}
          {!running && !done && (
            <span className="block font-normal text-st-alarm-text">
              {failure
                ? t.failure(failure)
                : t(ended === 'stopped' ? 'conformance.test.stopped' : 'shared.wasCanceled')}
            </span>
          )}
        </p>
        <ol className="grid gap-3">
          {stations.map(({ station, at }) => {
            const isNext = running && station === next;
            return (
              <li
                key={station}
                className="flex items-center gap-2.5 text-13"
                aria-current={isNext ? 'step' : undefined}
              >
                <Verdict look={at !== null ? 'good' : !running && !done && station === next ? 'bad' : 'none'} />
                <span className="flex-1 font-medium">{t(STATIONS[station])}</span>
                <span className="font-mono text-12 text-text-2 tabular-nums">
                  {at !== null && ahead
                    ? t('conformance.test.plus', { seconds: Math.max(0, (at - ahead.askedAt) / 1_000).toFixed(2) })
                    : isNext
                      ? t('conformance.test.now')
                      : ''}
                </span>
              </li>
            );
          })}
        </ol>
      </div>
      <StopPart screen={screen} robot={robot} />
    </section>
  );
}

function StopPart({ screen, robot }: Pick<TestOrderCardProps, 'screen' | 'robot'>) {
  const t = useT();
  const live = useLive();
  const { serialNumber, name, held, paused, stopConfirmed, drivingBlocked } = robot;
  const asked = isWaiting(useSelector(usePendingStops(), selectStopEntry(serialNumber)));
  const look = held && paused ? 'stopped' : asked || held ? 'sent' : 'ready';
  const params = { name: name || serialNumber };
  return (
    <div className="grid flex-none gap-2.5 p-4">
      {(drivingBlocked || !stopConfirmed) && (
        <p className="flex items-start gap-2 rounded bg-attn-soft px-3 py-2 text-13 text-attn-text">
          <Icon of={TriangleAlert} size={16} className="mt-0.5 flex-none" />
          <span>
            <b className="font-semibold">
              {t(drivingBlocked ? 'conformance.test.blocked' : 'conformance.test.neverStopped')}
            </b>{' '}
            {drivingBlocked && `${t('conformance.test.blockedText')} `}
            {t('conformance.test.neverStoppedText')}
          </span>
        </p>
      )}
      <StopButton
        look={look}
        label={t(look === 'ready' ? 'shared.stop' : look === 'sent' ? 'conformance.stop.sent' : 'status.stopped')}
        note={t(
          look === 'ready'
            ? 'conformance.stop.readyText'
            : look === 'sent'
              ? 'conformance.stop.sentText'
              : 'conformance.stop.stoppedText',
          params,
        )}
        onStop={() => screen.send({ type: 'stop.press', at: live.now() })}
      />
    </div>
  );
}
