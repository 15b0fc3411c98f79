/**
 * Banner on every page while an alarm case has no owner, or a colleague hands one over to the user: what, where, how
 * long until level two is told, and what can be done at once. It cannot be closed; it ends when somebody has the case.
 */
import { useSelector } from '@xstate/react';
import { selectPage } from '../../machines/app/app.selectors.ts';
import { casePath } from '../../machines/app/events.ts';
import {
  selectBannerCase,
  selectOpenCases,
  selectUserId,
  selectWithoutOwner,
} from '../../machines/alarms/alarms.selectors.ts';
import { clockText, EVENT_NAMES, placeText } from '../alarms/alarmTexts.ts';
import { QuickCaseActs } from '../alarms/QuickCaseActs.tsx';
import { useAlarms, useApp } from '../hooks/useApp.ts';
import { useServerNow } from '../hooks/useServerNow.ts';
import { useT } from '../hooks/useT.ts';
import { Banner } from '../kit/Banner.tsx';
import { Button } from '../kit/Button.tsx';

/** The page that shows a case itself, by the `id` of its address. */
const CASE_PAGE = 'alarmCase';

export function AlarmBanner() {
  const t = useT();
  const { root, navigation } = useApp();
  const alarms = useAlarms();
  const page = useSelector(root, selectPage);
  const shown = page?.page === CASE_PAGE ? page.query['id'] : undefined;
  const found = useSelector(alarms, (snapshot) => selectBannerCase(snapshot, shown));
  const waiting = useSelector(alarms, selectWithoutOwner);
  const isShownWaiting = useSelector(alarms, (snapshot) =>
    selectOpenCases(snapshot).some(({ id, state }) => id === shown && state === 'open'),
  );
  const userId = useSelector(alarms, selectUserId);
  const now = useServerNow();
  if (!found || !alarms) return null;
  const { id, event, robotName, levelTwoAt, owner, handOverTo } = found;
  const name = t(EVENT_NAMES[event]);
  const isOffered = handOverTo?.id === userId;
  const others = waiting - 1 - (isShownWaiting ? 1 : 0);
  return (
    <div className="flex-none">
      <Banner
        tone="alarm"
        title={
          isOffered
            ? t('shell.alarms.offered', { name: owner?.name ?? '', event: name })
            : others > 0
              ? t('shell.alarms.more', { event: name, count: others })
              : name
        }
        text={[robotName, placeText(found)].filter(Boolean).join(' · ')}
        countdown={levelTwoAt === null ? undefined : t('shell.alarms.countdown', { time: clockText(levelTwoAt - now) })}
      >
        <QuickCaseActs found={found} size="s" />
        <Button size="s" onClick={() => navigation.send({ type: 'navigation.go', to: casePath(id) })}>
          {t('shell.alarms.open')}
        </Button>
      </Banner>
    </div>
  );
}
