/** Details of a robot: its stage of life, what it waits for, how it connects, and its actions. */
import { useSelector } from '@xstate/react';
import Building from 'lucide-react/icons/building-2';
import ClipboardCheck from 'lucide-react/icons/clipboard-check';
import KeyRound from 'lucide-react/icons/key-round';
import Pencil from 'lucide-react/icons/pencil';
import QrCode from 'lucide-react/icons/qr-code';
import RadioTower from 'lucide-react/icons/radio-tower';
import { Link } from 'wouter';
import type { FleetRobot } from '../../../../contract/entities/fleetRobot.ts';
import { alarmCases } from '../../../../contract/pages/alarmCases.ts';
import { conformance } from '../../../../contract/pages/conformance.ts';
import { cruiseRecord } from '../../../../contract/pages/cruiseRecord.ts';
import { cruiseRoutes } from '../../../../contract/pages/cruiseRoutes.ts';
import { eventRecords } from '../../../../contract/pages/eventRecords.ts';
import { type RobotFleetRef, selectFleet } from '../../../machines/robotFleet/robotFleet.selectors.ts';
import { CaseLink } from '../../robots/CaseLink.tsx';
import { useCopy } from '../../hooks/useCopy.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { useT } from '../../hooks/useT.ts';
import { Button, buttonClass } from '../../kit/Button.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { useAge } from '../../labels/useAge.ts';
import { Drawer } from '../../lists/Drawer.tsx';
import { timeStamp } from '../../shell/siteTime.ts';
import { CopyRow, CopyRows } from '../../robotRegistration/CopyRows.tsx';
import { LifeTrack } from './LifeTrack.tsx';
import { Note } from '../../robotRegistration/Note.tsx';
import {
  BROKER,
  connectionJson,
  CLAIM_ROLE,
  DIALECT,
  KIND,
  mapsText,
  modelOf,
  nameOf,
} from '../../robotRegistration/robotLabels.ts';
import { useRobotActs } from './useRobotActs.ts';

const FACTS =
  'grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-2 text-13 [&>dd]:text-right [&>dd]:wrap-anywhere [&>dt]:text-text-2';

const RECORDS = [
  { path: cruiseRecord.path, parameter: 'robots', label: 'routes.cruiseRecord' },
  { path: eventRecords.path, parameter: 'robots', label: 'routes.eventRecords' },
  { path: alarmCases.path, parameter: 'robots', label: 'routes.alarmCases' },
  { path: cruiseRoutes.path, parameter: 'serialNumber', label: 'routes.cruiseRoutes' },
] as const;

export function RobotDrawer({ screen, robot }: { readonly screen: RobotFleetRef; readonly robot: FleetRobot }) {
  const t = useT();
  const { edit, act } = useRobotActs(screen);
  const { sites } = useSelector(screen, selectFleet);
  const floors = new Map(sites.flatMap(({ maps }) => maps.map(({ mapId, mapName }) => [mapId, mapName] as const)));
  const retired = robot.life === 'retired';
  return (
    <Drawer
      title={nameOf(robot)}
      note={
        <>
          <span className="font-mono">{robot.serialNumber}</span>
          <LifeTrack robot={robot} labelled />
          <CaseLink serialNumber={robot.serialNumber} name={nameOf(robot)} />
          {robot.simulated && !robot.demo && <span className="basis-full">{t('robotFleet.isSimulated')}</span>}
        </>
      }
      onClose={() => screen.send({ type: 'robot.close' })}
      foot={
        <>
          <span className="flex-1 self-center text-12 text-text-2">
            {t(retired ? 'robotFleet.keptRecords' : 'robotFleet.keepsRecords')}
          </span>
          {retired ? (
            <>
              <Button size="s" icon={Building} onClick={() => edit('move', robot)}>
                {t('robotFleet.act.move')}
              </Button>
              <Button size="s" onClick={() => act('reinstate', robot)}>
                {t('robotFleet.act.reinstate')}
              </Button>
            </>
          ) : (
            <Button size="s" variant="danger" onClick={() => act('retire', robot)}>
              {t('robotFleet.act.retire')}
            </Button>
          )}
        </>
      }
    >
      <Waiting robot={robot} />
      {retired && <Records serialNumber={robot.serialNumber} />}
      <Connection robot={robot} onRenew={() => act('renew', robot)} />
      <dl className={FACTS}>
        <dt>{t('shared.model')}</dt>
        <dd>
          {modelOf(robot)} · {t(KIND[robot.kind])}
        </dd>
        <dt>{t('shared.site')}</dt>
        <dd>{robot.siteName}</dd>
        <dt>{t('robotFleet.column.dialect')}</dt>
        <dd>{t(DIALECT[robot.dialect])}</dd>
        <dt>{t('robotFleet.maps')}</dt>
        <dd>{mapsText(robot, floors, t) || t('robotFleet.noMaps')}</dd>
        <dt>{t('robotFleet.claim')}</dt>
        <dd>
          {robot.claimRole && robot.claimable
            ? t('robotFleet.claimUnusedWith', { role: t(CLAIM_ROLE[robot.claimRole]) })
            : t(
                robot.bound ? 'robotFleet.claimUsed' : robot.claimable ? 'robotFleet.claimUnused' : 'shared.noneOption',
              )}
        </dd>
        <dt>{t('robotFleet.registered')}</dt>
        <dd>{timeStamp(robot.registeredAt, robot.timeZone)}</dd>
      </dl>
      {!retired && (
        <div className="grid grid-cols-2 gap-2 [&>.btn]:justify-start">
          <Button icon={Pencil} onClick={() => edit('rename', robot)}>
            {t('robotFleet.act.rename')}
          </Button>
          <Button icon={Building} onClick={() => edit('move', robot)}>
            {t('robotFleet.act.move')}
          </Button>
          <Button
            icon={QrCode}
            disabledReason={robot.bound ? t('robotFleet.claimBound') : undefined}
            onClick={() => edit('claim', robot)}
          >
            {t('robotFleet.act.claim')}
          </Button>
          <Button icon={KeyRound} onClick={() => act('renew', robot)}>
            {t('robotFleet.act.renew')}
          </Button>
          <Link
            className={buttonClass()}
            href={`${conformance.path}?serialNumber=${encodeURIComponent(robot.serialNumber)}`}
          >
            <Icon of={ClipboardCheck} size={16} />
            {t('routes.conformance')}
          </Link>
        </div>
      )}
    </Drawer>
  );
}

/** The lists offer only robots in use: the records of a retired one are reached from here. */
function Records({ serialNumber }: { readonly serialNumber: string }) {
  const t = useT();
  return (
    <nav aria-label={t('robotFleet.records')} className="flex flex-wrap gap-x-4 gap-y-2 text-13">
      {RECORDS.map(({ path, parameter, label }) => (
        <Link key={path} className="text-link" href={`${path}?${parameter}=${encodeURIComponent(serialNumber)}`}>
          {t(label)}
        </Link>
      ))}
    </nav>
  );
}

/** What the robot waits for, and what to look at. */
function Waiting({ robot }: { readonly robot: FleetRobot }) {
  const t = useT();
  const age = useAge();
  const now = useServerNow();
  if (robot.life === 'neverConnected')
    return (
      <Note icon={RadioTower} fact={t('robotFleet.waits.message', { age: age(now - robot.registeredAt) })}>
        {t(robot.password === 'revoked' ? 'robotFleet.waits.password' : 'robotFleet.waits.messageText')}
      </Note>
    );
  return robot.life === 'notBound' ? (
    <Note icon={QrCode} fact={t('robotFleet.waits.owner')}>
      {t('robotFleet.waits.ownerText')}
    </Note>
  ) : null;
}

function Connection({ robot, onRenew }: { readonly robot: FleetRobot; readonly onRenew: () => void }) {
  const t = useT();
  const copy = useCopy();
  const { connection, serialNumber, password, passwordIssuedAt, timeZone } = robot;
  if (robot.life === 'retired') return null;
  return (
    <section className="grid gap-2">
      <h3 className="flex items-center text-13 font-semibold">
        <span className="flex-1">{t('robotFleet.connection')}</span>
        <Button size="s" variant="ghost" onClick={() => copy(connectionJson(serialNumber, connection))}>
          {t('robotFleet.copyAll')}
        </Button>
      </h3>
      <CopyRows>
        {connection.brokers.map(({ kind, url }) => (
          <CopyRow key={kind} label={t(BROKER[kind])} value={url} />
        ))}
        <CopyRow label={t('robotFleet.userName')} value={connection.mqttUsername} />
        <CopyRow
          label={t('common.password')}
          value={
            password === 'revoked'
              ? t('robotFleet.passwordRevoked')
              : passwordIssuedAt === null
                ? t('robotFleet.passwordShown')
                : t('robotFleet.passwordShownAt', { at: timeStamp(passwordIssuedAt, timeZone).slice(0, 16) })
          }
          act={
            <Button size="s" variant="ghost" onClick={onRenew}>
              {t('robotFleet.renew')}
            </Button>
          }
        />
        <CopyRow label={t('robotFleet.topics')} value={connection.topicPrefix} />
      </CopyRows>
    </section>
  );
}
