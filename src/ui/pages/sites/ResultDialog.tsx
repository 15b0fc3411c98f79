/** The test of a lift or a door as a track, while it runs and after; the key of a relay, only while it is open. */
import { useSelector } from '@xstate/react';
import type { EquipmentTest } from '../../../../contract/entities/site.ts';
import { selectSites, type SitesRef, selectTesting } from '../../../machines/sites/sites.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { Track, type TrackKind } from '../../kit/Track.tsx';
import { CopyField } from '../../shell/CopyField.tsx';

const OUTCOME = {
  open: 'sites.test.outcome.open',
  refused: 'sites.test.outcome.refused',
  silent: 'sites.test.outcome.silent',
  unreachable: 'sites.test.outcome.unreachable',
} as const;
const KIND: Record<EquipmentTest['outcome'], TrackKind> = {
  open: 'done',
  refused: 'fail',
  silent: 'expired',
  unreachable: 'fail',
};

export function ResultDialog({ screen }: { readonly screen: SitesRef }) {
  const t = useT();
  const { shown, task } = useSelector(screen, selectSites);
  const testing = useSelector(screen, selectTesting);
  if (testing) return <TestDialog name={testing.name} result={null} onClose={() => {}} />;
  if (!shown) return null;
  const close = (): void => screen.send({ type: 'dialog.close' });
  const name = task?.name ?? '';
  if (shown.what === 'test') return <TestDialog name={name} result={shown} onClose={close} />;
  return (
    <Dialog
      open
      title={t('sites.key.title', { name })}
      description={t('sites.key.text')}
      closeLabel={t('common.close')}
      onClose={close}
      foot={<Button onClick={close}>{t('common.done')}</Button>}
    >
      <CopyField label={t('sites.key.label')} value={shown.key} />
    </Dialog>
  );
}

interface TestDialogProps {
  readonly name: string;
  /** null: it runs. */
  readonly result: EquipmentTest | null;
  readonly onClose: () => void;
}

function TestDialog({ name, result, onClose }: TestDialogProps) {
  const t = useT();
  const outcome = result
    ? t(OUTCOME[result.outcome], { seconds: Math.round(result.tookMs / 100) / 10, status: result.status ?? 0 })
    : t('sites.test.running');
  return (
    <Dialog
      open
      title={t('sites.test.title', { name })}
      closeLabel={t('common.close')}
      onClose={onClose}
      foot={
        <Button busy={result === null} onClick={onClose}>
          {t('common.close')}
        </Button>
      }
    >
      <div className="flex flex-wrap items-center gap-3 text-13">
        <Track
          stations={[
            { label: t('sites.test.sent') },
            { label: t('sites.test.running') },
            { label: t('sites.test.open') },
          ]}
          current={result === null ? 1 : result.outcome === 'open' ? 2 : 1}
          kind={result === null ? 'now' : KIND[result.outcome]}
          description={t('sites.test.track', { name, outcome })}
        />
        <span role="status">{outcome}</span>
      </div>
    </Dialog>
  );
}
