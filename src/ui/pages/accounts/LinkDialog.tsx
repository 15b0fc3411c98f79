/** Shows a one-time link once, for the administrator to copy and send. */
import { useSelector } from '@xstate/react';
import Copy from 'lucide-react/icons/copy';
import { type AccountsRef, selectAccounts } from '../../../machines/accounts/accounts.selectors.ts';
import { useCopy } from '../../hooks/useCopy.ts';
import { useLanguage } from '../../hooks/useLanguage.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { Field } from '../../kit/Field.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
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
  const copy = useCopy();
  const { link } = useSelector(screen, selectAccounts);
  if (!link) return null;
  const { url, expiresAt, name, why } = link;
  const close = (): void => screen.send({ type: 'dialog.close' });
  return (
    <Dialog
      open
      title={t(TITLE[why], { name })}
      description={t(TEXT[why], { name })}
      closeLabel={t('accounts.close')}
      onClose={close}
      foot={<Button onClick={close}>{t('accounts.link.done')}</Button>}
    >
      <Field
        label={t('accounts.link.label')}
        hint={t('accounts.link.until', {
          at: timeStamp(expiresAt, ownZone()),
          zone: zoneName(ownZone(), language, expiresAt),
        })}
      >
        <div className="accounts-link">
          <TextInput value={url} readOnly onChange={() => undefined} onFocus={(event) => event.target.select()} />
          <Button variant="primary" icon={Copy} onClick={() => copy(url)}>
            {t('accounts.link.copy')}
          </Button>
        </div>
      </Field>
    </Dialog>
  );
}
