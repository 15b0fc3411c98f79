/** Shows a one-time link once, for the administrator to copy and send. */
import { useSelector } from '@xstate/react';
import { type AccountsRef, selectAccounts } from '../../../machines/accounts/accounts.selectors.ts';
import { useLanguage } from '../../hooks/useLanguage.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { CopyField } from '../../shell/CopyField.tsx';
import { ownZone, timeStamp, zoneName } from '../../shell/siteTime.ts';

const TITLE = {
  created: 'accounts.link.created',
  reset: 'accounts.link.reset',
  invited: 'accounts.link.invited',
} as const;
const TEXT = {
  created: 'accounts.link.createdText',
  reset: 'accounts.link.resetText',
  invited: 'accounts.link.invitedText',
} as const;

export function LinkDialog({ screen }: { readonly screen: AccountsRef }) {
  const t = useT();
  const language = useLanguage();
  const { shown, task, fields } = useSelector(screen, selectAccounts);
  if (!shown) return null;
  const { url, expiresAt } = shown;
  const why = task ? 'reset' : fields?.kind === 'invite' ? 'invited' : 'created';
  const name = (task?.name ?? (fields?.kind === 'invite' ? fields.target : fields?.nickname) ?? '').trim();
  const close = (): void => screen.send({ type: 'dialog.close' });
  return (
    <Dialog
      open
      title={t(TITLE[why], { name })}
      description={t(TEXT[why], { name })}
      closeLabel={t('common.close')}
      onClose={close}
      foot={<Button onClick={close}>{t('common.done')}</Button>}
    >
      <CopyField
        primary
        label={t('accounts.link.label')}
        value={url}
        hint={t('accounts.link.until', {
          at: timeStamp(expiresAt, ownZone()),
          zone: zoneName(ownZone(), language, expiresAt),
        })}
      />
    </Dialog>
  );
}
