/** Details of one route run beside the list. */
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { ERRORS } from '../../../../contract/wire/errors.ts';
import { robotPath } from '../../../machines/app/events.ts';
import { selectIsAdding, selectRecords } from '../../../machines/cruiseRecord/cruiseRecord.selectors.ts';
import type { RecordDetail as Detail } from '../../../machines/cruiseRecord/cruiseRecord.machine.ts';
import { DrivenWay } from '../../canvas/DrivenWay.tsx';
import { MomentButton } from '../../events/MomentButton.tsx';
import { useApp } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Drawer } from '../../lists/Drawer.tsx';
import { rowsBeside } from '../../lists/rowsBeside.ts';
import { PlannedBy } from '../../schedules/PlannedBy.tsx';
import { DetailFallback } from '../../shell/DetailFallback.tsx';
import { timeStamp } from '../../shell/siteTime.ts';
import { ResultPill } from '../../routeRuns/RouteRunEndDialog.tsx';
import { whyEnded } from '../../routeRuns/routeRunTexts.ts';
import { RecordVisits } from './RecordVisits.tsx';
import { type RecordViewProps, tookText } from './RecordTable.tsx';
import { SLOW, slowRunText } from '../../routeRuns/slowText.ts';

export function RecordDrawer(view: RecordViewProps) {
  const t = useT();
  const { navigation } = useApp();
  const { screen } = view;
  const { detail, detailFailure, rows, open } = useSelector(screen, selectRecords);
  const run = detail?.drive;
  const go = (to: string) => () => navigation.send({ type: 'navigation.go', to });
  const isGone = detailFailure?.code === ERRORS.fieldInvalid || detailFailure?.code === ERRORS.notAllowed;
  return (
    <Drawer
      title={
        run
          ? t('cruiseRecord.detail.title', { route: run.pathName, robot: run.robotName })
          : t('cruiseRecord.detail.name')
      }
      onClose={() => screen.send({ type: 'record.close' })}
      {...rowsBeside(
        rows.map(({ id }) => id),
        open,
        (driveId) => screen.send({ type: 'record.open', driveId }),
      )}
      foot={
        run && (
          <>
            {run.pathId && (
              <Button onClick={go(`/setting/cruise-line?route=${encodeURIComponent(run.pathId)}`)}>
                {t(run.state === 'inProgress' ? 'cruiseRecord.detail.follow' : 'cruiseRecord.detail.route')}
              </Button>
            )}
            <Button onClick={go(robotPath(run.serialNumber))}>{t('common.openName', { name: run.robotName })}</Button>
            <MomentButton serialNumber={run.serialNumber} at={run.startedAt} />
          </>
        )
      }
    >
      {detail ? (
        <Shown {...view} detail={detail} />
      ) : (
        <DetailFallback
          failure={detailFailure}
          isGone={isGone}
          loading={t('cruiseRecord.detail.loading')}
          title={t(isGone ? 'cruiseRecord.detail.gone' : 'cruiseRecord.detail.failed')}
          onRetry={() => screen.send({ type: 'detail.retry' })}
        />
      )}
    </Drawer>
  );
}

function Shown({
  screen,
  timeZone,
  now,
  detail: { drive, total, visits, track = [], map = null },
}: RecordViewProps & { readonly detail: Detail }) {
  const t = useT();
  const adding = useSelector(screen, selectIsAdding);
  const why = whyEnded(t, drive);
  const slow = slowRunText(t, drive);
  const fact = (label: string, value: ReactNode) => (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
  const dash = t('shared.dash');
  const isLoop = drive.cycleType === 'loop';
  return (
    <>
      <p className="flex flex-wrap items-center gap-2 text-13 wrap-anywhere">
        <ResultPill run={drive} />
        {why && <span>{why}</span>}
        {slow && <span className={SLOW}>{slow}</span>}
      </p>
      {drive.task && <PlannedBy serialNumber={drive.serialNumber} task={drive.task} timeZone={timeZone} />}
      {drive.demo && <p className="text-12 text-text-2">{t('cruiseRecord.detail.demo')}</p>}
      <dl className="facts">
        {fact(t('cruiseRecord.detail.started'), timeStamp(drive.startedAt, timeZone))}
        {fact(t('shared.end'), drive.endedAt === null ? dash : timeStamp(drive.endedAt, timeZone))}
        {fact(t('shared.duration'), tookText(drive, now))}
        {fact(t('shared.distance'), t('common.metres', { metres: Math.round(drive.distance) }))}
        {fact(
          t('shared.rounds'),
          isLoop ? t('cruiseRecord.detail.loop', { count: drive.loop }) : t('cruiseRecord.detail.once'),
        )}
        {fact(t('shared.startedBy'), drive.startedBy.name || dash)}
        {fact(
          t('common.map'),
          drive.floor && drive.floor !== drive.mapName
            ? t('cruiseRecord.detail.mapOf', { map: drive.mapName, floor: drive.floor })
            : drive.mapName,
        )}
      </dl>
      <DrivenWay
        label={t('cruiseRecord.detail.way', { map: drive.mapName })}
        map={map}
        track={track}
        serialNumber={drive.state === 'inProgress' ? drive.serialNumber : ''}
      />
      <RecordVisits visits={visits} runState={drive.state} timeZone={timeZone} rounds={isLoop} />
      {visits.length < total && (
        <div className="flex flex-wrap items-center gap-2 text-12 text-text-2">
          <span>{t('cruiseRecord.detail.moreCount', { shown: visits.length, total })}</span>
          <Button size="s" busy={adding} onClick={() => screen.send({ type: 'detail.more' })}>
            {t('cruiseRecord.detail.more')}
          </Button>
        </div>
      )}
    </>
  );
}
