/** One call beside the list: its figures, what happened in it, what was taken during it, and the way to its moment. */
import { useSelector } from '@xstate/react';
import { ERRORS } from '../../../../contract/wire/errors.ts';
import { robotPath } from '../../../machines/app/events.ts';
import { type CallRecordsRef, selectCallRecords } from '../../../machines/callRecords/callRecords.selectors.ts';
import type { CallRecord } from '../../../machines/robotCall/robotCall.machine.ts';
import { selectUser } from '../../../machines/session/session.selectors.ts';
import { CallFigures, CallKept, CallLines } from '../../calls/CallHistory.tsx';
import { ORIGIN_NAMES, resultText, TOPIC_NAMES } from '../../calls/callTexts.ts';
import { MomentButton } from '../../events/MomentButton.tsx';
import { useApp } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Drawer } from '../../lists/Drawer.tsx';
import { rowsBeside } from '../../lists/rowsBeside.ts';
import { DetailFallback } from '../../shell/DetailFallback.tsx';
import { timeStamp, timeWithSeconds } from '../../shell/siteTime.ts';

interface CallDrawerProps {
  readonly screen: CallRecordsRef;
  readonly timeZone: string;
  /** Server time, ms. */
  readonly now: number;
}

export function CallDrawer({ screen, timeZone, now }: CallDrawerProps) {
  const t = useT();
  const { navigation } = useApp();
  const { detail, detailFailure, rows, open } = useSelector(screen, selectCallRecords);
  const call = detail?.call;
  const isGone = detailFailure?.code === ERRORS.notFound || detailFailure?.code === ERRORS.robotForeign;
  return (
    <Drawer
      wide
      title={call ? t('shared.callWithName', { name: call.robotName }) : t('routes.robotCall')}
      note={call && [t(ORIGIN_NAMES[call.origin]), call.operator?.name ?? t('shared.nobody')].join(' · ')}
      onClose={() => screen.send({ type: 'record.close' })}
      {...rowsBeside(
        rows.map(({ id }) => id),
        open,
        (id) => screen.send({ type: 'record.open', id }),
      )}
      foot={
        call && (
          <>
            <Button onClick={() => navigation.send({ type: 'navigation.go', to: robotPath(call.serialNumber) })}>
              {t('shared.viewName', { name: call.robotName })}
            </Button>
            <MomentButton serialNumber={call.serialNumber} at={call.createdAt} />
          </>
        )
      }
    >
      {detail ? (
        <Shown record={detail} timeZone={timeZone} now={now} />
      ) : (
        <DetailFallback
          failure={detailFailure}
          isGone={isGone}
          loading={t('callRecords.detail.loading')}
          title={t(isGone ? 'callRecords.detail.gone' : 'callRecords.detail.failed')}
          onRetry={() => screen.send({ type: 'detail.retry' })}
        />
      )}
    </Drawer>
  );
}

function Shown({ record, timeZone, now }: Omit<CallDrawerProps, 'screen'> & { readonly record: CallRecord }) {
  const t = useT();
  const userId = useSelector(useApp().session, selectUser)?.id ?? '';
  const { call } = record;
  const { topic, note, place, area, createdAt, endedAt } = call;
  const about = [topic && t(TOPIC_NAMES[topic]), note].filter(Boolean).join(': ');
  const time = (at: number): string => timeWithSeconds(at, timeZone);
  return (
    <>
      <dl className="facts">
        <div>
          <dt>{t('shared.started')}</dt>
          <dd className="tabular-nums">{timeStamp(createdAt, timeZone)}</dd>
        </div>
        {endedAt !== null && (
          <div>
            <dt>{t('shared.endedAt')}</dt>
            <dd className="tabular-nums">{timeStamp(endedAt, timeZone)}</dd>
          </div>
        )}
        {place !== '' && (
          <div>
            <dt>{t('shared.place')}</dt>
            <dd>{place}</dd>
          </div>
        )}
        {/* Replays leave it out. */}
        {area && (
          <div>
            <dt>{t('callRecords.sheet.area')}</dt>
            <dd className="wrap-anywhere">{area}</dd>
          </div>
        )}
        <div>
          <dt>{t('shared.result')}</dt>
          <dd>{resultText(t, call)}</dd>
        </div>
        {about !== '' && (
          <div>
            <dt>{t('callRecords.table.about')}</dt>
            <dd className="wrap-anywhere">{about}</dd>
          </div>
        )}
      </dl>
      <div className="grid grid-cols-2 gap-3">
        <CallFigures call={call} now={now} />
      </div>
      <section>
        <h3 className="text-13 font-semibold">{t('shared.whatHappened')}</h3>
        <CallLines record={record} userId={userId} time={time} />
      </section>
      <section className="grid gap-2">
        <h3 className="text-13 font-semibold">{t('routes.photos')}</h3>
        <CallKept record={record} userId={userId} time={time} />
      </section>
    </>
  );
}
