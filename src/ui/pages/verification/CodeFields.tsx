/** Captcha and verification code fields, and the form's error message. */
import { useSelector } from '@xstate/react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import RotateCw from 'lucide-react/icons/rotate-cw';
import {
  type VerifiedFormRef,
  type CodeRequestRef,
  selectCodeRequest,
  selectFault,
  selectForm,
  selectIsDrawing,
  selectRequest,
} from '../../../machines/verification/verification.selectors.ts';
import { targetName, targetOf } from '../../../machines/verification/verificationRules.ts';
import { useT } from '../../hooks/useT.ts';
import { classes } from '../../kit/classes.ts';
import { Field } from '../../kit/Field.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import { CodeInput } from '../../verification/CodeInput.tsx';
import { faultKey } from './faultKey.ts';

interface Part {
  readonly screen: VerifiedFormRef;
  readonly request: CodeRequestRef;
}

export function CodeFields({ screen }: { readonly screen: VerifiedFormRef }) {
  const request = useSelector(screen, selectCodeRequest);
  return (
    request && (
      <>
        <Picture screen={screen} request={request} />
        <Code screen={screen} request={request} />
      </>
    )
  );
}

const IMAGE = 'h-[50px] w-[150px] rounded border border-line';

function Picture({ request }: Part) {
  const t = useT();
  const { captcha, content, isContentMissing, failure } = useSelector(request, selectRequest);
  const drawing = useSelector(request, selectIsDrawing);
  return (
    <Field
      label={t('verification.captcha')}
      hint={t('verification.captchaHint')}
      error={isContentMissing ? t('verification.captchaMissing') : failure ? t.failure(failure) : undefined}
    >
      <div className="grid grid-cols-[minmax(0,1fr)_150px_auto] items-center gap-2">
        <TextInput
          size="l"
          name="captcha"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={16}
          value={content}
          onChange={(next) => request.send({ type: 'captcha.change', content: next })}
        />
        {captcha ? (
          <img className={IMAGE} src={captcha.image} alt={t('verification.captchaImage')} width={150} height={50} />
        ) : (
          <span className={classes('sk', IMAGE)} aria-hidden="true" />
        )}
        <IconButton
          icon={RotateCw}
          label={t('verification.renew')}
          disabledReason={drawing ? t('verification.drawing') : undefined}
          onClick={() => request.send({ type: 'captcha.renew' })}
        />
      </div>
    </Field>
  );
}

function Code({ screen, request }: Part) {
  const t = useT();
  const { fields } = useSelector(screen, selectForm);
  const fault = useSelector(screen, selectFault('code'));
  return (
    <CodeInput
      request={request}
      size="l"
      value={fields.code}
      error={fault ? t(faultKey(fault)) : undefined}
      target={targetName(targetOf(fields))}
      onChange={(value) => screen.send({ type: 'field.change', field: 'code', value })}
      onLeave={() => screen.send({ type: 'field.leave', field: 'code' })}
      onAsk={() => screen.send({ type: 'code.ask' })}
    />
  );
}

export function FormAnswer({ screen }: { readonly screen: VerifiedFormRef }) {
  const t = useT();
  const { failure, wait } = useSelector(screen, selectForm);
  if (!failure) return null;
  return (
    <div className="field-error" role="alert">
      <Icon of={CircleAlert} size={14} />
      {/* The countdown is not announced: reading every second would drown everything else. */}
      <span>
        {t.failure(failure)}
        {wait > 0 && <span aria-live="off">{` ${t('signIn.wait', { seconds: wait })}`}</span>}
      </span>
    </div>
  );
}
