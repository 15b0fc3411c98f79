/** Profile picture: select, crop, save or remove. */
import { useSelector } from '@xstate/react';
import ImageUp from 'lucide-react/icons/image-up';
import Trash from 'lucide-react/icons/trash-2';
import { useRef } from 'react';
import { AVATAR_MAX_BYTES } from '../../../../contract/rules/limits.ts';
import { selectDisplayName, selectUser } from '../../../machines/session/session.selectors.ts';
import {
  type AvatarRef,
  selectAvatarFailure,
  selectAvatarQuestion,
  selectIsAvatarWaiting,
  selectIsCropping,
} from '../../../machines/userSetting/userSetting.selectors.ts';
import { useApp } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { Avatar } from '../../kit/Avatar.tsx';
import { Button } from '../../kit/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import { initials } from '../../shell/displayName.ts';
import { Question } from '../../shell/Question.tsx';
import { CropBox } from './CropBox.tsx';
import { FORM, NOTE } from './settingsLayout.tsx';

const KINDS = 'image/png,image/jpeg,image/webp';

export function AvatarCard({ avatar }: { readonly avatar: AvatarRef }) {
  const t = useT();
  const { session } = useApp();
  const input = useRef<HTMLInputElement>(null);
  const image = useSelector(session, selectUser)?.avatarPath;
  const name = useSelector(session, selectDisplayName);
  const cropping = useSelector(avatar, selectIsCropping);
  const waiting = useSelector(avatar, selectIsAvatarWaiting);
  const failure = useSelector(avatar, selectAvatarFailure);
  const question = useSelector(avatar, selectAvatarQuestion);
  return (
    <Card title={t('shared.picture')}>
      <div className={FORM}>
        {cropping ? (
          <CropBox avatar={avatar} />
        ) : (
          <div className="flex flex-wrap items-center gap-3">
            <Avatar large initials={initials(name)} image={image || undefined} />
            <div className={NOTE}>{t('userSetting.avatar.hint', { limit: AVATAR_MAX_BYTES / 2 ** 20 })}</div>
            {image && (
              <Button
                icon={Trash}
                disabledReason={waiting ? t('userSetting.saving') : undefined}
                onClick={() => avatar.send({ type: 'picture.remove' })}
              >
                {t('shared.remove')}
              </Button>
            )}
            <Button icon={ImageUp} busy={waiting} onClick={() => input.current?.click()}>
              {t('userSetting.avatar.choose')}
            </Button>
          </div>
        )}
        {failure && (
          <p className="field-error" role="alert">
            {t.failure(failure)}
          </p>
        )}
        <input
          ref={input}
          type="file"
          hidden
          accept={KINDS}
          onChange={({ target }) => {
            const file = target.files?.[0];
            if (file) avatar.send({ type: 'picture.choose', file });
            // Allows the same file to be selected again.
            target.value = '';
          }}
        />
      </div>
      <Question question={question} cancelLabel={t('common.cancel')} />
    </Card>
  );
}
