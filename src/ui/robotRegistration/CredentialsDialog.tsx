/** Credentials that are shown once: a robot's password with its claim code, a claim code, or the archive of a batch. */
import CircleCheck from 'lucide-react/icons/circle-check';
import Copy from 'lucide-react/icons/copy';
import Download from 'lucide-react/icons/download';
import Eye from 'lucide-react/icons/eye';
import type { RobotClaim } from '../../../contract/entities/registration.ts';
import type { RevealedCredentials } from '../../machines/robotFleet/robotForm.machine.ts';
import { useCopy } from '../hooks/useCopy.ts';
import { useT } from '../hooks/useT.ts';
import { Button, buttonClass } from '../kit/Button.tsx';
import { Dialog } from '../kit/Dialog.tsx';
import { Icon } from '../kit/Icon.tsx';
import { CopyRow, CopyRows } from './CopyRows.tsx';
import { Note } from './Note.tsx';
import { BROKER, CLAIM_ROLE, connectionJson } from './robotLabels.ts';

const QR_PX = 144;
const TITLE = {
  registered: 'robotFleet.shown.registered',
  renewed: 'robotFleet.shown.renewed',
  reinstated: 'robotFleet.shown.reinstated',
} as const;

interface CredentialsDialogProps {
  readonly shown: RevealedCredentials | null;
  /** Of the robot; its serial number if it has none. */
  readonly name: string;
  readonly onClose: () => void;
  /** Saves the archive of a batch. */
  readonly onSave?: () => void;
}

export function CredentialsDialog({ shown, name, onClose, onSave }: CredentialsDialogProps) {
  const t = useT();
  if (!shown) return null;
  const named = name || (shown.what === 'batch' ? '' : shown.serialNumber);
  const title =
    shown.what === 'batch'
      ? t('robotFleet.shown.batch', { count: shown.count })
      : shown.what === 'claim'
        ? t('robotFleet.shown.claim', { name: named })
        : t(TITLE[shown.why], { name: named });
  return (
    <Dialog
      open
      wide={shown.what === 'credentials'}
      title={title}
      closeLabel={null}
      onClose={onClose}
      foot={
        <Button variant="primary" onClick={onClose}>
          {t('robotFleet.shown.stored')}
        </Button>
      }
    >
      <div className="grid gap-4">
        {shown.what === 'credentials' && <Credentials shown={shown} />}
        {shown.what === 'claim' && (
          <>
            <Note icon={Eye} tone="attn" fact={t('robotFleet.shown.claimOnce')}>
              {t('robotFleet.shown.claimLost')}
            </Note>
            <Claim claim={shown.claim} serialNumber={shown.serialNumber} />
          </>
        )}
        {shown.what === 'batch' && (
          <>
            <Note icon={Eye} tone="attn" fact={t('robotFleet.shown.batchOnce')}>
              {t('robotFleet.shown.batchLost')}
            </Note>
            <Button wide icon={Download} onClick={onSave}>
              {t('robotFleet.shown.download', { file: shown.fileName })}
            </Button>
          </>
        )}
      </div>
    </Dialog>
  );
}

function Credentials({ shown }: { readonly shown: Extract<RevealedCredentials, { what: 'credentials' }> }) {
  const t = useT();
  const copy = useCopy();
  const { serialNumber, password, connection, claim } = shown;
  return (
    <>
      <Note icon={Eye} tone="attn" fact={t('robotFleet.shown.once')}>
        {t('robotFleet.shown.lost')}
      </Note>
      <div className="flex gap-5 max-desk:flex-col">
        {claim && <Claim claim={claim} serialNumber={serialNumber} />}
        <div className="grid min-w-0 flex-1 content-start gap-3">
          <div className="flex items-center gap-2 rounded bg-brand-100 py-1 pr-1 pl-4 text-selected-text">
            <output
              className="min-w-0 flex-1 font-mono text-[18px] break-all select-all"
              aria-label={t('common.password')}
            >
              {password}
            </output>
            <Button
              size="s"
              icon={Copy}
              aria-label={t('common.copyOf', { label: t('common.password') })}
              onClick={() => copy(password)}
            >
              {t('common.copy')}
            </Button>
          </div>
          <CopyRows>
            {connection.brokers.map(({ kind, url }) => (
              <CopyRow key={kind} label={t(BROKER[kind])} value={url} />
            ))}
            <CopyRow label={t('robotFleet.userName')} value={connection.mqttUsername} />
            <CopyRow label={t('robotFleet.topics')} value={connection.topicPrefix} />
          </CopyRows>
          <div className="flex flex-wrap gap-2">
            <Button size="s" icon={Copy} onClick={() => copy(connectionJson(serialNumber, connection, password))}>
              {t('robotFleet.shown.copyJson')}
            </Button>
            {connection.caUrl !== null && (
              <a className={buttonClass('secondary', 's')} href={connection.caUrl} download>
                <Icon of={Download} size={14} />
                {t('robotFleet.shown.ca')}
              </a>
            )}
          </div>
        </div>
      </div>
    </>
  );
}

/** The code binds the robot to the account that uses it first; the picture can be printed and stuck on the robot. */
function Claim({ claim, serialNumber }: { readonly claim: RobotClaim; readonly serialNumber: string }) {
  const t = useT();
  return (
    <div className="grid w-38 flex-none content-start justify-items-center gap-2 text-center text-12 text-text-2 max-desk:w-full">
      <img
        className="rounded bg-white"
        src={claim.claimQr}
        alt={t('robotFleet.shown.qr')}
        width={QR_PX}
        height={QR_PX}
      />
      <span>{t('robotFleet.shown.scan')}</span>
      <b className="font-mono text-13 text-text">{claim.claimCode}</b>
      <span className="flex items-start gap-1 text-left">
        <Icon of={CircleCheck} size={14} className="mt-px flex-none" />
        {claim.claimRole
          ? t('robotFleet.shown.roleWith', { role: t(CLAIM_ROLE[claim.claimRole]) })
          : t('robotFleet.shown.role')}
      </span>
      <a className={buttonClass('secondary', 's')} href={claim.claimQr} download={`${serialNumber}-claim.svg`}>
        <Icon of={Download} size={14} />
        {t('robotFleet.shown.print')}
      </a>
    </div>
  );
}
