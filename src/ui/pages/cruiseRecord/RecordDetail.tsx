/** Details of one route run: beside the table on desktop, a sheet on a phone. */
import { useSelector } from '@xstate/react';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import X from 'lucide-react/icons/x';
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
import { classes } from '../../kit/classes.ts';
import { Dialog } from '../../kit/Dialog.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { PlannedBy } from '../../schedules/PlannedBy.tsx';
import { DetailFallback } from '../../shell/DetailFallback.tsx';
import { timeStamp } from '../../shell/siteTime.ts';
import { ResultPill } from '../../routeRuns/RouteRunEndDialog.tsx';
import { whyEnded } from '../../routeRuns/routeRunTexts.ts';
import { RecordVisits } from './RecordVisits.tsx';
import { type RecordViewProps, tookText } from './RecordTable.tsx';
import { SLOW, slowRunText } from '../../routeRuns/slowText.ts';

const BODY = 'grid min-h-0 content-start gap-4 overflow-auto';

export function RecordDetail(view: RecordViewProps) {
  const t = useT();
  const { screen, mobile } = view;
  const { detail, rows, open } = useSelector(screen, selectRecords);
  const close = () => screen.send({ type: 'record.close' });
  const title = detail
    ? t('cruiseRecord.detail.title', { route: detail.drive.pathName, robot: detail.drive.robotName })
    : t('cruiseRecord.detail.name');
  if (mobile)
    return (
      <Dialog open title={title} closeLabel={t('common.close')} onClose={close}>
        <div className={BODY}>
          <Body {...view} />
        </div>
      </Dialog>
    );
  const at = rows.findIndex(({ id }) => id === open);
  const step = (to: number, label: string, icon: typeof ChevronUp) => {
    const row = rows[to];
    return (
      row &&
      at >= 0 && (
        <IconButton
          size="s"
          icon={icon}
          label={label}
          onClick={() => screen.send({ type: 'record.open', driveId: row.id })}
        />
      )
    );
  };
  return (
    <section
      className="card flex max-h-full flex-[0_0_var(--w-drive)] flex-col"
      aria-label={t('cruiseRecord.detail.name')}
    >
      <header className="flex items-center gap-1 pt-3 pr-3 pb-2 pl-4">
        <h2 className="flex-1 text-14 font-semibold wrap-anywhere text-heading">{title}</h2>
        {step(at - 1, t('cruiseRecord.detail.up'), ChevronUp)}
        {step(at + 1, t('cruiseRecord.detail.down'), ChevronDown)}
        <IconButton size="s" icon={X} label={t('common.close')} onClick={close} />
      </header>
      <div className={classes(BODY, 'px-4 pb-4')} tabIndex={0} role="group" aria-label={t('cruiseRecord.detail.facts')}>
        <Body {...view} />
      </div>
    </section>
  );
}

function Body({ screen, timeZone, now }: RecordViewProps) {
  const t = useT();
  const { detail, detailFailure } = useSelector(screen, selectRecords);
  if (!detail) {
    const isGone = detailFailure?.code === ERRORS.fieldInvalid || detailFailure?.code === ERRORS.notAllowed;
    return (
      <DetailFallback
        failure={detailFailure}
        isGone={isGone}
        loading={t('cruiseRecord.detail.loading')}
        title={t(isGone ? 'cruiseRecord.detail.gone' : 'cruiseRecord.detail.failed')}
        onRetry={() => screen.send({ type: 'detail.retry' })}
      />
    );
  }
  return <Shown screen={screen} timeZone={timeZone} now={now} detail={detail} />;
}

function Shown({
  screen,
  timeZone,
  now,
  detail: { drive, total, visits, track = [], map = null },
}: Omit<RecordViewProps, 'mobile'> & { readonly detail: Detail }) {
  const t = useT();
  const { navigation } = useApp();
  const adding = useSelector(screen, selectIsAdding);
  const why = whyEnded(t, drive);
  const slow = slowRunText(t, drive);
  const go = (to: string) => () => navigation.send({ type: 'navigation.go', to });
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
      <div className="flex flex-wrap items-center gap-2 max-desk:[&>.btn]:min-h-11 max-desk:[&>.btn]:flex-1">
        {drive.pathId && (
          <Button size="s" onClick={go(`/setting/cruise-line?route=${encodeURIComponent(drive.pathId)}`)}>
            {t(drive.state === 'inProgress' ? 'cruiseRecord.detail.follow' : 'cruiseRecord.detail.route')}
          </Button>
        )}
        <Button size="s" onClick={go(robotPath(drive.serialNumber))}>
          {t('common.openName', { name: drive.robotName })}
        </Button>
        <MomentButton look="small" serialNumber={drive.serialNumber} at={drive.startedAt} />
      </div>
    </>
  );
}
