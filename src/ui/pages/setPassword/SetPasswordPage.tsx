/** Opened from an administrator's link: sets a new password, or creates an account for an invitation. */
import { useSelector } from '@xstate/react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import type { ReactNode } from 'react';
import { NICKNAME_MAX } from '../../../../contract/rules/limits.ts';
import type { PasswordFault, PasswordField } from '../../../machines/setPassword/setPassword.machine.ts';
import {
  type SetPasswordRef,
  selectIsSetting,
  selectLinkState,
  selectSetPassword,
} from '../../../machines/setPassword/setPassword.selectors.ts';
import { useFocusFault } from '../../kit/useFocusFault.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Field } from '../../kit/Field.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { SkeletonBlocks } from '../../kit/SkeletonBlocks.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import { BareFrame } from '../../shell/BareFrame.tsx';

export function SetPasswordPage({ screen }: { readonly screen: SetPasswordRef }) {
  return (
    <BareFrame>
      <Content screen={screen} />
    </BareFrame>
  );
}

const COLUMN = 'grid w-[min(400px,100%)] gap-4.5 text-left';

function Content({ screen }: { readonly screen: SetPasswordRef }) {
  const t = useT();
  const state = useSelector(screen, selectLinkState);
  const { terms, failure } = useSelector(screen, selectSetPassword);
  const toSignIn = (
    <Button variant="primary" onClick={() => screen.send({ type: 'signIn.open' })}>
      {t('setPassword.signIn')}
    </Button>
  );
  switch (state) {
    case 'asking':
      return (
        <div className={COLUMN}>
          <h1 className="sr-only">{t('setPassword.title')}</h1>
          <SkeletonBlocks shape="text" count={4} label={t('setPassword.asking')} />
        </div>
      );
    case 'failed':
      return (
        <Said title={t('setPassword.failed')} text={failure ? t.failure(failure) : ''}>
          <Button variant="primary" onClick={() => screen.send({ type: 'oneTimeLink.retry' })}>
            {t('common.retry')}
          </Button>
        </Said>
      );
    case 'over':
      return (
        <Said title={t('setPassword.over')} text={t('setPassword.overText')}>
          {toSignIn}
        </Said>
      );
    case 'done':
      return (
        <Said title={t('setPassword.done')} text={t('setPassword.doneText', { target: terms?.target ?? '' })}>
          {toSignIn}
        </Said>
      );
    case 'good':
      return <Form screen={screen} />;
  }
}

function Said({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}) {
  return (
    <>
      <h1>{title}</h1>
      <p role="status">{text}</p>
      {children}
    </>
  );
}

function Form({ screen }: { readonly screen: SetPasswordRef }) {
  const t = useT();
  const { terms, failure } = useSelector(screen, selectSetPassword);
  const busy = useSelector(screen, selectIsSetting);
  const invited = terms?.kind === 'invitation';
  const form = useFocusFault(() => {
    if (!busy) screen.send({ type: 'form.submit' });
  });
  return (
    <form className={COLUMN} noValidate {...form}>
      <div>
        <h1>{t(invited ? 'signIn.setUp.title' : 'setPassword.title')}</h1>
        <p className="text-text-2">
          {invited
            ? t('setPassword.invitedText', { target: terms.target })
            : t('setPassword.text', { name: terms?.nickname ?? '', target: terms?.target ?? '' })}
        </p>
      </div>
      {/* Tells password managers the account. */}
      <input type="text" name="username" autoComplete="username" value={terms?.target ?? ''} readOnly hidden />
      {invited && <Input screen={screen} field="nickname" />}
      <Input screen={screen} field="password" />
      <Input screen={screen} field="repeated" />
      <Button type="submit" variant="primary" size="l" wide busy={busy}>
        {t(invited ? 'setPassword.join' : 'setPassword.save')}
      </Button>
      {failure && (
        <p className="field-error" role="alert">
          <Icon of={CircleAlert} size={14} />
          {t.failure(failure)}
        </p>
      )}
    </form>
  );
}

const LABEL = {
  nickname: 'signIn.setUp.nickname',
  password: 'common.password',
  repeated: 'signIn.setUp.again',
} as const satisfies Record<PasswordField, string>;
const FAULT = {
  nicknameEmpty: 'setPassword.fault.nicknameEmpty',
  nicknameLong: 'setPassword.fault.nicknameLong',
  passwordRule: 'signIn.fault.passwordRule',
  passwordDiffers: 'signIn.fault.passwordDiffers',
} as const satisfies Record<PasswordFault, string>;

function Input({ screen, field }: { readonly screen: SetPasswordRef; readonly field: PasswordField }) {
  const t = useT();
  const { fields, faults, revealed } = useSelector(screen, selectSetPassword);
  const fault = faults[field];
  const isName = field === 'nickname';
  return (
    <Field
      label={t(LABEL[field])}
      error={fault ? t(FAULT[fault], { max: NICKNAME_MAX }) : undefined}
      hint={field === 'password' ? t('signIn.setUp.rule') : undefined}
    >
      <TextInput
        size="l"
        name={field}
        type={isName ? 'text' : 'password'}
        autoComplete={isName ? 'name' : 'new-password'}
        value={fields[field]}
        reveal={
          isName
            ? undefined
            : {
                show: t('common.showPassword'),
                hide: t('common.hidePassword'),
                shown: revealed.includes(field),
                onToggle: () => screen.send({ type: 'password.toggleShown', field }),
              }
        }
        onChange={(value) => screen.send({ type: 'field.change', field, value })}
      />
    </Field>
  );
}
