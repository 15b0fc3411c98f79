/**
 * The one way to confirm: renders the `confirm` child of a machine (machines/factories/confirm.machine.ts), and nothing
 * while there is none.
 */
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { ConfirmRef } from '../../machines/factories/confirm.machine.ts';
import { useT } from '../hooks/useT.ts';
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx';

interface QuestionProps {
  readonly question: ConfirmRef | null | undefined;
  /** Where it is not "Cancel": "Keep running". */
  readonly cancelLabel?: string | undefined;
  /** Further information, which can change while the dialog is open. */
  readonly note?: string | undefined;
  /** Further input that the action needs. */
  readonly children?: ReactNode;
}

export function Question({ question, ...rest }: QuestionProps) {
  return question ? <Asked question={question} {...rest} /> : null;
}

function Asked({ question, cancelLabel, note, children }: QuestionProps & { readonly question: ConfirmRef }) {
  const t = useT();
  const { titleKey, textKey, acceptKey, words, destructive } = useSelector(question, ({ context }) => context);
  return (
    <ConfirmDialog
      open
      title={t.found(titleKey, words)}
      text={textKey ? t.found(textKey, words) : ''}
      confirmLabel={t.found(acceptKey, words)}
      cancelLabel={cancelLabel ?? t('common.cancel')}
      danger={destructive}
      onConfirm={() => question.send({ type: 'confirm.accept' })}
      onCancel={() => question.send({ type: 'confirm.cancel' })}
    >
      {note === undefined ? children : <p role="status">{note}</p>}
    </ConfirmDialog>
  );
}
