/** Exceptions from scheduled tasks: hours in which stops or whole runs are left out (spec 2, design 20). */
import { useSelector } from '@xstate/react';
import Plus from 'lucide-react/icons/plus';
import Undo2 from 'lucide-react/icons/undo-2';
import X from 'lucide-react/icons/x';
import { useEffect } from 'react';
import { zonedDate } from '../../../../contract/rules/zonedTime.ts';
import {
  type ScheduleExceptionsRef,
  selectAreExceptionsReading,
  selectDeletedException,
  selectExceptionQuestion,
  selectExceptions,
  selectExceptionsSite,
  selectHasNoExceptionSite,
  selectHaveExceptionsFailed,
} from '../../../machines/scheduleExceptions/scheduleExceptions.selectors.ts';
import { selectIsMobile } from '../../../machines/preferences/preferences.selectors.ts';
import { datesOf } from '../../../machines/schedules/timetableView.ts';
import { useApp } from '../../hooks/useApp.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { useT } from '../../hooks/useT.ts';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { isTextEntry } from '../../kit/isTextEntry.ts';
import { FailedCard } from '../../kit/ListCard.tsx';
import { Select } from '../../kit/Select.tsx';
import { SkeletonBlocks } from '../../kit/SkeletonBlocks.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { ListPage } from '../../lists/ListPage.tsx';
import { WeekNav } from '../../schedules/WeekNav.tsx';
import { useListFailure } from '../../shell/PagedList.tsx';
import { Question } from '../../shell/Question.tsx';
import { timeOfDay, zoneName } from '../../shell/siteTime.ts';
import { ExceptionCalendar } from './ExceptionCalendar.tsx';
import { ExceptionList, periodText } from './ExceptionList.tsx';
import { ExceptionPanel } from './ExceptionPanel.tsx';

const MINUTE_MS = 60_000;

export function ScheduleExceptionsPage({ screen }: { readonly screen: ScheduleExceptionsRef }) {
  const t = useT();
  const now = useServerNow(MINUTE_MS);
  const isPhone = useSelector(useApp().preferences, selectIsMobile);
  const { data, form, sites } = useSelector(screen, selectExceptions);
  const site = useSelector(screen, selectExceptionsSite);
  const question = useSelector(screen, selectExceptionQuestion);
  const mayChange = data?.robots.some(({ canChange }) => canChange) ?? false;
  const today = data ? zonedDate(data.timeZone, now) : '';
  useEffect(() => {
    if (today === '') return;
    const onKey = (event: KeyboardEvent): void => {
      if (event.target instanceof Element && isTextEntry(event.target)) return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.key.toLowerCase() !== 'n') return;
      event.preventDefault();
      screen.send({ type: 'form.new', date: today });
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [screen, today]);
  return (
    <ListPage
      title={t('scheduleExceptions.title')}
      facts={
        data
          ? t('schedules.zone', { site: data.siteName, zone: zoneName(data.timeZone, t.language, data.serverTime) })
          : undefined
      }
      primary={{
        label: t('scheduleExceptions.add'),
        icon: Plus,
        disabledReason: data && !mayChange ? t('schedules.noRight') : undefined,
        onPress: () => screen.send({ type: 'form.new', date: today }),
      }}
      filters={
        <div className="flex flex-none flex-wrap items-center gap-3 text-12 text-text-2">
          <WeekNav dates={data ? datesOf(data) : []} onMove={(by) => screen.send({ type: 'week.move', by })} />
          {sites.length > 1 && site && (
            <Select
              size="s"
              className="w-42"
              label={t('schedules.filter.site')}
              value={site.siteId}
              options={sites.map(({ siteId, name }) => ({ value: siteId, label: name }))}
              onChange={(siteId) => screen.send({ type: 'site.choose', siteId })}
            />
          )}
          {mayChange && !isPhone && <span>{t('scheduleExceptions.dragHint')}</span>}
        </div>
      }
      detail={form && data && <ExceptionPanel screen={screen} />}
      dialogs={question && <Question question={question} cancelLabel={t('common.cancel')} />}
    >
      <Undo screen={screen} />
      {data ? (
        <>
          <Stale screen={screen} />
          {!isPhone && <ExceptionCalendar screen={screen} mayChange={mayChange} />}
          <ExceptionList screen={screen} />
        </>
      ) : (
        <Placeholder screen={screen} />
      )}
    </ListPage>
  );
}

function Undo({ screen }: { readonly screen: ScheduleExceptionsRef }) {
  const t = useT();
  const deleted = useSelector(screen, selectDeletedException);
  if (!deleted) return null;
  const period = { date: deleted.startTime.slice(0, 10), time: periodText(deleted) };
  return (
    <div className="flex flex-none items-center gap-2 rounded bg-surface-3 py-1 pr-1 pl-3 text-13" role="status">
      <span className="flex-1">
        {t('scheduleExceptions.deleted', period)}
        {deleted.runsTouched > 0 && ` ${t('scheduleExceptions.comeBack', { count: deleted.runsTouched })}`}
      </span>
      <Button size="s" variant="ghost" icon={Undo2} onClick={() => screen.send({ type: 'undo.take' })}>
        {t('schedules.undo.take')}
      </Button>
      <IconButton
        size="s"
        icon={X}
        label={t('schedules.undo.close')}
        onClick={() => screen.send({ type: 'undo.close' })}
      />
    </div>
  );
}

function Stale({ screen }: { readonly screen: ScheduleExceptionsRef }) {
  const t = useT();
  const { data, failure } = useSelector(screen, selectExceptions);
  const hasFailed = useSelector(screen, selectHaveExceptionsFailed);
  if (!hasFailed || !failure || !data) return null;
  return (
    <Banner
      tone="warn"
      title={t('schedules.stale', { time: timeOfDay(data.serverTime, data.timeZone), reason: t.failure(failure) })}
    >
      <Button size="s" onClick={() => screen.send({ type: 'timetable.reload' })}>
        {t('common.retry')}
      </Button>
    </Banner>
  );
}

function Placeholder({ screen }: { readonly screen: ScheduleExceptionsRef }) {
  const t = useT();
  const { failure } = useSelector(screen, selectExceptions);
  const reading = useSelector(screen, selectAreExceptionsReading);
  const hasFailed = useSelector(screen, selectHaveExceptionsFailed);
  const hasNoSite = useSelector(screen, selectHasNoExceptionSite);
  const failureTexts = useListFailure();
  if (hasFailed && failure)
    return (
      <FailedCard
        {...failureTexts(failure, 'scheduleExceptions.failed')}
        busy={reading}
        retryLabel={t('common.retry')}
        onRetry={() => screen.send({ type: 'timetable.reload' })}
      />
    );
  return (
    <div className="card">
      {hasNoSite ? (
        <StatePanel state="forbidden" title={t('schedules.noSite')} text={t('schedules.noSiteText')} />
      ) : (
        <SkeletonBlocks shape="table" count={10} label={t('scheduleExceptions.loading')} />
      )}
    </div>
  );
}
