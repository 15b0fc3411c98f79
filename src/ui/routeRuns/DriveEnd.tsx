/** Result of a route run with its reason, and the next actions. */
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleX from 'lucide-react/icons/circle-x';
import type { CruiseDrive } from '../../../contract/entities/cruiseDrive.ts';
import type { DriveState } from '../../../contract/rules/cruiseDrive.ts';
import { useApp } from '../hooks/useApp.ts';
import { useT } from '../hooks/useT.ts';
import { Button } from '../kit/Button.tsx';
import { StatusPill, type StatusPillProps } from '../kit/StatusPill.tsx';
import { resultWords, whyEnded } from './driveWords.ts';

/** Look: green tick, red cross, amber without an icon for a run that was only partly completed. */
const LOOK: Record<DriveState, Pick<StatusPillProps, 'status' | 'icon'>> = {
  inProgress: { status: 'working' },
  finished: { status: 'online', icon: CircleCheck },
  partiallyCompleted: { status: 'attn' },
  failed: { status: 'alarm', icon: CircleX },
};

export function ResultPill({ state }: { readonly state: DriveState }) {
  return <StatusPill {...LOOK[state]} label={resultWords(useT(), state)} />;
}

/** URL of the record of a route run. */
export const recordPath = (driveId: string): string => `/activities/cruise-record?drive=${encodeURIComponent(driveId)}`;

export function DriveEnd({
  drive,
  onAgain,
}: {
  readonly drive: CruiseDrive;
  readonly onAgain?: ((pathId: string, serialNumber: string) => void) | undefined;
}) {
  const t = useT();
  const { navigation } = useApp();
  const why = whyEnded(t, drive);
  return (
    <div className="drive-end" role="status">
      <p>
        <ResultPill state={drive.state} />
        {why && <span>{why}</span>}
      </p>
      <div className="drive-acts">
        <Button size="s" onClick={() => navigation.send({ type: 'navigation.go', to: recordPath(drive.id) })}>
          {t('cruiseDrive.panel.record')}
        </Button>
        {onAgain && (
          <Button size="s" onClick={() => onAgain(drive.pathId, drive.serialNumber)}>
            {t('cruiseDrive.panel.again')}
          </Button>
        )}
      </div>
    </div>
  );
}
