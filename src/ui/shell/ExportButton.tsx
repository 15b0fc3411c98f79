/** Starts the export of a page (exportRegion in machines/factories/longJob.ts); cancels it while it runs. */
import { useSelector } from '@xstate/react';
import FileDown from 'lucide-react/icons/file-down';
import { type ExportRef, selectIsExporting } from '../../machines/factories/longJob.ts';
import { useT } from '../hooks/useT.ts';
import { Button } from '../kit/Button.tsx';

interface ExportButtonProps {
  readonly screen: ExportRef;
  readonly label: string;
  /** Why it cannot be started. A running export can always be cancelled. */
  readonly disabledReason?: string | false | null | undefined;
}

export function ExportButton({ screen, label, disabledReason }: ExportButtonProps) {
  const t = useT();
  const exporting = useSelector(screen, selectIsExporting);
  return (
    <Button
      icon={FileDown}
      disabledReason={(!exporting && disabledReason) || undefined}
      onClick={() => screen.send({ type: exporting ? 'export.cancel' : 'export.start' })}
    >
      {exporting ? t('shared.cancelExport') : label}
    </Button>
  );
}
