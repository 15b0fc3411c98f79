/** Confirmation before signing out on this phone. */
import '../styles/companionDialog.css';
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx';
import { useCompanion, useT } from './CompanionContext.ts';

export function LeaveQuestion() {
  const t = useT();
  const { root } = useCompanion();
  return (
    <ConfirmDialog
      open
      title={t('companion.leave.title')}
      text={t('companion.leave.text')}
      confirmLabel={t('common.signOut')}
      cancelLabel={t('common.cancel')}
      onConfirm={() => root.send({ type: 'session.signOut' })}
      onCancel={() => root.send({ type: 'session.stay' })}
    />
  );
}
