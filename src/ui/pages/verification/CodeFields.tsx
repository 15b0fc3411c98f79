/** The picture to read, the button that sends a code with the pause it needs, and the code that came. */
import { useSelector } from '@xstate/react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import RotateCw from 'lucide-react/icons/rotate-cw';
import type { ActorRefFrom } from 'xstate';
import type { codeRequestMachine } from '../../../machines/verification/codeRequest.machine.ts';
import { selectCodeRequest, selectFault, selectForm, selectIsDrawing, selectIsSending, selectRequest } from '../../../machines/verification/verification.selectors.ts';
import { targetName, targetOf } from '../../../machines/verification/verificationRules.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Field } from '../../kit/Field.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import { faultKey, type VerifiedScreen } from './verifiedForm.ts';

type CodeRequest = ActorRefFrom<typeof codeRequestMachine>;
interface Part { readonly screen: VerifiedScreen; readonly request: CodeRequest }

export function CodeFields({ screen }: { readonly screen: VerifiedScreen }) {
  const request = useSelector(screen, selectCodeRequest);
  return request && (
    <>
      <Picture screen={screen} request={request} />
      <Code screen={screen} request={request} />
    </>
  );
}

function Picture({ request }: Part) {
  const t = useT();
  const { captcha, content, isContentMissing, failure } = useSelector(request, selectRequest);
  const drawing = useSelector(request, selectIsDrawing);
  return (
    <Field label={t('verification.captcha')} hint={t('verification.captchaHint')} error={isContentMissing ? t('verification.captchaMissing') : failure ? t.failure(failure) : undefined}>
      <div className="verification-picture">
        <TextInput
          size="l" name="captcha" autoComplete="off" autoCapitalize="none" spellCheck={false} maxLength={16} value={content}
          onChange={(next) => request.send({ type: 'captcha.change', content: next })}
        />
        {captcha ? <img src={captcha.image} alt={t('verification.captchaImage')} width={150} height={50} /> : <span className="sk" aria-hidden="true" />}
        <IconButton icon={RotateCw} label={t('verification.renew')} disabledReason={drawing ? t('verification.drawing') : undefined} onClick={() => request.send({ type: 'captcha.renew' })} />
      </div>
    </Field>
  );
}

function Code({ screen, request }: Part) {
  const t = useT();
  const { fields } = useSelector(screen, selectForm);
  const fault = useSelector(screen, selectFault('code'));
  const { wait, to, failure, messages } = useSelector(request, selectRequest);
  const sending = useSelector(request, selectIsSending);
  // The pause is the target's: for another one the button is free.
  const pausing = wait > 0 && to !== null && targetName(to) === targetName(targetOf(fields));
  const sentTo = wait > 0 && to && !failure ? targetName(to) : '';
  return (
    <div className="grid gap-2">
      <Field label={t('verification.code')} error={fault ? t(faultKey(fault)) : undefined}>
        <div className="verification-code">
          <TextInput
            size="l" name="code" inputMode="numeric" autoComplete="one-time-code" maxLength={6} value={fields.code}
            onChange={(value) => screen.send({ type: 'field.change', field: 'code', value })} onBlur={() => screen.send({ type: 'field.leave', field: 'code' })}
          />
          <Button size="l" busy={sending} disabledReason={pausing ? t('verification.resend', { seconds: wait }) : undefined} onClick={() => screen.send({ type: 'code.ask' })}>
            {sending ? t('verification.sending') : pausing ? t('verification.resend', { seconds: wait }) : t('verification.send')}
          </Button>
        </div>
      </Field>
      <p className="text-13 text-text-2" role="status">{sentTo && t('verification.sent', { target: sentTo })}</p>
      {messages.length > 0 && (
        <section className="verification-kept" aria-label={t('verification.kept')}>
          <h2>{t('verification.kept')}</h2>
          <ul>{messages.map(({ id, subject, body }) => <li key={id}><b>{subject}</b><p>{body}</p></li>)}</ul>
        </section>
      )}
    </div>
  );
}

export function FormAnswer({ screen }: { readonly screen: VerifiedScreen }) {
  const t = useT();
  const { failure, wait } = useSelector(screen, selectForm);
  if (!failure) return null;
  return (
    <div className="field-error" role="alert">
      <Icon of={CircleAlert} size={14} />
      {/* The seconds are for the eye: read out, they would drown everything else. */}
      <span>{t.failure(failure)}{wait > 0 && <span aria-live="off">{` ${t('verification.wait', { seconds: wait })}`}</span>}</span>
    </div>
  );
}
