/**
 * Waiting for the first message: what to enter on the robot, which connections were refused and why, and a test of the
 * ports. The step is done by the message itself.
 */
import { useSelector } from '@xstate/react';
import KeyRound from 'lucide-react/icons/key-round';
import QrCode from 'lucide-react/icons/qr-code';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import WifiOff from 'lucide-react/icons/wifi-off';
import type { Checklist } from '../../../../contract/entities/checklist.ts';
import type { RefusedConnection } from '../../../../contract/entities/conformance.ts';
import type { FleetRobot } from '../../../../contract/entities/fleetRobot.ts';
import {
  type ChecklistRef,
  selectChecklist,
  selectIsTesting,
} from '../../../machines/checklist/checklist.selectors.ts';
import type { ChecklistAct } from '../../../machines/checklist/checklist.machine.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { CopyRow, CopyRows } from '../../robotRegistration/CopyRows.tsx';
import { Note } from '../../robotRegistration/Note.tsx';
import { BROKER, nameOf } from '../../robotRegistration/robotLabels.ts';
import { timeOfDay } from '../../shell/siteTime.ts';

/** Without any sign of the robot for this long, the page asks about power and network, ms. */
const SILENT_MS = 60_000;
const REASON = {
  unknownUser: 'checklist.refused.unknownUser',
  wrongPassword: 'checklist.refused.wrongPassword',
  otherClientId: 'checklist.refused.otherClientId',
  certificate: 'checklist.refused.certificate',
  wrongTopic: 'checklist.refused.wrongTopic',
} as const satisfies Record<RefusedConnection['reason'], string>;

interface FirstMessageStepProps {
  readonly screen: ChecklistRef;
  readonly checklist: Checklist;
}

export function FirstMessageStep({ screen, checklist }: FirstMessageStepProps) {
  const t = useT();
  const now = useServerNow();
  const { robot, refused } = checklist;
  if (!robot) return null;
  const act = (wanted: ChecklistAct, to = ''): void =>
    screen.send({
      type: 'record.act',
      task: { act: wanted, serialNumber: robot.serialNumber, name: nameOf(robot), to },
    });
  const { brokers, mqttUsername, topicPrefix, caUrl } = robot.connection;
  return (
    <>
      <p className="text-13">{t('checklist.firstMessage.text')}</p>
      <CopyRows>
        {brokers.map(({ kind, url }) => (
          <CopyRow key={kind} label={t(BROKER[kind])} value={url} />
        ))}
        <CopyRow label={t('robotFleet.userName')} value={mqttUsername} />
        <CopyRow
          label={t('common.password')}
          value={passwordText(t, robot)}
          act={
            <Button size="s" variant="ghost" onClick={() => act('renew')}>
              {t('robotFleet.renew')}
            </Button>
          }
        />
        <CopyRow label={t('robotFleet.topics')} value={`${topicPrefix}/…`} />
      </CopyRows>
      {refused.length > 0 ? (
        <Refused refused={refused} robot={robot} onChange={(to) => act('changeSerial', to)} />
      ) : (
        now - robot.registeredAt > SILENT_MS && (
          <Note icon={WifiOff} fact={t('checklist.silent.fact')}>
            {t('checklist.silent.text')}
          </Note>
        )
      )}
      <PortTest screen={screen} />
      <div className="flex flex-wrap items-center gap-2">
        {!robot.bound && (
          <Button size="s" icon={QrCode} onClick={() => act('claim')}>
            {t('checklist.firstMessage.claim')}
          </Button>
        )}
        {caUrl !== null && (
          <a className="flex items-center gap-1.5 text-13" href={caUrl} download>
            <Icon of={KeyRound} size={14} />
            {t('robotFleet.shown.ca')}
          </a>
        )}
      </div>
    </>
  );
}

const passwordText = (t: ReturnType<typeof useT>, { passwordIssuedAt, timeZone, password }: FleetRobot): string =>
  password === 'revoked'
    ? t('robotFleet.passwordRevoked')
    : passwordIssuedAt === null
      ? t('robotFleet.passwordShown')
      : t('robotFleet.passwordShownAt', { at: timeOfDay(passwordIssuedAt, timeZone) });

interface RefusedProps {
  readonly refused: readonly RefusedConnection[];
  readonly robot: FleetRobot;
  readonly onChange: (to: string) => void;
}

function Refused({ refused, robot, onChange }: RefusedProps) {
  const t = useT();
  // The newest one under a number that nobody has: most likely this robot, mistyped here or there.
  const stray = refused.find(({ reason, userName }) => reason === 'unknownUser' && /^[\w.:-]+$/u.test(userName));
  return (
    <div className="grid gap-2 rounded bg-attn-soft px-3 py-2.5 text-12" role="status">
      <div className="flex items-start gap-2 max-desk:flex-col">
        <p className="flex min-w-0 flex-1 gap-2">
          <Icon of={TriangleAlert} size={16} className="mt-px flex-none text-attn" />
          <span>
            <b className="font-semibold text-attn-text">
              {stray
                ? t('checklist.refused.stray', { userName: stray.userName, network: stray.network })
                : t('checklist.refused.title')}
            </b>{' '}
            {t(stray ? 'checklist.refused.strayText' : 'checklist.refused.text')}
          </span>
        </p>
        {stray && (
          <Button size="s" onClick={() => onChange(stray.userName)}>
            {t('checklist.ask.serial.yes')}
          </Button>
        )}
      </div>
      <ul className="grid gap-1">
        {refused.map(({ reason, userName, detail, lastAt, count }) => (
          <li key={`${reason} ${userName} ${detail}`} className="grid grid-cols-[48px_minmax(0,1fr)] gap-2 text-text-2">
            <time className="tabular-nums">{timeOfDay(lastAt, robot.timeZone)}</time>
            <span className="break-words">
              {t(REASON[reason], { name: userName, detail })} {t('checklist.refused.times', { count })}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function PortTest({ screen }: { readonly screen: ChecklistRef }) {
  const t = useT();
  const { ports } = useSelector(screen, selectChecklist);
  const testing = useSelector(screen, selectIsTesting);
  return (
    <div className="grid gap-2">
      <div>
        <Button size="s" busy={testing} onClick={() => screen.send({ type: 'ports.test' })}>
          {t('checklist.ports.test')}
        </Button>
      </div>
      {ports && (
        <ul className="grid gap-1 text-12" role="status">
          {ports.map(({ kind, url, error }) => (
            <li key={kind} className="break-words">
              <span className="font-mono">{url}</span>{' '}
              {error === null ? t('checklist.ports.open') : t('checklist.ports.closed', { error })}
            </li>
          ))}
          <li className="text-text-2">{t('checklist.ports.note')}</li>
        </ul>
      )}
    </div>
  );
}
