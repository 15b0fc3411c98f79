/** One event beside the list: picture or why there is none, facts, links to its moment and its record. */
import { useSelector } from '@xstate/react';
import Download from 'lucide-react/icons/download';
import History from 'lucide-react/icons/history';
import Link from 'lucide-react/icons/link';
import type { ReactNode } from 'react';
import { CASE_ENDINGS, type CaseEnding } from '../../../../contract/rules/alarmCase.ts';
import { zonedDate } from '../../../../contract/rules/zonedTime.ts';
import { momentPath } from '../../../../contract/rules/momentPath.ts';
import { selectOpenCases } from '../../../machines/alarms/alarms.selectors.ts';
import {
  type EventRecordsRef,
  selectEventRecords,
  selectHasNext,
  selectHasPrevious,
  selectIsActing,
  selectOpenEvent,
} from '../../../machines/eventRecords/eventRecords.selectors.ts';
import { isMissing, type Step } from '../../../machines/eventRecords/eventsShown.ts';
import { eventRecordsQuery, queryOfEvent } from '../../../machines/eventRecords/eventRecordsQuery.ts';
import { BoxedPicture } from '../../alarms/BoxedPicture.tsx';
import { CAUSE_NAMES, caseStateText } from '../../alarms/caseTexts.ts';
import { QuickCaseActs } from '../../alarms/QuickCaseActs.tsx';
import { useMayAct } from '../../alarms/useMayAct.ts';
import { eventPath, eventState, eventTitle, isUnresolved } from '../../events/eventTexts.ts';
import { useAlarms, useApp } from '../../hooks/useApp.ts';
import { useCopy } from '../../hooks/useCopy.ts';
import { useLanguage } from '../../hooks/useLanguage.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { Drawer } from '../../lists/Drawer.tsx';
import { spanText } from '../../routeRuns/routeRunTexts.ts';
import { DetailFallback } from '../../shell/DetailFallback.tsx';
import { timeStamp, zoneName } from '../../shell/siteTime.ts';
import { useRobotZone } from '../../shell/useHomeSite.ts';
import { CaseStationsTrack } from './CaseStationsTrack.tsx';
import { EventNotes } from './EventNotes.tsx';
import { EventPlace } from './EventPlace.tsx';
import { noPictureText } from './EventRows.tsx';

const isCaseEnding = (cause: string): cause is CaseEnding => (CASE_ENDINGS as readonly string[]).includes(cause);

/** Times are those of the robot's site. */
export function EventDrawer({ screen }: { readonly screen: EventRecordsRef }) {
  const t = useT();
  const { navigation } = useApp();
  const { pictures, record, query: listed } = useSelector(screen, selectEventRecords);
  const event = useSelector(screen, selectOpenEvent);
  const acting = useSelector(screen, selectIsActing);
  const copy = useCopy();
  const timeZone = useRobotZone(event?.serialNumber ?? '');
  const listZone = useRobotZone(eventRecordsQuery.read(listed).robots[0] ?? '');
  const mayAct = useMayAct(event?.serialNumber ?? '');
  const language = useLanguage();
  const now = useServerNow();
  // The list knows the state of when it was read; the unresolved cases follow at once.
  const openCase = useSelector(useAlarms(), selectOpenCases).find(
    ({ id }) => event?.bizType === 'alarm' && id === event.sourceId,
  );
  const [hasPrevious, hasNext] = [useSelector(screen, selectHasPrevious), useSelector(screen, selectHasNext)];
  const step = (to: Step, can: boolean) => (can ? () => screen.send({ type: 'event.step', to }) : undefined);
  const onClose = (): void => screen.send({ type: 'event.close' });
  const isGone = isMissing(record?.failure);
  if (!event)
    return (
      <Drawer title={t('routes.eventRecords')} onClose={onClose}>
        {isGone ? (
          <StatePanel state="empty" title={t('eventRecords.detail.goneTitle')} text={t('eventRecords.detail.gone')} />
        ) : (
          <DetailFallback
            failure={record?.failure ?? null}
            isGone={false}
            loading={t('eventRecords.detail.loading')}
            title={t('eventRecords.detail.failed')}
            onRetry={() => screen.send({ type: 'record.retry' })}
          />
        )}
      </Drawer>
    );
  const { at, until, serialNumber, robotName, place, by, value, pictureId, bizType, cause } = event;
  const title = eventTitle(t, event);
  const url = pictureId === null ? undefined : (pictures[pictureId] ?? record?.pictures[pictureId]);
  const path = eventPath(event);
  const go = (to: string) => () => navigation.send({ type: 'navigation.go', to });
  const copyLink = (): void => {
    const query = Object.entries(queryOfEvent(event, zonedDate(timeZone, at))).filter(([, value]) => value !== '');
    copy(`${window.location.origin}${window.location.pathname}?${new URLSearchParams(query).toString()}`);
  };
  const fact = (label: string, text: ReactNode) => (
    <div>
      <dt>{label}</dt>
      <dd className="tabular-nums">{text}</dd>
    </div>
  );
  return (
    <Drawer
      title={title}
      note={
        <span className={isUnresolved(event) ? 'text-st-alarm-text' : undefined}>
          {openCase ? caseStateText(t, openCase, now) : eventState(t, event)} · {timeStamp(at, timeZone)}
        </span>
      }
      onClose={onClose}
      onPrevious={step('previous', hasPrevious)}
      onNext={step('next', hasNext)}
      foot={
        <>
          <Button icon={History} onClick={go(momentPath({ serialNumber, at }))}>
            {t('eventRecords.detail.moment')}
          </Button>
          {path !== '' && (
            <Button onClick={go(path)}>{t(bizType === 'alarm' ? 'routes.alarmCase' : 'shared.openTheRecord')}</Button>
          )}
          {openCase && <QuickCaseActs found={openCase} />}
          {isUnresolved(event) && mayAct && (
            <Button busy={acting} onClick={() => screen.send({ type: 'event.dismiss', caseId: event.sourceId })}>
              {t('eventRecords.dismiss.do')}
            </Button>
          )}
          <IconButton outlined icon={Link} label={t('shared.copyLink')} onClick={copyLink} />
          {url && pictureId !== null && (
            <IconButton
              outlined
              icon={Download}
              label={t('shared.download')}
              onClick={() => screen.send({ type: 'picture.save', fileId: pictureId })}
            />
          )}
        </>
      }
    >
      {url ? (
        <BoxedPicture
          src={url}
          alt={t('eventRecords.picture.of', { what: title, time: timeStamp(at, timeZone) })}
          box={event.box}
          name={title}
          className="aspect-video w-full rounded"
        />
      ) : (
        <p className="grid min-h-24 place-items-center rounded bg-surface-3 p-3 text-12 text-text-2">
          {noPictureText(t, event)}
        </p>
      )}
      <dl className="facts">
        {fact(
          t('shared.time'),
          // The list has the time zone of another site.
          [timeStamp(at, timeZone), ...(timeZone === listZone ? [] : [zoneName(timeZone, language, at)])].join(' · '),
        )}
        {until !== null && until > at && fact(t('eventTexts.column.until'), timeStamp(until, timeZone))}
        {until !== null && until > at && fact(t('eventRecords.detail.lasted'), spanText(until - at))}
        {fact(t('common.robot'), robotName)}
        {place && fact(t('shared.place'), [place.name, place.floor].filter(Boolean).join(' · '))}
        {by !== '' && fact(t('eventRecords.detail.by'), by)}
        {value !== null && fact(t('eventRecords.detail.value'), value)}
        {fact(t('shared.state'), eventState(t, event))}
        {bizType === 'alarm' && isCaseEnding(cause) && fact(t('shared.reason'), t(CAUSE_NAMES[cause]))}
      </dl>
      <CaseStationsTrack screen={screen} event={event} timeZone={timeZone} />
      <EventNotes screen={screen} event={event} timeZone={timeZone} mayAct={mayAct} />
      <EventPlace screen={screen} event={event} />
    </Drawer>
  );
}
