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
import { Dialog } from '../kit/Dialog.tsx';
import { Field } from '../kit/Field.tsx';
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
  const close = (): void => invitations.send({ type: 'ask.close' });
  const send = (): void => invitations.send({ type: 'ask.send' });
  return (
    <Dialog
      open
      onClose={close}
      title={t('friends.askFor.title')}
      description={t('friends.askFor.text')}
      closeLabel={t('common.close')}
      foot={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button
            variant="primary"
            busy={sending}
            disabledReason={typed.trim() === '' ? t('friends.askFor.empty') : undefined}
            onClick={send}
          >
            {t('friends.askFor.send')}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
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
      </form>
    </Dialog>
  );
}
