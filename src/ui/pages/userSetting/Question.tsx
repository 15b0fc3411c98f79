/** Confirmation dialog before something is ended or removed; the machine provides the texts. */
import { useSelector } from '@xstate/react';
import type { ConfirmRef } from '../../../machines/factories/confirm.machine.ts';
import { useT } from '../../hooks/useT.ts';
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx';

export function Question({ question }: { readonly question: ConfirmRef }) {
  const t = useT();
  const { titleKey, textKey, acceptKey, words, destructive } = useSelector(question, ({ context }) => context);
  return (
    <ConfirmDialog
      open
      title={t.found(titleKey, words)}
      text={textKey ? t.found(textKey, words) : ''}
      confirmLabel={t.found(acceptKey, words)}
      cancelLabel={t('userSetting.keep')}
      danger={destructive}
      onConfirm={() => question.send({ type: 'confirm.accept' })}
      onCancel={() => question.send({ type: 'confirm.cancel' })}
    />
  );
}
