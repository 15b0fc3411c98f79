/** Faults that affect everyone: of the broker, of the servers, and of sessions. */
import { useSelector } from '@xstate/react';
import TimerOff from 'lucide-react/icons/timer-off';
import UserX from 'lucide-react/icons/user-x';
import {
  BROKER_FAULTS,
  GATEWAY_FAULTS,
  SERVER_FAULTS,
  SESSION_FAULTS,
  type BrokerFault,
  type ServerFault,
  type SessionFault,
} from '../../../../contract/endpoints/faults.ts';
import { FAULT_DELAY_MOST_MS } from '../../../../contract/rules/limits.ts';
import { type FaultsRef, selectFaults, selectIsSwitching } from '../../../machines/faults/faults.selectors.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import { Select } from '../../kit/Select.tsx';
import { Slider } from '../../kit/Slider.tsx';
import { Switch } from '../../kit/Switch.tsx';
import { FAULT_LOOKS } from './faultLooks.ts';
import { FaultRow } from './FaultRow.tsx';
import { useTimeLeft } from './useTimeLeft.ts';

const DELAY = { min: 200, max: FAULT_DELAY_MOST_MS, step: 200 };

export function LinksCard({ screen }: { readonly screen: FaultsRef }) {
  const t = useT();
  const { hasBrokerFaults } = useSelector(screen, selectFaults);
  return (
    <Card clip title={t('faults.links.title')}>
      {!hasBrokerFaults && <p className="px-4 pb-4 text-13 text-text-2">{t('faults.links.external')}</p>}
      <ul>
        {BROKER_FAULTS.map((fault) => (
          <BrokerRow key={fault} screen={screen} fault={fault} />
        ))}
      </ul>
    </Card>
  );
}

function BrokerRow({ screen, fault }: { readonly screen: FaultsRef; readonly fault: BrokerFault }) {
  const t = useT();
  const timeLeft = useTimeLeft();
  const now = useServerNow();
  const { faults, delayMs, forMs, hasBrokerFaults } = useSelector(screen, selectFaults);
  const switching = useSelector(screen, selectIsSwitching);
  const active = faults.find((one) => one.fault === fault);
  const look = FAULT_LOOKS[fault];
  const delay = active?.delayMs ?? delayMs;
  const send = (on: boolean): void =>
    screen.send({ type: 'fault.switch', task: { type: 'broker', fault, on, delayMs, forMs } });
  return (
    <FaultRow
      icon={look.icon}
      name={t(look.name)}
      text={t(look.text, { delay })}
      on={active !== undefined}
      note={active && timeLeft(active, now)}
    >
      {fault === 'brokerDelay' && hasBrokerFaults && (
        <span className="w-24 max-desk:w-20">
          <Slider
            label={t('faults.links.delay')}
            value={delayMs}
            {...DELAY}
            valueText={t('faults.links.delayText', { delay: delayMs })}
            onChange={(value) => screen.send({ type: 'delay.set', delayMs: value })}
            onCommit={() => active && send(true)}
          />
        </span>
      )}
      <Switch
        label={t(look.name)}
        checked={active !== undefined}
        waiting={switching}
        disabledReason={hasBrokerFaults ? undefined : t('faults.links.external')}
        onChange={send}
      />
    </FaultRow>
  );
}

/** Of the servers and what they depend on. */
export function ServersCard({ screen }: { readonly screen: FaultsRef }) {
  const t = useT();
  const { hasServerFaults, hasGatewayFaults } = useSelector(screen, selectFaults);
  if (!hasServerFaults) return null;
  return (
    <Card clip title={t('faults.servers.title')}>
      {!hasGatewayFaults && <p className="px-4 pb-4 text-13 text-text-2">{t('faults.servers.realGateway')}</p>}
      <ul>
        {SERVER_FAULTS.map((fault) => (
          <ServerRow key={fault} screen={screen} fault={fault} />
        ))}
      </ul>
    </Card>
  );
}

function ServerRow({ screen, fault }: { readonly screen: FaultsRef; readonly fault: ServerFault }) {
  const t = useT();
  const timeLeft = useTimeLeft();
  const now = useServerNow();
  const { faults, forMs, hasGatewayFaults } = useSelector(screen, selectFaults);
  const switching = useSelector(screen, selectIsSwitching);
  const active = faults.find((one) => one.fault === fault);
  const look = FAULT_LOOKS[fault];
  const isReal = !hasGatewayFaults && GATEWAY_FAULTS.some((one) => one === fault);
  return (
    <FaultRow
      icon={look.icon}
      name={t(look.name)}
      text={t(look.text)}
      on={active !== undefined}
      note={active && timeLeft(active, now)}
    >
      <Switch
        label={t(look.name)}
        checked={active !== undefined}
        waiting={switching}
        disabledReason={isReal ? t('faults.servers.realGateway') : undefined}
        onChange={(on) => screen.send({ type: 'fault.switch', task: { type: 'server', fault, on, forMs } })}
      />
    </FaultRow>
  );
}

const SESSION_LOOKS = {
  sessionInvalid: {
    icon: UserX,
    name: 'faults.sessions.sessionInvalid.name',
    text: 'faults.sessions.sessionInvalid.text',
  },
  loginExpired: {
    icon: TimerOff,
    name: 'faults.sessions.loginExpired.name',
    text: 'faults.sessions.loginExpired.text',
  },
} as const satisfies Record<SessionFault, object>;

export function SessionsCard({ screen }: { readonly screen: FaultsRef }) {
  const t = useT();
  const switching = useSelector(screen, selectIsSwitching);
  const { accounts, account } = useSelector(screen, selectFaults);
  const end = (fault: SessionFault, everyone: boolean): void =>
    screen.send({
      type: 'fault.switch',
      task: { type: 'sessions', fault, everyone, account: everyone ? '' : account },
    });
  const chosen = accounts.find(({ userId }) => userId === account)?.name;
  return (
    <Card clip title={t('shared.sessions')}>
      {accounts.length > 0 && (
        <div className="px-4 pb-3">
          <Select
            size="s"
            label={t('shared.account')}
            value={account}
            options={[
              { value: '', label: t('faults.sessions.mine') },
              ...accounts.map(({ userId, name }) => ({ value: userId, label: name })),
            ]}
            onChange={(value) => screen.send({ type: 'account.choose', account: value })}
          />
        </div>
      )}
      <ul>
        {SESSION_FAULTS.map((fault) => {
          const { icon, name, text } = SESSION_LOOKS[fault];
          return (
            <FaultRow key={fault} icon={icon} name={t(name)} text={t(text)}>
              <Button
                size="s"
                busy={switching}
                aria-label={
                  chosen === undefined
                    ? t('faults.sessions.mineOf', { fault: t(name) })
                    : t('faults.sessions.oneOf', { fault: t(name), name: chosen })
                }
                onClick={() => end(fault, false)}
              >
                {chosen ?? t('faults.sessions.mine')}
              </Button>
              <Button
                size="s"
                busy={switching}
                aria-label={t('faults.sessions.everyoneOf', { fault: t(name) })}
                onClick={() => end(fault, true)}
              >
                {t('faults.sessions.everyone')}
              </Button>
            </FaultRow>
          );
        })}
      </ul>
    </Card>
  );
}
