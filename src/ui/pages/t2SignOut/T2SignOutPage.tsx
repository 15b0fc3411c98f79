/**
 * Sign-out of visitors on a robot's screen: two steps with large controls. No visitor's data remains for the next
 * visitor.
 */
import { useSelector } from '@xstate/react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import type { ReactNode } from 'react';
import { shownPhoneNumber } from '../../../../contract/rules/phoneNumber.ts';
import {
  type T2SignOutRef,
  selectIsSigningOut,
  selectSignOut,
  selectSignOutStep,
} from '../../../machines/t2SignOut/t2SignOut.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Field } from '../../kit/Field.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import { timeStamp, zoneName } from '../../shell/siteTime.ts';
import { PhoneFields } from '../../verification/PhoneFields.tsx';
import { FactNote, VisitorFact, VisitorFacts } from '../../visitors/VisitorFacts.tsx';
import { VisitorForm, VisitorPage, VisitorTitle } from '../../visitors/VisitorPage.tsx';

interface Part {
  readonly screen: T2SignOutRef;
}

const STEP = { phone: PhoneStep, code: CodeStep, done: DoneStep } as const;

export function T2SignOutPage({ screen }: Part) {
  const Step = STEP[useSelector(screen, selectSignOutStep)];
  return (
    <VisitorPage on="kiosk">
      <Step screen={screen} />
    </VisitorPage>
  );
}

function Form({ screen, children }: Part & { readonly children: ReactNode }) {
  const t = useT();
  const { failure } = useSelector(screen, selectSignOut);
  const busy = useSelector(screen, selectIsSigningOut);
  const submit = (): void => {
    if (!busy) screen.send({ type: 'form.submit' });
  };
  return (
    <VisitorForm remembers={false} onSubmit={submit}>
      {children}
      {failure && (
        <p className="field-error" role="alert">
          <Icon of={CircleAlert} size={16} />
          {t.failure(failure)}
        </p>
      )}
    </VisitorForm>
  );
}

function PhoneStep({ screen }: Part) {
  const t = useT();
  const { country, phoneNumber, fault } = useSelector(screen, selectSignOut);
  const busy = useSelector(screen, selectIsSigningOut);
  return (
    <Form screen={screen}>
      <div>
        <VisitorTitle>{t('t2SignOut.title')}</VisitorTitle>
        <p className="mt-1.5">{t('t2SignOut.intro')}</p>
      </div>
      <PhoneFields
        country={country}
        phoneNumber={phoneNumber}
        remembers={false}
        error={fault === 'phoneNumber' ? t('verification.fullNumber') : undefined}
        onChange={(field, value) => screen.send({ type: 'field.change', field, value })}
      />
      <Button type="submit" variant="primary" size="l" wide busy={busy}>
        {t(busy ? 'verification.sending' : 't2SignOut.next')}
      </Button>
    </Form>
  );
}

function CodeStep({ screen }: Part) {
  const t = useT();
  const { country, phoneNumber, code, fault, wait } = useSelector(screen, selectSignOut);
  const busy = useSelector(screen, selectIsSigningOut);
  return (
    <Form screen={screen}>
      <div>
        <VisitorTitle>{t('t2SignOut.codeTitle')}</VisitorTitle>
        <p className="mt-1.5" role="status">
          {t('t2SignOut.codeText', { target: shownPhoneNumber(phoneNumber, country) })}
        </p>
      </div>
      <Field label={t('t2SignOut.code')} error={fault === 'code' ? t('verification.fault.codeShape') : undefined}>
        <TextInput
          size="l"
          name="code"
          className="tabular-nums [&_input]:text-center [&_input]:tracking-[0.3em]"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          value={code}
          onChange={(value) => screen.send({ type: 'field.change', field: 'code', value })}
        />
      </Field>
      <Button type="submit" variant="primary" size="l" wide busy={busy}>
        {t(busy ? 't2SignOut.submitting' : 't2SignOut.submit')}
      </Button>
      <div className="grid grid-cols-2 gap-2">
        <Button size="l" onClick={() => screen.send({ type: 'over.start' })}>
          {t('t2SignOut.start')}
        </Button>
        <Button
          size="l"
          disabledReason={wait > 0 ? t('verification.resend', { seconds: wait }) : undefined}
          onClick={() => screen.send({ type: 'code.again' })}
        >
          {wait > 0 ? t('verification.resend', { seconds: wait }) : t('t2SignOut.again')}
        </Button>
      </div>
    </Form>
  );
}

function DoneStep({ screen }: Part) {
  const t = useT();
  const { done, left } = useSelector(screen, selectSignOut);
  if (!done) return null;
  const zone = done.timeZone || 'UTC';
  return (
    <>
      <Icon of={CircleCheck} size={72} className="text-st-online" />
      <div role="status">
        <VisitorTitle>{t('t2SignOut.done', { name: done.name })}</VisitorTitle>
        <p className="mt-1.5">{t('t2SignOut.doneText')}</p>
      </div>
      <VisitorFacts>
        <VisitorFact name={t('t2SignOut.in')}>{timeStamp(done.signedInAt, zone)}</VisitorFact>
        <VisitorFact name={t('t2SignOut.out')}>
          {timeStamp(done.signedOutAt, zone)}
          <FactNote>{zoneName(zone, t.language, done.signedOutAt)}</FactNote>
        </VisitorFact>
      </VisitorFacts>
      <Button variant="primary" size="l" wide onClick={() => screen.send({ type: 'over.start' })}>
        {t('common.done')}
      </Button>
      <p className="text-center text-text-2 tabular-nums">{t('t2SignOut.leaving', { seconds: left })}</p>
    </>
  );
}
