/** The demo's fault switchboard: what is on at the top, then the targets, and the switches, which act at once. */
import { useSelector } from '@xstate/react';
import { FAULT_MS } from '../../../../contract/rules/limits.ts';
import {
  type FaultsRef,
  selectFaults,
  selectIsFailed,
  selectIsLoading,
} from '../../../machines/faults/faults.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { PageHead } from '../../shell/PageHead.tsx';
import { ActiveFaults } from './ActiveFaults.tsx';
import { LinksCard, ServersCard, SessionsCard } from './CloudFaults.tsx';
import { KeypadCard } from './KeypadCard.tsx';
import { AlarmsCard, RobotFaultsCard, TargetsCard } from './RobotFaults.tsx';

const MINUTE_MS = 60_000;
const DURATIONS = [
  { forMs: MINUTE_MS, label: 'faults.duration.minute' },
  { forMs: FAULT_MS, label: 'faults.duration.five' },
  { forMs: 15 * MINUTE_MS, label: 'faults.duration.quarter' },
  { forMs: 0, label: 'faults.duration.never' },
] as const;

const COLUMNS =
  'grid grid-cols-[232px_minmax(0,1fr)_minmax(0,1fr)] items-start gap-3 max-wide:grid-cols-[200px_minmax(0,1fr)] max-desk:grid-cols-1';

export function FaultsPage({ screen }: { readonly screen: FaultsRef }) {
  const t = useT();
  const loading = useSelector(screen, selectIsLoading);
  const failed = useSelector(screen, selectIsFailed);
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 max-desk:flex-none">
      <PageHead title={t('routes.faults')} facts={t('faults.intro')}>
        <Duration screen={screen} />
      </PageHead>
      {loading ? (
        <StatePanel state="loading" title={t('faults.loading')} />
      ) : failed ? (
        <Failed screen={screen} />
      ) : (
        <>
          <ActiveFaults screen={screen} />
          <div className={COLUMNS}>
            <TargetsCard screen={screen} />
            <div className="grid gap-3">
              <RobotFaultsCard screen={screen} />
              <LinksCard screen={screen} />
              <SessionsCard screen={screen} />
              <KeypadCard screen={screen} />
            </div>
            <div className="grid gap-3 max-wide:col-start-2 max-desk:col-start-1">
              <ServersCard screen={screen} />
              <AlarmsCard screen={screen} />
            </div>
          </div>
        </>
      )}
    </div>
  );
}

function Duration({ screen }: { readonly screen: FaultsRef }) {
  const t = useT();
  const { forMs } = useSelector(screen, selectFaults);
  return (
    <div className="flex items-center gap-2">
      <span className="text-12 text-text-2" aria-hidden="true">
        {t('faults.endsAfter')}
      </span>
      <SegmentedControl
        size="s"
        label={t('faults.endsAfter')}
        value={String(forMs)}
        options={DURATIONS.map(({ forMs: value, label }) => ({ value: String(value), label: t(label) }))}
        onChange={(value) => screen.send({ type: 'duration.set', forMs: Number(value) })}
      />
    </div>
  );
}

function Failed({ screen }: { readonly screen: FaultsRef }) {
  const t = useT();
  const { failure } = useSelector(screen, selectFaults);
  return (
    <StatePanel state="failed" title={t('faults.failed')} text={failure === null ? '' : t.failure(failure)}>
      <Button size="s" onClick={() => screen.send({ type: 'list.reload' })}>
        {t('common.retry')}
      </Button>
    </StatePanel>
  );
}
