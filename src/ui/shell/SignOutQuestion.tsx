/** The question before logging out (spec 2): cancel, or log out. Session asks it; this shows it. */
import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { confirmMachine } from '../../machines/factories/confirm.machine.ts';
import { selectSignOutQuestion } from '../../machines/session/session.selectors.ts';
import { useApp } from '../hooks/useApp.ts';
import { useT } from '../hooks/useT.ts';
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx';

export function SignOutQuestion() {
  const question = useSelector(useApp().session, selectSignOutQuestion);
  return question ? <Question question={question} /> : null;
}

function Question({ question }: { readonly question: ActorRefFrom<typeof confirmMachine> }) {
  const t = useT();
  const { titleKey, textKey, acceptKey, words, destructive } = useSelector(question, ({ context }) => context);
  return (
    <ConfirmDialog
      open
      title={t.found(titleKey, words)}
      text={textKey ? t.found(textKey, words) : ''}
      confirmLabel={t.found(acceptKey, words)}
      cancelLabel={t('shell.signOut.cancel')}
      danger={destructive}
      onConfirm={() => question.send({ type: 'confirm.accept' })}
      onCancel={() => question.send({ type: 'confirm.cancel' })}
    />
  );
}
