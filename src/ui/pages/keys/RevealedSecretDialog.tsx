/** Secrets that are shown once: a key's links with QR codes, or an app's secret. */
import { useSelector } from '@xstate/react';
import Copy from 'lucide-react/icons/copy';
import type { KeyLink } from '../../../../contract/entities/wallKey.ts';
import { type KeysRef, selectKeys } from '../../../machines/keys/keys.selectors.ts';
import { useCopy } from '../../hooks/useCopy.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { Field } from '../../kit/Field.tsx';
import { TextInput } from '../../kit/TextInput.tsx';

const QR_PX = 176;
const PAGE = {
  '/plg/offline-robot-list': 'keys.page.board',
  '/semantic-scene/weather': 'keys.page.weather',
  '/semantic-scene/voice': 'keys.page.voice',
} as const;
const isPage = (page: string): page is keyof typeof PAGE => page in PAGE;

export function RevealedSecretDialog({ screen }: { readonly screen: KeysRef }) {
  const t = useT();
  const { revealed, draft, task } = useSelector(screen, selectKeys);
  if (!revealed) return null;
  const name = (task?.name ?? draft?.name ?? '').trim();
  const close = (): void => screen.send({ type: 'dialog.close' });
  return (
    <Dialog
      open
      title={t(revealed.what === 'key' ? 'keys.told.key' : task ? 'keys.told.renewed' : 'keys.told.app', { name })}
      description={t(revealed.what === 'key' ? 'keys.told.keyText' : 'keys.told.appText')}
      closeLabel={t('keys.close')}
      onClose={close}
      foot={<Button onClick={close}>{t('keys.told.done')}</Button>}
    >
      <div className="keys-told">
        {revealed.what === 'key' ? (
          revealed.links.map((link) => <Link key={link.page} link={link} />)
        ) : (
          <>
            <Copied label={t('keys.told.appId')} value={revealed.appId} />
            <Copied label={t('keys.told.userId')} value={revealed.userId} />
            <Copied label={t('keys.told.secret')} value={revealed.secret} />
          </>
        )}
      </div>
    </Dialog>
  );
}

function Link({ link: { page, url, qr } }: { readonly link: KeyLink }) {
  const t = useT();
  const name = isPage(page) ? t(PAGE[page]) : page;
  return (
    <div className="keys-link">
      <Copied label={name} value={url} />
      <img src={qr} alt={t('keys.told.qr', { page: name })} width={QR_PX} height={QR_PX} />
    </div>
  );
}

function Copied({ label, value }: { readonly label: string; readonly value: string }) {
  const t = useT();
  const copy = useCopy();
  return (
    <Field label={label}>
      <div className="accounts-link">
        <TextInput value={value} readOnly onChange={() => undefined} onFocus={(event) => event.target.select()} />
        <Button icon={Copy} aria-label={t('keys.told.copyOf', { what: label })} onClick={() => copy(value)}>
          {t('keys.told.copy')}
        </Button>
      </div>
    </Field>
  );
}
