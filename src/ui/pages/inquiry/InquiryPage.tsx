/** Contact form (spec 2 "contact us"): sends a question to the operator of this installation. */
import { useSelector } from '@xstate/react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import type { InquiryFault, InquiryField } from '../../../../contract/rules/inquiry.ts';
import { INQUIRY_COMPANY_MAX, INQUIRY_QUESTION_MAX, NICKNAME_MAX } from '../../../../contract/rules/limits.ts';
import { type InquiryRef, selectInquiry, selectInquiryState } from '../../../machines/inquiries/inquiries.selectors.ts';
import { useFocusFault } from '../../kit/useFocusFault.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Field } from '../../kit/Field.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { TextArea } from '../../kit/TextArea.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import { PublicPageFrame } from '../../publicPages/PublicPageFrame.tsx';
import { PublicTitle } from '../../publicPages/PublicTitle.tsx';

export function InquiryPage({ screen }: { readonly screen: InquiryRef }) {
  const state = useSelector(screen, selectInquiryState);
  return (
    <PublicPageFrame path="/contact" narrow>
      {state === 'sent' ? <Sent screen={screen} /> : <Form screen={screen} />}
    </PublicPageFrame>
  );
}

function Sent({ screen }: { readonly screen: InquiryRef }) {
  const t = useT();
  return (
    <div className="grid w-[min(480px,100%)] justify-items-start gap-4 text-start">
      <PublicTitle>{t('inquiry.sent')}</PublicTitle>
      <p role="status">{t('inquiry.sentText')}</p>
      <Button onClick={() => screen.send({ type: 'form.again' })}>{t('inquiry.again')}</Button>
    </div>
  );
}

function Form({ screen }: { readonly screen: InquiryRef }) {
  const t = useT();
  const { failure } = useSelector(screen, selectInquiry);
  const state = useSelector(screen, selectInquiryState);
  const sending = state !== 'editing';
  const form = useFocusFault(() => {
    if (!sending) screen.send({ type: 'form.submit' });
  });
  return (
    <form className="grid w-[min(480px,100%)] gap-4.5 text-start" noValidate {...form}>
      <div>
        <PublicTitle>{t('routes.contact')}</PublicTitle>
        <p className="text-text-2">{t('inquiry.intro')}</p>
      </div>
      <Input screen={screen} field="name" />
      <Input screen={screen} field="company" />
      <Input screen={screen} field="phone" />
      <Input screen={screen} field="question" />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" size="l" busy={sending}>
          {t('inquiry.send')}
        </Button>
        {state === 'patient' && (
          <Button size="l" onClick={() => screen.send({ type: 'form.cancel' })}>
            {t('shared.stopWaiting')}
          </Button>
        )}
      </div>
      {state === 'patient' && <p role="status">{t('inquiry.waiting')}</p>}
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
  name: 'shared.personName',
  company: 'inquiry.company',
  phone: 'shared.telephoneNumber',
  question: 'inquiry.question',
} as const satisfies Record<InquiryField, string>;
const FAULT = {
  nameEmpty: 'signIn.fault.nicknameEmpty',
  nameLong: 'inquiry.fault.nameLong',
  companyLong: 'inquiry.fault.companyLong',
  phoneEmpty: 'inquiry.fault.phoneEmpty',
  phoneWrong: 'inquiry.fault.phoneWrong',
  questionEmpty: 'inquiry.fault.questionEmpty',
  questionLong: 'inquiry.fault.questionLong',
} as const satisfies Record<InquiryFault, string>;
const LIMITS = { name: NICKNAME_MAX, company: INQUIRY_COMPANY_MAX, question: INQUIRY_QUESTION_MAX };
const FILLED_IN = { name: 'name', company: 'organization', phone: 'tel' } as const;

function Input({ screen, field }: { readonly screen: InquiryRef; readonly field: InquiryField }) {
  const t = useT();
  const { fields, faults } = useSelector(screen, selectInquiry);
  const fault = faults[field];
  const common = {
    name: field,
    value: fields[field],
    required: field !== 'company',
    onChange: (value: string) => screen.send({ type: 'field.change', field, value }),
    onBlur: () => screen.send({ type: 'field.leave', field }),
  };
  return (
    <Field
      label={t(LABEL[field])}
      error={fault ? t(FAULT[fault], LIMITS) : undefined}
      hint={field === 'phone' ? t('inquiry.phoneHint') : undefined}
    >
      {field === 'question' ? (
        <TextArea rows={6} className="[&_textarea]:min-h-36" {...common} />
      ) : (
        <TextInput size="l" type={field === 'phone' ? 'tel' : 'text'} autoComplete={FILLED_IN[field]} {...common} />
      )}
    </Field>
  );
}
