/** Dialog for a new e-mail address or phone number: target, verification code, password. */
import { useSelector } from '@xstate/react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { useId } from 'react';
import {
  type FormRef,
  selectDraft,
  selectFailure,
  selectFieldFault,
  selectIsDirty,
  selectIsSaving,
  selectIsSlow,
  selectValue,
} from '../../../machines/factories/form.selectors.ts';
import { contactTarget } from '../../../machines/userSetting/contactForm.machine.ts';
import {
  type ContactRef,
  selectContactCode,
  selectContactForm,
  selectHadContact,
} from '../../../machines/userSetting/userSetting.selectors.ts';
import { type CodeRequestRef, selectRequest } from '../../../machines/verification/verification.selectors.ts';
import { targetName } from '../../../machines/verification/verificationRules.ts';
import { useFocusFault } from '../../kit/useFocusFault.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { Field } from '../../kit/Field.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { Select } from '../../kit/Select.tsx';
import { CodeInput } from '../../verification/CodeInput.tsx';
import { useCountryOptions } from '../../verification/countries.ts';
import { PhoneRow } from '../../verification/PhoneRow.tsx';
import { FormText } from './FormText.tsx';
import { DIALOG_FORM } from './settingsLayout.tsx';

type Kind = 'email' | 'phoneNumber';
interface Part {
  readonly contact: ContactRef;
  readonly kind: Kind;
  readonly form: FormRef;
  readonly request: CodeRequestRef;
}

const CHANGE = {
  email: 'userSetting.contact.changeEmail',
  phoneNumber: 'userSetting.contact.changePhoneNumber',
} as const satisfies Record<Kind, string>;
const ADD = {
  email: 'userSetting.contact.addEmail',
  phoneNumber: 'userSetting.contact.addPhoneNumber',
} as const satisfies Record<Kind, string>;
const TEXT = {
  email: 'userSetting.contact.emailText',
  phoneNumber: 'userSetting.contact.phoneNumberText',
} as const satisfies Record<Kind, string>;

export function ContactDialog({ contact, kind }: { readonly contact: ContactRef; readonly kind: Kind }) {
  const form = useSelector(contact, selectContactForm);
  const request = useSelector(contact, selectContactCode);
  return form && request && <Window contact={contact} kind={kind} form={form} request={request} />;
}

function Window({ contact, kind, form, request }: Part) {
  const t = useT();
  const id = useId();
  const had = useSelector(contact, selectHadContact);
  const dirty = useSelector(form, selectIsDirty);
  const saving = useSelector(form, selectIsSaving);
  const slow = useSelector(form, selectIsSlow);
  const failure = useSelector(form, selectFailure);
  const title = t(had ? CHANGE[kind] : ADD[kind]);
  // A running request must finish or be cancelled before the dialog closes.
  const close = (): void => {
    if (!saving) contact.send({ type: 'contact.cancel' });
  };
  const element = useFocusFault(() => form.send({ type: 'form.submit' }));
  return (
    <Dialog
      open
      title={title}
      description={t(TEXT[kind])}
      closeLabel={t('common.close')}
      onClose={close}
      foot={
        <>
          {slow ? (
            <Button onClick={() => form.send({ type: 'form.cancel' })}>{t('shared.stopWaiting')}</Button>
          ) : (
            <Button disabledReason={saving ? t('userSetting.saving') : undefined} onClick={close}>
              {t('common.cancel')}
            </Button>
          )}
          <Button
            type="submit"
            form={id}
            variant="primary"
            busy={saving}
            disabledReason={dirty ? undefined : t('shared.noChanges')}
          >
            {title}
          </Button>
        </>
      }
    >
      <form id={id} className={DIALOG_FORM} noValidate aria-label={title} {...element}>
        <Target kind={kind} form={form} request={request} />
        <Code contact={contact} kind={kind} form={form} request={request} />
        <FormText
          form={form}
          field="password"
          type="password"
          label={t('userSetting.contact.password')}
          hint={t('userSetting.contact.passwordHint')}
          autoComplete="current-password"
          autoCapitalize="none"
          spellCheck={false}
          reveal={{ show: t('common.showPassword'), hide: t('common.hidePassword') }}
        />
        <p className="text-12 text-text-2 empty:hidden" role="status">
          {slow ? t('common.stillWaiting') : ''}
        </p>
        {failure && (
          <p className="field-error" role="alert">
            <Icon of={CircleAlert} size={14} />
            {t.failure(failure)}
          </p>
        )}
      </form>
    </Dialog>
  );
}

/** Why no code was sent to the current target; errors of a previous target are ignored. */
function useRefusal({ form, request }: Pick<Part, 'form' | 'request'>) {
  const target = targetName(contactTarget(useSelector(form, selectDraft)));
  const { to, failure } = useSelector(request, selectRequest);
  return { target, refusal: to && targetName(to) === target ? failure : null };
}

function Target({ kind, form, request }: Omit<Part, 'contact'>) {
  const t = useT();
  const { refusal } = useRefusal({ form, request });
  const country = useSelector(form, selectValue('country'));
  const countries = useCountryOptions(country);
  const said = refusal?.field === kind ? t.failure(refusal) : undefined;
  if (kind === 'email') {
    return (
      <FormText
        form={form}
        field="email"
        type="email"
        label={t('userSetting.contact.newEmail')}
        said={said}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
    );
  }
  return (
    <PhoneRow>
      <Field label={t('signIn.country')}>
        <Select
          value={country}
          options={countries}
          onChange={(value) => form.send({ type: 'field.change', field: 'country', value })}
        />
      </Field>
      <FormText
        form={form}
        field="phoneNumber"
        type="tel"
        inputMode="tel"
        label={t('userSetting.contact.newPhoneNumber')}
        said={said}
        autoComplete="tel-national"
      />
    </PhoneRow>
  );
}

function Code({ contact, kind, form, request }: Part) {
  const t = useT();
  const { target, refusal } = useRefusal({ form, request });
  const draft = useSelector(form, selectDraft);
  const fault = useSelector(form, selectFieldFault('code'));
  return (
    <CodeInput
      request={request}
      value={draft['code'] ?? ''}
      target={target}
      error={fault ? t.found(fault) : refusal && refusal.field !== kind ? t.failure(refusal) : undefined}
      onChange={(value) => form.send({ type: 'field.change', field: 'code', value })}
      onLeave={() => form.send({ type: 'field.leave', field: 'code' })}
      onAsk={() => contact.send({ type: 'code.ask', draft })}
    />
  );
}
