/** What the robot reports about itself: battery with its forecast, lock of the wheels, what keeps it busy, whom to call, floors. */
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { RobotInfo } from '../../../../contract/endpoints/robotSettings.ts';
import { selectRobotInfoRef } from '../../../machines/robotData/robotData.selectors.ts';
import {
  type RobotInfoRef,
  selectInfoFailure,
  selectIsInfoOpen,
  selectRobotInfo,
} from '../../../machines/robotData/robotInfo.selectors.ts';
import type { Translate } from '../../hooks/translate.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { SkeletonBlocks } from '../../kit/SkeletonBlocks.tsx';
import { timeStamp } from '../../shell/siteTime.ts';
import type { RobotPageProps } from './useRobotPage.ts';

const BUSY = {
  offline: 'shared.offline',
  emergencyStop: 'robotData.info.busy.emergencyStop',
  stop: 'robotData.info.busy.stop',
  manual: 'robotData.info.busy.manual',
  call: 'robotData.info.busy.call',
  routeRun: 'robotData.info.busy.routeRun',
  order: 'robotData.info.busy.order',
  charging: 'robotData.info.charging',
  task: 'robotData.info.busy.task',
} as const satisfies Record<NonNullable<RobotInfo['busy']['why']>, string>;
const LOCK = {
  emergencyStop: 'robotData.info.lock.emergencyStop',
  stop: 'robotData.info.lock.stop',
  brake: 'robotData.info.lock.brake',
} as const satisfies Record<NonNullable<RobotInfo['wheelLock']['why']>, string>;

export function RobotInfoDialog(part: RobotPageProps) {
  // Undefined in recordings made before the dialog existed.
  const actor = useSelector(part.screen, selectRobotInfoRef);
  return actor ? <InfoDialog {...part} actor={actor} /> : null;
}

function InfoDialog({ actor, ...part }: RobotPageProps & { readonly actor: RobotInfoRef }) {
  const t = useT();
  const info = useSelector(actor, selectRobotInfo);
  const failure = useSelector(actor, selectInfoFailure);
  if (!useSelector(actor, selectIsInfoOpen)) return null;
  return (
    <Dialog
      open
      title={t('robotData.info.title', { robot: part.name })}
      closeLabel={t('common.close')}
      onClose={() => actor.send({ type: 'info.close' })}
    >
      {info ? (
        <Facts info={info} {...part} />
      ) : failure ? (
        <div className="flex flex-col items-start gap-2 text-13">
          <p role="alert">{t.failure(failure)}</p>
          <Button size="s" onClick={() => actor.send({ type: 'info.retry' })}>
            {t('common.retry')}
          </Button>
        </div>
      ) : (
        <SkeletonBlocks shape="cards" count={4} label={t('robotData.info.loading')} />
      )}
    </Dialog>
  );
}

function Facts({ info, now, age, loaded }: RobotPageProps & { readonly info: RobotInfo }) {
  const t = useT();
  const { battery, wheelLock, busy, user, multiFloor } = info;
  const { level, charging, emptyAt, cycles, temperature, voltage, health, reportedAt } = battery;
  const zone = loaded.site?.timeZone ?? 'UTC';
  const known = (value: number | null, unit: string): string =>
    value === null ? t('robotData.info.unknown') : `${Math.round(value * 10) / 10}${unit}`;
  return (
    <dl className="text-13">
      <Fact name={t('common.battery')}>
        {known(level, '%')}
        {charging && `, ${t('robotData.info.charging')}`}
      </Fact>
      <Fact name={t('robotData.info.empty')}>
        {charging
          ? t('robotData.info.notWhileCharging')
          : emptyAt === null
            ? t('robotData.info.unknown')
            : t('robotData.info.emptyIn', { span: age(Math.max(0, emptyAt - now)), time: timeStamp(emptyAt, zone) })}
      </Fact>
      <Fact name={t('robotData.info.cycles')}>{known(cycles, '')}</Fact>
      <Fact name={t('robotData.info.temperature')}>{known(temperature, ' °C')}</Fact>
      <Fact name={t('robotData.info.voltage')}>{known(voltage, ' V')}</Fact>
      <Fact name={t('robotData.info.health')}>{known(health, '%')}</Fact>
      <Fact name={t('robotData.info.wheels')}>{lockText(t, wheelLock)}</Fact>
      <Fact name={t('robotData.info.now')}>
        {busy.why ? t(BUSY[busy.why]) : t('shared.free')}
        {busy.until !== null && ` · ${t('tasks.reason.until', { time: timeStamp(busy.until, zone) })}`}
        {busy.busy && busy.canWait && ` · ${t('robotData.info.busy.canWait')}`}
      </Fact>
      <Fact name={t('robotData.info.calledAs')}>{user.name}</Fact>
      <Fact name={t('common.floors')}>
        {t(multiFloor.supported ? 'robotData.info.manyFloors' : 'robotData.info.oneFloor', { count: multiFloor.maps })}
      </Fact>
      <Fact name={t('robotData.info.drives')}>
        {t(loaded.detail.navigation ? 'robotData.info.navigates' : 'robotData.info.byHand')}
      </Fact>
      <p className="pt-3 text-12 text-text-2">
        {reportedAt === null
          ? t('robotData.info.neverReported')
          : t('robotData.info.reported', { age: age(Math.max(0, now - reportedAt)) })}
      </p>
    </dl>
  );
}

/** A robot that never reported is not said to be free to roll. */
function lockText(t: Translate, { locked, why, reportedAt }: RobotInfo['wheelLock']): string {
  // A later server can know more reasons.
  if (why && Object.hasOwn(LOCK, why)) return t(LOCK[why]);
  if (locked) return t('robotData.info.lock.locked');
  return t(reportedAt === null ? 'robotData.info.unknown' : 'robotData.info.lock.none');
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)] gap-3 border-b border-line py-2">
      <dt className="text-text-2">{name}</dt>
      <dd className="min-w-0 break-words tabular-nums">{children}</dd>
    </div>
  );
}
