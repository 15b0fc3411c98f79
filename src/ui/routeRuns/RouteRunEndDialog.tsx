/** Result of a route run with its reason, and the next actions. */
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleX from 'lucide-react/icons/circle-x';
import type { RouteRun } from '../../../contract/entities/routeRun.ts';
import { didNotStart, type RouteRunState } from '../../../contract/rules/routeRun.ts';
import { useApp } from '../hooks/useApp.ts';
import { useT } from '../hooks/useT.ts';
import { Button } from '../kit/Button.tsx';
import { StatusPill, type StatusPillProps } from '../kit/StatusPill.tsx';
import { ACTIONS_ROW } from './actionsRow.ts';
import { recordPath } from './recordPath.ts';
import { resultText, whyEnded } from './routeRunTexts.ts';

/** Look: green tick, red cross, amber without an icon for a run that was only partly completed. */
const LOOK: Record<RouteRunState, Pick<StatusPillProps, 'status' | 'icon'>> = {
  inProgress: { status: 'working' },
  finished: { status: 'online', icon: CircleCheck },
  partiallyCompleted: { status: 'attn' },
  failed: { status: 'alarm', icon: CircleX },
};

export function ResultPill({ run }: { readonly run: Pick<RouteRun, 'state' | 'task' | 'stops'> }) {
  const t = useT();
  return didNotStart(run) ? (
    <StatusPill status="attn" label={t('shared.didNotStart')} />
  ) : (
    <StatusPill {...LOOK[run.state]} label={resultText(t, run.state)} />
  );
}

export function RouteRunEndDialog({
  run,
  onAgain,
}: {
  readonly run: RouteRun;
  readonly onAgain?: ((pathId: string, serialNumber: string) => void) | undefined;
}) {
  const t = useT();
  const { navigation } = useApp();
  const why = whyEnded(t, run);
  return (
    <div className="grid gap-2.5" role="status">
      <p className="flex flex-wrap items-center gap-2 text-13 wrap-anywhere">
        <ResultPill run={run} />
        {why && <span>{why}</span>}
      </p>
      <div className={ACTIONS_ROW}>
        <Button size="s" onClick={() => navigation.send({ type: 'navigation.go', to: recordPath(run.id) })}>
          {t('routeRun.panel.record')}
        </Button>
        {onAgain && (
          <Button size="s" onClick={() => onAgain(run.pathId, run.serialNumber)}>
            {t('routeRun.panel.again')}
          </Button>
        )}
      </div>
    </div>
  );
}
