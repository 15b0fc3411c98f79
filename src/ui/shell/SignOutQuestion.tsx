/** Confirmation before signing out (spec 2). The session machine asks; this renders the dialog. */
import { useSelector } from '@xstate/react';
import { selectSignOutQuestion } from '../../machines/session/session.selectors.ts';
import { STOP_RETRY_MS } from '../../../contract/rules/limits.ts';
import { selectUnsentCount } from '../../machines/pendingStops/pendingStops.selectors.ts';
import { useApp, usePendingStops } from '../hooks/useApp.ts';
import { useT } from '../hooks/useT.ts';
import { Question } from './Question.tsx';

export function SignOutQuestion() {
  const t = useT();
  const question = useSelector(useApp().session, selectSignOutQuestion);
  const unsent = useSelector(usePendingStops(), selectUnsentCount);
  return (
    <Question
      question={question}
      note={unsent > 0 ? t('shell.signOut.unsent', { count: unsent, minutes: STOP_RETRY_MS / 60_000 }) : undefined}
    />
  );
}
