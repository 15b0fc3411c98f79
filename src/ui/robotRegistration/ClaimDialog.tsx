/** The claim code of an unbound robot, shown once. Pages that use it list `friends` among their locales. */
import type { Claim } from '../../machines/friends/friends.setup.ts';
import { useCopy } from '../hooks/useCopy.ts';
import { useT } from '../hooks/useT.ts';
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx';

/** Closes only by its button: an accidental click outside must not lose a code that is shown once. */
export function ClaimDialog({
  claim: { serialNumber, claimCode, claimQr },
  onClose,
}: {
  readonly claim: Claim;
  readonly onClose: () => void;
}) {
  const t = useT();
  const copy = useCopy();
  return (
    <ConfirmDialog
      open
      ignoreEscape
      title={t('friends.claim.title', { serialNumber })}
      text={t('friends.claim.text')}
      confirmLabel={t('friends.claim.kept')}
      cancelLabel={t('friends.claim.copy')}
      onConfirm={onClose}
      onCancel={() => copy(claimCode)}
    >
      <div className="grid justify-items-center gap-3">
        <img className="size-52 rounded" src={claimQr} alt={t('friends.claim.qr')} />
        <code className="font-mono select-all">{claimCode}</code>
      </div>
    </ConfirmDialog>
  );
}
