/** Renders a machine's confirmation of an irreversible action (machines/factories/confirm.machine.ts). */
import { useSelector } from '@xstate/react';
import type { ConfirmRef } from '../../machines/factories/confirm.machine.ts';
import { useT } from '../hooks/useT.ts';
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx';

interface QuestionProps {
  readonly question: ConfirmRef;
  readonly cancelLabel: string;
  /** Further information, which can change while the dialog is open. */
  readonly note?: string | undefined;
}

export function Question({ question, cancelLabel, note }: QuestionProps) {
  const t = useT();
  const { titleKey, textKey, acceptKey, words, destructive } = useSelector(question, ({ context }) => context);
  return (
    <ConfirmDialog
      open
      title={t.found(titleKey, words)}
      text={textKey ? t.found(textKey, words) : ''}
      confirmLabel={t.found(acceptKey, words)}
      cancelLabel={cancelLabel}
      danger={destructive}
      onConfirm={() => question.send({ type: 'confirm.accept' })}
      onCancel={() => question.send({ type: 'confirm.cancel' })}
    >
      {note === undefined ? undefined : <p role="status">{note}</p>}
    </ConfirmDialog>
  );
}
