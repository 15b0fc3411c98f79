/** Secrets that are shown once: a key's links with QR codes, or an app's secret. */
import { useSelector } from '@xstate/react';
import type { KeyLink } from '../../../../contract/entities/wallKey.ts';
import { type KeysRef, selectKeys } from '../../../machines/keys/keys.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { CopyField } from '../../shell/CopyField.tsx';

const QR_PX = 176;
const PAGE = {
  '/plg/offline-robot-list': 'keys.page.board',
  '/semantic-scene/weather': 'routes.weather',
  '/semantic-scene/voice': 'keys.page.voice',
} as const;
const isPage = (page: string): page is keyof typeof PAGE => page in PAGE;

export function RevealedSecretDialog({ screen }: { readonly screen: KeysRef }) {
  const t = useT();
  const { shown: revealed, fields, task } = useSelector(screen, selectKeys);
  if (!revealed) return null;
  const name = (task?.name ?? fields?.name ?? '').trim();
  const close = (): void => screen.send({ type: 'dialog.close' });
  return (
    <Dialog
      open
      title={t(revealed.what === 'key' ? 'keys.told.key' : task ? 'keys.told.renewed' : 'keys.told.app', { name })}
      description={t(revealed.what === 'key' ? 'keys.told.keyText' : 'keys.told.appText')}
      closeLabel={t('common.close')}
      onClose={close}
      foot={<Button onClick={close}>{t('common.done')}</Button>}
    >
      <div className="grid gap-4">
        {revealed.what === 'key' ? (
          revealed.links.map((link) => <Link key={link.page} link={link} />)
        ) : (
          <>
            <CopyField label={t('shared.appId')} value={revealed.appId} />
            <CopyField label={t('keys.told.userId')} value={revealed.userId} />
            <CopyField label={t('keys.told.secret')} value={revealed.secret} />
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
    <div className="grid justify-items-center gap-2.5 first:*:w-full">
      <CopyField label={name} value={url} />
      <img className="rounded" src={qr} alt={t('keys.told.qr', { page: name })} width={QR_PX} height={QR_PX} />
    </div>
  );
}
