/** Personal settings (spec 2 /home/user-setting): profile, sign-in data, appearance, sessions. */
import { useSelector } from '@xstate/react';
import { selectUser } from '../../../machines/session/session.selectors.ts';
import { type UserSettingRef, selectParts } from '../../../machines/userSetting/userSetting.selectors.ts';
import { useApp } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { AvatarCard } from './AvatarCard.tsx';
import { ContactCard } from './ContactCard.tsx';
import { AppearanceCard } from './AppearanceCard.tsx';
import { NicknameCard } from './NicknameCard.tsx';
import { PasswordCard } from './PasswordCard.tsx';
import { SessionsCard } from './SessionsCard.tsx';

export function UserSettingPage({ screen }: { readonly screen: UserSettingRef }) {
  const t = useT();
  const user = useSelector(useApp().session, selectUser);
  const { avatar, nickname, email, phoneNumber, password, timeZone, sessions } = useSelector(
    screen,
    selectParts,
    isSame,
  );
  return (
    <>
      <div className="page-head">
        <div className="page-title">
          <h1 className="max-desk:sr-only">{t('routes.userSetting')}</h1>
          <p>{[user?.email, user?.phoneNumber].filter(Boolean).join(' · ')}</p>
        </div>
      </div>
      <div className="grid w-full max-w-[640px] gap-3">
        {avatar && <AvatarCard avatar={avatar} />}
        {nickname && <NicknameCard form={nickname} />}
        {email && phoneNumber && <ContactCard email={email} phoneNumber={phoneNumber} />}
        {password && <PasswordCard form={password} />}
        {timeZone && <AppearanceCard form={timeZone} />}
        {sessions && <SessionsCard list={sessions} />}
      </div>
    </>
  );
}

/** Shallow comparison: the child actors stay the same while the page lives. */
const isSame = (one: object, other: object): boolean =>
  Object.entries(one).every(([name, value]) => (other as Record<string, unknown>)[name] === value);
