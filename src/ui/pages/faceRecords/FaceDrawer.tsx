/** One record beside the list: its picture, facts, the way to the clear picture, and what happens to it when. */
import { useSelector } from '@xstate/react';
import ExternalLink from 'lucide-react/icons/external-link';
import type { ReactNode } from 'react';
import type { FaceDetails } from '../../../../contract/entities/face.ts';
import { ERRORS } from '../../../../contract/wire/errors.ts';
import { robotPath } from '../../../machines/app/events.ts';
import {
  type FaceRecordsRef,
  selectFaces,
  selectIsChecking,
  selectIsRevealed,
} from '../../../machines/faceRecords/faceRecords.selectors.ts';
import { selectUser } from '../../../machines/session/session.selectors.ts';
import { MomentButton } from '../../events/MomentButton.tsx';
import { useApp } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { StatusPill } from '../../kit/StatusPill.tsx';
import { TRACK_LINE, TRACK_NODE } from '../../kit/Track.tsx';
import { Drawer } from '../../lists/Drawer.tsx';
import { rowsBeside } from '../../lists/rowsBeside.ts';
import { DetailFallback } from '../../shell/DetailFallback.tsx';
import { timeStamp } from '../../shell/siteTime.ts';
import { BlurredFace, ClearFace } from './FacePicture.tsx';
import { consentText, reasonText, whoText } from './faceTexts.ts';
import { RevealCard, secondsLeft } from './RevealCard.tsx';
import { Temperature } from './Temperature.tsx';

interface DrawerViewProps {
  readonly screen: FaceRecordsRef;
  readonly timeZone: string;
  /** Server time, ms. */
  readonly now: number;
}

export function FaceDrawer({ screen, timeZone, now }: DrawerViewProps) {
  const t = useT();
  const { navigation } = useApp();
  const { detail, detailFailure, rows, open } = useSelector(screen, selectFaces);
  const checking = useSelector(screen, selectIsChecking);
  const record = detail?.record;
  // A permission for an hour is for pictures only.
  const isAdministrator = detail?.canReveal === true && detail.mayRevealUntil === null;
  const isGone = detailFailure?.code === ERRORS.notFound || detailFailure?.code === ERRORS.notAllowed;
  return (
    <Drawer
      title={record ? whoText(t, record) : t('faceRecords.detail.name')}
      note={
        record && (
          <>
            {record.isHigh && <StatusPill status="alarm" label={t('faceRecords.select.highTemperature')} />}
            <span>{consentText(t, record)}</span>
          </>
        )
      }
      onClose={() => screen.send({ type: 'face.close' })}
      {...rowsBeside(
        rows.map(({ id }) => id),
        open,
        (id) => screen.send({ type: 'face.open', id }),
      )}
      foot={
        record && (
          <>
            {record.checked === null && (
              <Button busy={checking} onClick={() => screen.send({ type: 'face.check' })}>
                {t('faceRecords.detail.check')}
              </Button>
            )}
            {isAdministrator && record.person === null && (
              <Button onClick={() => screen.send({ type: 'register.open' })}>{t('faceRecords.detail.register')}</Button>
            )}
            {record.alarmCaseId !== null && (
              <Button
                icon={ExternalLink}
                onClick={() =>
                  navigation.send({
                    type: 'navigation.go',
                    to: `/alarms/case?id=${encodeURIComponent(record.alarmCaseId ?? '')}`,
                  })
                }
              >
                {t('faceRecords.detail.alarm')}
              </Button>
            )}
            <MomentButton serialNumber={record.serialNumber} at={record.at} />
            <Button onClick={() => navigation.send({ type: 'navigation.go', to: robotPath(record.serialNumber) })}>
              {t('common.openName', { name: record.robotName })}
            </Button>
            {isAdministrator && (
              <Button
                variant="danger"
                onClick={() => screen.send({ type: 'record.act', task: { type: 'delete', id: record.id } })}
              >
                {t('faceRecords.detail.delete')}
              </Button>
            )}
          </>
        )
      }
    >
      {detail ? (
        <Shown screen={screen} detail={detail} timeZone={timeZone} now={now} />
      ) : (
        <DetailFallback
          failure={detailFailure}
          isGone={isGone}
          loading={t('faceRecords.detail.loading')}
          title={t(isGone ? 'faceRecords.detail.gone' : 'faceRecords.detail.failed')}
          onRetry={() => screen.send({ type: 'detail.retry' })}
        />
      )}
    </Drawer>
  );
}

function Shown({ screen, detail, timeZone, now }: DrawerViewProps & { readonly detail: FaceDetails }) {
  const t = useT();
  const user = useSelector(useApp().session, selectUser);
  const revealed = useSelector(screen, selectIsRevealed);
  const { closesAt } = useSelector(screen, selectFaces);
  const { record, reveals } = detail;
  const fact = (label: string, value: ReactNode) => (
    <>
      <dt className="text-12 leading-5 text-text-2">{label}</dt>
      <dd className="min-w-0 text-13 leading-5 wrap-anywhere tabular-nums">{value}</dd>
    </>
  );
  return (
    <>
      <div className="grid grid-cols-[120px_minmax(0,1fr)] gap-4">
        {revealed ? (
          <ClearFace id={record.id} seconds={secondsLeft(closesAt, now)} watermark={user?.nickname ?? ''} />
        ) : (
          <BlurredFace blurred={record.blurred} size="l" />
        )}
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] content-start gap-x-4 gap-y-1">
          {fact(t('shared.time'), timeStamp(record.at, timeZone))}
          {fact(t('shared.place'), record.place || t('shared.dash'))}
          {fact(t('common.robot'), record.robotName)}
          {fact(t('faceRecords.column.temperature'), <Temperature record={record} />)}
          {fact(
            t('faceRecords.detail.checked'),
            record.checked
              ? t('faceRecords.detail.checkedBy', {
                  who: record.checked.byName,
                  at: timeStamp(record.checked.at, timeZone),
                })
              : t('faceRecords.detail.notChecked'),
          )}
        </dl>
      </div>
      <RevealCard screen={screen} details={detail} now={now} timeZone={timeZone} />
      <Life detail={detail} timeZone={timeZone} />
      {reveals.length > 0 && (
        <section className="border-t border-line pt-2">
          <h3 className="text-12 font-semibold">{t('faceRecords.reveal.history')}</h3>
          <ul>
            {reveals.map(({ id, at, byName, reason, note }) => (
              <li key={id} className="py-1.5 text-12 wrap-anywhere">
                <b className="font-medium">{byName}</b>{' '}
                <span className="text-text-2 tabular-nums">{timeStamp(at, timeZone)}</span>
                <span className="block">{t('faceRecords.reveal.entry', { reason: reasonText(t, reason), note })}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {record.demo && <p className="text-12 text-text-2">{t('faceRecords.detail.demo')}</p>}
    </>
  );
}

/** Taken, opened, picture deleted, record deleted. */
function Life({ detail: { record, reveals }, timeZone }: Pick<DrawerViewProps, 'timeZone'> & { detail: FaceDetails }) {
  const t = useT();
  const { length } = reveals.filter(({ isOpened }) => isOpened);
  const isPictured = record.pictureUntil !== null;
  const stations = [
    { id: 'taken', label: t('faceRecords.life.taken'), note: timeStamp(record.at, timeZone), isDone: true },
    {
      id: 'opened',
      label: t('faceRecords.life.opened'),
      note: length === 0 ? t('faceRecords.life.nobody') : t('faceRecords.life.openedTimes', { count: length }),
      isDone: length > 0,
    },
    {
      id: 'picture',
      label: t('faceRecords.life.picture'),
      note: isPictured ? timeStamp(record.pictureUntil ?? 0, timeZone) : t('shared.deletedInText'),
      isDone: !isPictured,
    },
    { id: 'row', label: t('faceRecords.life.row'), note: timeStamp(record.until, timeZone), isDone: false },
  ];
  return (
    <ol className="grid grid-cols-4" aria-label={t('faceRecords.life.name')}>
      {stations.map(({ id, label, note, isDone }, index) => (
        <li key={id} className="relative grid justify-items-center gap-1 text-center text-11">
          {index > 0 && (
            <span
              className={`absolute top-[3px] right-[calc(50%+8px)] left-[calc(-50%+8px)] ${TRACK_LINE[isDone ? 'done' : 'todo']}`}
              aria-hidden="true"
            />
          )}
          <span className={TRACK_NODE[isDone ? 'done' : 'todo']} aria-hidden="true" />
          <b className="font-semibold">{label}</b>
          <span className="text-text-2 tabular-nums">{note}</span>
        </li>
      ))}
    </ol>
  );
}
