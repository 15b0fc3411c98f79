/** The rows of what needs the user: an alarm case, a delivery, a robot that does not answer. */
import { useSelector } from '@xstate/react';
import Clock from 'lucide-react/icons/clock';
import MapPin from 'lucide-react/icons/map-pin';
import Package from 'lucide-react/icons/package';
import Phone from 'lucide-react/icons/phone';
import type { ReactNode } from 'react';
import type { AlarmCase } from '../../../../contract/entities/alarmCase.ts';
import type { Delivery } from '../../../../contract/entities/delivery.ts';
import type { Robot } from '../../../../contract/entities/robot.ts';
import { isAtDoor, isDeliveryOver } from '../../../../contract/rules/delivery.ts';
import { callPath, casePath, robotPath } from '../../../machines/app/events.ts';
import { selectRobots, selectSites } from '../../../machines/fleet/fleet.selectors.ts';
import { deliveryPath } from '../../../machines/deliveries/deliveriesQuery.ts';
import { selectToday, type TodayRef } from '../../../machines/today/today.selectors.ts';
import type { TodayAct } from '../../../machines/today/today.machine.ts';
import { clockText, EVENT_NAMES, placeText } from '../../alarms/alarmTexts.ts';
import { caseStateText } from '../../alarms/caseTexts.ts';
import { QuickCaseActs } from '../../alarms/QuickCaseActs.tsx';
import { useCallObstacle } from '../../calls/CallButton.tsx';
import { clearedText, obstacleText, situationText, STATUS_NAMES } from '../../deliveries/deliveryTexts.ts';
import { useFleet } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import type { Key } from '../../hooks/localeTexts.ts';
import { Button } from '../../kit/Button.tsx';
import { classes } from '../../kit/classes.ts';
import { Icon } from '../../kit/Icon.tsx';
import { StatusShape } from '../../kit/StatusShape.tsx';
import { useAgo } from '../../labels/useAge.ts';
import { robotName } from '../../robots/robotName.ts';
import { timeOfDay } from '../../shell/siteTime.ts';
import { useHomeSite } from '../../shell/useHomeSite.ts';

interface NeedProps {
  readonly sign: ReactNode;
  readonly title: string;
  readonly text: string;
  /** Time left, or for how long. */
  readonly time: string;
  readonly isAlarm?: boolean;
  readonly answer?: string | undefined;
  /** Buttons. */
  readonly children: ReactNode;
}

function Need({ sign, title, text, time, isAlarm = false, answer, children }: NeedProps) {
  return (
    <li className="grid grid-cols-[20px_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-0.5 border-t border-line px-4 py-3 first:border-t-0">
      <span className="mt-0.5">{sign}</span>
      <b className="text-14 font-semibold text-heading wrap-anywhere">{title}</b>
      <span
        className={classes(
          'text-13 font-semibold whitespace-nowrap tabular-nums',
          isAlarm ? 'text-st-alarm-text' : 'text-attn-text',
        )}
      >
        {time}
      </span>
      <p className="col-span-2 col-start-2 text-13 text-text-2">{text}</p>
      <span className="col-span-full mt-2 flex flex-wrap gap-2 *:h-11 *:flex-1">{children}</span>
      {answer !== undefined && (
        <p role="status" className="col-span-full text-12 text-text-2 empty:hidden">
          {answer}
        </p>
      )}
    </li>
  );
}

/** The map of a phone's home page, with the robot selected. */
const onMapPath = (serialNumber: string, mapId: string): string =>
  `/home?view=map&map=${encodeURIComponent(mapId)}&robot=${encodeURIComponent(serialNumber)}`;

/** The page on which the robot is called, where its picture and what needs the user are seen first. */
function CallPageButton({ screen, robot }: { readonly screen: TodayRef; readonly robot: Robot }) {
  const t = useT();
  const { serialNumber, live } = robot;
  const { isOwnCall, obstacle } = useCallObstacle({
    serialNumber,
    // A server of the previous release does not say it here; then the page of the call does.
    takesCalls: robot.takesCalls !== false,
    online: live.connection === 'online',
    offlineReason: t('shared.notConnectedInText'),
  });
  return (
    <Button
      icon={Phone}
      aria-label={isOwnCall ? undefined : t('today.callPage', { name: robotName(robot) })}
      disabledReason={isOwnCall ? undefined : obstacle}
      onClick={() => screen.send({ type: 'page.go', to: callPath(serialNumber) })}
    >
      {t(isOwnCall ? 'shell.calls.back' : 'shell.calls.call')}
    </Button>
  );
}

/** The robot of an entry: a call, and where it is. */
function RobotLinks({ screen, serialNumber }: { readonly screen: TodayRef; readonly serialNumber: string }) {
  const t = useT();
  const robot = useSelector(useFleet(), selectRobots).find((one) => one.serialNumber === serialNumber);
  if (!robot) return null;
  const mapId = robot.live.pose?.mapId ?? null;
  return (
    <>
      <CallPageButton screen={screen} robot={robot} />
      {mapId !== null && (
        <Button icon={MapPin} onClick={() => screen.send({ type: 'page.go', to: onMapPath(serialNumber, mapId) })}>
          {t('today.onMap')}
        </Button>
      )}
    </>
  );
}

interface CaseRowProps {
  readonly screen: TodayRef;
  readonly found: AlarmCase;
  readonly now: number;
}

export function CaseRow({ screen, found, now }: CaseRowProps) {
  const t = useT();
  const { id, event, robotName: robot, levelTwoAt } = found;
  return (
    <Need
      sign={<StatusShape status="alarm" size={18} />}
      title={t('today.case', { event: t(EVENT_NAMES[event]), robot })}
      text={[placeText(found), caseStateText(t, found, now)].filter(Boolean).join(' · ')}
      time={levelTwoAt === null ? '' : clockText(levelTwoAt - now)}
      isAlarm
    >
      <QuickCaseActs found={found} onTake={() => screen.send({ type: 'case.take', caseId: id })} />
      <RobotLinks screen={screen} serialNumber={found.serialNumber} />
      <Button onClick={() => screen.send({ type: 'page.go', to: casePath(id) })}>{t('shell.viewDetails')}</Button>
    </Need>
  );
}

const ACT_NAMES = {
  resendCode: 'shared.resendCode',
  sendBack: 'today.act.sendBack',
  moreTime: 'today.act.moreTime',
  acknowledge: 'shared.markAsDealtWith',
} as const satisfies Record<TodayAct, Key>;
const actsOf = ({ status }: Delivery): readonly TodayAct[] =>
  isDeliveryOver(status) ? ['acknowledge'] : isAtDoor(status) ? ['resendCode', 'moreTime', 'sendBack'] : ['resendCode'];

interface DeliveryRowProps {
  readonly screen: TodayRef;
  readonly delivery: Delivery;
  readonly timeZone: string;
  readonly now: number;
}

export function DeliveryRow({ screen, delivery, timeZone, now }: DeliveryRowProps) {
  const t = useT();
  const ago = useAgo();
  const { task, answers } = useSelector(screen, selectToday);
  const { id, status, to, robotName: robot, timeout, changedAt, acts, act: sent } = delivery;
  const own = answers[id];
  const answer = own?.failure
    ? t.failure(own.failure)
    : sent?.state === 'sent'
      ? t('today.sent')
      : own
        ? t('today.done', { act: t(ACT_NAMES[own.act]) })
        : undefined;
  return (
    <Need
      sign={<Icon of={Package} size={18} className="text-attn" />}
      title={t('today.delivery', { status: t(STATUS_NAMES[status]), to: to.name })}
      text={[robot, situationText(t, delivery, { now, timeZone })].filter(Boolean).join(' · ')}
      time={isAtDoor(status) && timeout ? clockText(timeout.at - now) : ago(now - changedAt)}
      isAlarm={isDeliveryOver(status)}
      answer={answer}
    >
      {actsOf(delivery).map((act) => (
        <Button
          key={act}
          busy={task?.deliveryId === id && task.act === act}
          disabledReason={obstacleText(t, acts[act])}
          onClick={() => screen.send({ type: 'delivery.act', task: { deliveryId: id, act } })}
        >
          {(act === 'acknowledge' && clearedText(t, delivery, now)) || t(ACT_NAMES[act])}
        </Button>
      ))}
      {delivery.serialNumber && <RobotLinks screen={screen} serialNumber={delivery.serialNumber} />}
      <Button variant="ghost" onClick={() => screen.send({ type: 'page.go', to: deliveryPath(id) })}>
        {t('shell.viewDetails')}
      </Button>
    </Need>
  );
}

interface SilentRowProps {
  readonly screen: TodayRef;
  readonly robot: Robot;
  readonly now: number;
  /** What it was at when it was last heard. */
  readonly delivery: Delivery | undefined;
  readonly runName: string | undefined;
}

export function SilentRow({ screen, robot, now, delivery, runName }: SilentRowProps) {
  const t = useT();
  const ago = useAgo();
  const { serialNumber, live } = robot;
  const home = useHomeSite();
  const site = useSelector(useFleet(), selectSites).find(({ id }) => id === robot.siteId);
  const { at, pose, task } = live;
  const stops = task?.stops ?? [];
  const reached = stops.filter(({ reachedAt }) => reachedAt !== null).length;
  const stop = { n: Math.min(stops.length, reached + 1), total: stops.length };
  const doing = delivery
    ? t('today.silentDelivery', { number: delivery.number, to: delivery.to.name })
    : runName === undefined
      ? t('today.silentText')
      : stops.length > 1
        ? t('today.silentRunStop', { name: runName, ...stop })
        : t('today.silentRun', { name: runName });
  const floor = site?.floors.find(({ mapId }) => mapId === pose?.mapId);
  const time = at === null ? '' : timeOfDay(at, site?.timeZone ?? home.timeZone);
  const seen =
    at === null ? '' : floor ? t('today.lastSeenOn', { time, floor: floor.name }) : t('today.lastHeard', { time });
  return (
    <Need
      sign={<Icon of={Clock} size={18} className="text-attn" />}
      title={t('today.silent', { robot: robotName(robot) })}
      text={[doing, seen].filter(Boolean).join(' ')}
      time={live.at === null ? '' : ago(now - live.at)}
    >
      <RobotLinks screen={screen} serialNumber={serialNumber} />
      <Button onClick={() => screen.send({ type: 'page.go', to: robotPath(serialNumber) })}>
        {t('shell.viewDetails')}
      </Button>
    </Need>
  );
}
