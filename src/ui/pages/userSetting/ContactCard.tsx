/** E-mail address and phone number used to sign in; each is changed in its own dialog. */
import { useSelector } from '@xstate/react';
import { selectUser } from '../../../machines/session/session.selectors.ts';
import { type ContactRef, selectContactForm } from '../../../machines/userSetting/userSetting.selectors.ts';
import { useApp } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import { ContactDialog } from './ContactDialog.tsx';
import { SettingsRow } from './settingsLayout.tsx';

type Kind = 'email' | 'phoneNumber';

const LABEL = {
  email: 'common.email',
  phoneNumber: 'shared.phoneNumber',
} as const satisfies Record<Kind, string>;
const CHANGE = {
  email: 'userSetting.contact.changeEmail',
  phoneNumber: 'userSetting.contact.changePhoneNumber',
} as const satisfies Record<Kind, string>;
const ADD = {
  email: 'userSetting.contact.addEmail',
  phoneNumber: 'userSetting.contact.addPhoneNumber',
} as const satisfies Record<Kind, string>;

export function ContactCard({ email, phoneNumber }: { readonly email: ContactRef; readonly phoneNumber: ContactRef }) {
  const t = useT();
  return (
    <Card title={t('userSetting.contact.title')}>
      <ul aria-label={t('userSetting.contact.title')}>
        <Row contact={email} kind="email" />
        <Row contact={phoneNumber} kind="phoneNumber" />
      </ul>
    </Card>
  );
}

function Row({ contact, kind }: { readonly contact: ContactRef; readonly kind: Kind }) {
  const t = useT();
  const current = useSelector(useApp().session, selectUser)?.[kind] ?? '';
  const open = useSelector(contact, selectContactForm) !== null;
  return (
    <SettingsRow above={<span>{t(LABEL[kind])}</span>} head={current || t('userSetting.contact.none')}>
      <Button
        size="s"
        aria-label={t(current ? CHANGE[kind] : ADD[kind])}
        onClick={() => contact.send({ type: 'contact.change', current })}
      >
        {t(current ? 'userSetting.contact.change' : 'shared.add')}
      </Button>
      {open && <ContactDialog contact={contact} kind={kind} />}
    </SettingsRow>
  );
}
