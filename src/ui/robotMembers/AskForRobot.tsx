/**
 * Requests access to a robot by the serial number printed on it. The response is the same whether or not the robot
 * exists.
 */
import { useSelector } from '@xstate/react';
import Hand from 'lucide-react/icons/hand';
import { SERIAL_NUMBER_MAX } from '../../../contract/rules/limits.ts';
import {
  type InvitationsRef,
  selectAsk,
  selectIsAsking,
  selectIsAskOpen,
} from '../../machines/friends/friends.selectors.ts';
import { useT } from '../hooks/useT.ts';
import { fullText } from '../labels/fullText.ts';
import { Button } from '../kit/Button.tsx';
import { Field } from '../kit/Field.tsx';
import { FormDialog } from '../kit/FormDialog.tsx';
import { TextInput } from '../kit/TextInput.tsx';

export function AskForRobot({ invitations }: { readonly invitations: InvitationsRef }) {
  const t = useT();
  const open = useSelector(invitations, selectIsAskOpen);
  return (
    <>
      <Button icon={Hand} onClick={() => invitations.send({ type: 'ask.open' })}>
        {t('friends.askFor.open')}
      </Button>
      {open && <AskDialog invitations={invitations} />}
    </>
  );
}

function AskDialog({ invitations }: { readonly invitations: InvitationsRef }) {
  const t = useT();
  const { typed, askFailure } = useSelector(invitations, selectAsk);
  const sending = useSelector(invitations, selectIsAsking);
  return (
    <FormDialog
      title={t('friends.askFor.title')}
      description={t('friends.askFor.text')}
      submitLabel={t('friends.askFor.send')}
      cancelLabel={t('common.cancel')}
      closeLabel={t('common.close')}
      busy={sending}
      disabledReason={typed.trim() === '' ? t('friends.askFor.empty') : undefined}
      onSubmit={() => invitations.send({ type: 'ask.send' })}
      onCancel={() => invitations.send({ type: 'ask.close' })}
    >
      <Field
        label={t('shared.serialNumber')}
        hint={fullText(t, typed, SERIAL_NUMBER_MAX) ?? t('friends.askFor.hint')}
        error={askFailure ? t.failure(askFailure) : undefined}
      >
        <TextInput
          value={typed}
          maxLength={SERIAL_NUMBER_MAX}
          autoComplete="off"
          onChange={(words) => invitations.send({ type: 'ask.type', typed: words })}
        />
      </Field>
    </FormDialog>
  );
}
