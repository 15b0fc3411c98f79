/** Confirmation dialog for an account action; names the person. It stays open and blocked while the action runs. */
import { useSelector } from '@xstate/react';
import { type AccountsRef, selectQuestion } from '../../../machines/accounts/accounts.selectors.ts';
import type { ConfirmRef } from '../../../machines/factories/confirm.machine.ts';
import { useT } from '../../hooks/useT.ts';
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx';

export function AccountQuestion({ screen }: { readonly screen: AccountsRef }) {
  const question = useSelector(screen, selectQuestion);
  return question ? <Question question={question} /> : null;
}

function Question({ question }: { readonly question: ConfirmRef }) {
  const t = useT();
  const { titleKey, textKey, acceptKey, words, destructive } = useSelector(question, ({ context }) => context);
  return (
    <ConfirmDialog
      open
      title={t.found(titleKey, words)}
      text={textKey ? t.found(textKey, words) : ''}
      confirmLabel={t.found(acceptKey, words)}
      cancelLabel={t('accounts.cancel')}
      danger={destructive}
      onConfirm={() => question.send({ type: 'confirm.accept' })}
      onCancel={() => question.send({ type: 'confirm.cancel' })}
    />
  );
}
