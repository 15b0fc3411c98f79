/** Exceptions from scheduled tasks: hours in which stops or whole runs are left out (spec 2, design 20). */
import { useSelector } from '@xstate/react';
import Plus from 'lucide-react/icons/plus';
import Undo2 from 'lucide-react/icons/undo-2';
import X from 'lucide-react/icons/x';
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
  selectIsDraggingBand,
} from '../../../machines/scheduleExceptions/scheduleExceptions.selectors.ts';
import { NEW_EXCEPTION } from '../../../machines/scheduleExceptions/scheduleExceptions.setup.ts';
import { selectIsFeedLost } from '../../../machines/connection/connection.selectors.ts';
import { selectIsMobile } from '../../../machines/preferences/preferences.selectors.ts';
import { datesOf } from '../../../machines/schedules/timetableView.ts';
import { useApp, useConnection } from '../../hooks/useApp.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { useT } from '../../hooks/useT.ts';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { FailedCard } from '../../kit/ListCard.tsx';
import { Select } from '../../kit/Select.tsx';
import { SkeletonBlocks } from '../../kit/SkeletonBlocks.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { ListPage } from '../../lists/ListPage.tsx';
import { useListKeys } from '../../lists/useListKeys.ts';
import { BOTTOM_BAR } from '../../schedules/bottomBar.ts';
import { RunLegend } from '../../schedules/RunLegend.tsx';
import { WeekNav } from '../../schedules/WeekNav.tsx';
import { useListFailure } from '../../shell/PagedList.tsx';
import { ExportButton } from '../../shell/ExportButton.tsx';
import { Question } from '../../shell/Question.tsx';
import { timeOfDay, zoneName } from '../../shell/siteTime.ts';
import { ExceptionCalendar } from './ExceptionCalendar.tsx';
import { ExceptionList, inOrder, periodText } from './ExceptionList.tsx';
import { ExceptionPanel } from './ExceptionPanel.tsx';

const MINUTE_MS = 60_000;

export function ScheduleExceptionsPage({ screen }: { readonly screen: ScheduleExceptionsRef }) {
  const t = useT();
  const now = useServerNow(MINUTE_MS);
  const isPhone = useSelector(useApp().preferences, selectIsMobile);
  const { data, form, sites, wanted } = useSelector(screen, selectExceptions);
  const site = useSelector(screen, selectExceptionsSite);
  const question = useSelector(screen, selectExceptionQuestion);
  const mayChange = data?.robots.some(({ canChange }) => canChange) ?? false;
  const isLost = useSelector(useConnection(), selectIsFeedLost);
  const dragging = useSelector(screen, selectIsDraggingBand);
  const today = data ? zonedDate(data.timeZone, now) : '';
  /** Before the plan is read: as soon as it is. */
  const openNew = () => screen.send(today === '' ? { type: 'form.new' } : { type: 'form.new', date: today });
  useListKeys({
    ids: data ? inOrder(data.exceptions).map(({ id }) => id) : [],
    open: dragging ? NEW_EXCEPTION : form ? form.id || NEW_EXCEPTION : '',
    onOpen: (id) => {
      // A key does not throw away what was typed.
      if (!screen.getSnapshot().hasTag('unsaved')) screen.send({ type: 'exception.open', id });
    },
    onClose: () => screen.send({ type: 'band.cancel' }),
    keys: { n: openNew },
  });
  const panel = form && data && <ExceptionPanel screen={screen} isLost={isLost} />;
  return (
    <ListPage
      title={t('routes.scheduleExceptions')}
      facts={
        data
          ? t('schedules.zone', { site: data.siteName, zone: zoneName(data.timeZone, t.language, data.serverTime) })
          : null
      }
      actions={
        <ExportButton
          screen={screen}
          label={t('scheduleExceptions.export.start')}
          disabledReason={
            isLost ? t('schedules.offlineSwitch') : !data?.exceptions.length && t('shared.thereIsNothingToExport')
          }
        />
      }
      primary={{
        label: t('shared.addException'),
        icon: Plus,
        busy: wanted === NEW_EXCEPTION,
        disabledReason: data && !mayChange ? t('schedules.noRight') : undefined,
        onPress: openNew,
      }}
      filters={
        <div className="flex flex-none flex-wrap items-center gap-3 text-12 text-text-2">
          <WeekNav dates={data ? datesOf(data) : []} onMove={(by) => screen.send({ type: 'week.move', by })} />
          {sites.length > 1 && site && (
            <Select
              size="s"
              className="w-42"
              label={t('shared.site')}
              value={site.siteId}
              options={sites.map(({ siteId, name }) => ({ value: siteId, label: name }))}
              onChange={(siteId) => screen.send({ type: 'site.choose', siteId })}
            />
          )}
          {mayChange && !isPhone && <span>{t('scheduleExceptions.dragHint')}</span>}
          <RunLegend last={t('scheduleExceptions.legend')} />
        </div>
      }
      detail={!isPhone && panel}
      dialogs={question && <Question question={question} cancelLabel={t('common.cancel')} />}
    >
      {data ? (
        <>
          <Stale screen={screen} isLost={isLost} />
          {!isPhone && <ExceptionCalendar screen={screen} mayChange={mayChange && !isLost} />}
          {/* On a phone the form is the page. */}
          {isPhone && panel ? panel : <ExceptionList screen={screen} />}
        </>
      ) : (
        <Placeholder screen={screen} />
      )}
      <Undo screen={screen} />
    </ListPage>
  );
}

function Undo({ screen }: { readonly screen: ScheduleExceptionsRef }) {
  const t = useT();
  const deleted = useSelector(screen, selectDeletedException);
  if (!deleted) return null;
  const period = { date: deleted.startTime.slice(0, 10), time: periodText(deleted) };
  return (
    <div className={BOTTOM_BAR} role="status">
      <span className="flex-1">
        {t('scheduleExceptions.deleted', period)}
        {deleted.runsTouched > 0 && ` ${t('scheduleExceptions.comeBack', { count: deleted.runsTouched })}`}
      </span>
      <Button size="s" variant="ghost" icon={Undo2} onClick={() => screen.send({ type: 'undo.take' })}>
        {t('shared.undo')}
      </Button>
      <IconButton size="s" icon={X} label={t('common.close')} onClick={() => screen.send({ type: 'undo.close' })} />
    </div>
  );
}

interface StaleProps {
  readonly screen: ScheduleExceptionsRef;
  readonly isLost: boolean;
}
function Stale({ screen, isLost }: StaleProps) {
  const t = useT();
  const { data, failure } = useSelector(screen, selectExceptions);
  const hasFailed = useSelector(screen, selectHaveExceptionsFailed);
  if (isLost && data)
    return (
      <Banner
        tone="warn"
        title={t('scheduleExceptions.offline', { time: timeOfDay(data.serverTime, data.timeZone) })}
      />
    );
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
