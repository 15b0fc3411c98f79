/** The question before logging out (spec 2): cancel, or log out. Session asks it; this shows it. */
import { useSelector } from '@xstate/react';
import { selectSignOutQuestion } from '../../machines/session/session.selectors.ts';
import { useApp } from '../hooks/useApp.ts';
import { useT } from '../hooks/useT.ts';
import { Question } from './Question.tsx';

export function SignOutQuestion() {
  const t = useT();
  const question = useSelector(useApp().session, selectSignOutQuestion);
  return question ? <Question question={question} cancelLabel={t('shell.signOut.cancel')} /> : null;
}
