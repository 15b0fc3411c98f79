/**
 * Verification code field, the button that sends a code with its resend delay, and in the demo the messages kept on
 * this computer.
 */
import { useSelector } from '@xstate/react';
import {
  type CodeRequestRef,
  selectIsSending,
  selectRequest,
} from '../../machines/verification/verification.selectors.ts';
import { targetName } from '../../machines/verification/verificationRules.ts';
import { useT } from '../hooks/useT.ts';
import { Button } from '../kit/Button.tsx';
import { Field } from '../kit/Field.tsx';
import { TextInput } from '../kit/TextInput.tsx';

export interface CodeInputProps {
  readonly request: CodeRequestRef;
  readonly size?: 'm' | 'l';
  /** The input, and its error. */
  readonly value: string;
  readonly error?: string | undefined;
  /** Current recipient as one string. */
  readonly target: string;
  readonly onChange: (value: string) => void;
  readonly onLeave: () => void;
  readonly onAsk: () => void;
}

export function CodeInput({ request, size = 'm', value, error, target, onChange, onLeave, onAsk }: CodeInputProps) {
  const t = useT();
  const { wait, to, failure, messages } = useSelector(request, selectRequest);
  const sending = useSelector(request, selectIsSending);
  // The resend delay applies per recipient: for another one the button is enabled.
  const pausing = wait > 0 && to !== null && targetName(to) === target;
  const sentTo = wait > 0 && to && !failure ? targetName(to) : '';
  return (
    <div className="grid gap-2">
      <Field label={t('verification.code')} error={error}>
        <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
          <TextInput
            size={size}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            value={value}
            onChange={onChange}
            onBlur={onLeave}
          />
          <Button
            size={size}
            busy={sending}
            disabledReason={pausing ? t('verification.resend', { seconds: wait }) : undefined}
            onClick={onAsk}
          >
            {sending
              ? t('verification.sending')
              : pausing
                ? t('verification.resend', { seconds: wait })
                : t('verification.send')}
          </Button>
        </div>
      </Field>
      <p className="text-13 text-text-2 empty:absolute" role="status">
        {sentTo && t('verification.sent', { target: sentTo })}
      </p>
      {messages.length > 0 && (
        <section className="rounded border border-line px-3 py-2.5 text-12" aria-label={t('verification.kept')}>
          <h2 className="text-12 text-text-2">{t('verification.kept')}</h2>
          <ul>
            {messages.map(({ id, subject, body }) => (
              <li key={id} className="mt-1.5">
                <b>{subject}</b>
                <p>{body}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
