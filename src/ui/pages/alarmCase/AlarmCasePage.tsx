/**
 * One alarm case: countdown and progress on top, then picture and plan, who was told and what happened, and what the
 * user can do. Keys: T take, R resolve, N note, L look, J and K next and previous open case.
 */
import { useSelector } from '@xstate/react';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import LinkIcon from 'lucide-react/icons/link';
import { useEffect } from 'react';
import type { AlarmCase } from '../../../../contract/entities/alarmCase.ts';
import { ERRORS } from '../../../../contract/wire/errors.ts';
import {
  type AlarmCaseRef,
  selectAlarmCase,
  selectHasFailed,
} from '../../../machines/alarmCase/alarmCase.selectors.ts';
import { robotPath } from '../../../machines/app/events.ts';
import { selectOpenCases } from '../../../machines/alarms/alarms.selectors.ts';
import { EVENT_NAMES, placeText } from '../../alarms/alarmTexts.ts';
import { isResolvable, isTakeable } from '../../alarms/caseActs.ts';
import { caseStateText } from '../../alarms/caseTexts.ts';
import { MomentButton } from '../../events/MomentButton.tsx';
import type { Translate } from '../../hooks/translate.ts';
import { useAlarms, useApp } from '../../hooks/useApp.ts';
import { useCopy } from '../../hooks/useCopy.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { isTextEntry } from '../../kit/isTextEntry.ts';
import { SkeletonBlocks } from '../../kit/SkeletonBlocks.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { PageHead } from '../../shell/PageHead.tsx';
import { useHomeSite } from '../../shell/useHomeSite.ts';
import { CaseHistory, NOTE_FIELD } from './CaseHistory.tsx';
import { CaseAge } from './CaseAge.tsx';
import { CaseOwner } from './CaseOwner.tsx';
import { CasePictures } from './CasePictures.tsx';
import { CasePlan } from './CasePlan.tsx';
import { SendDialog, SpeakDialog } from './CaseRobots.tsx';
import { CaseTrack } from './CaseTrack.tsx';
import { HandOverDialog, ResolveDialog } from './CaseDialogs.tsx';
import { MergeDialog } from './MergeDialog.tsx';
import { PlaceHistory } from './PlaceHistory.tsx';
import { useLookRefusal, useRefusal } from './useRefusal.ts';
import { WhoWasTold } from './WhoWasTold.tsx';

const GRID =
  'grid min-h-0 flex-1 grid-cols-[minmax(0,1.5fr)_minmax(0,1.1fr)_minmax(0,0.95fr)] gap-3 max-[1240px]:flex-none max-[1240px]:grid-cols-2 max-desk:flex max-desk:flex-col';
const COLUMN = 'flex min-h-0 min-w-0 flex-col gap-3 max-[1240px]:min-h-max max-desk:contents';

export function AlarmCasePage({ screen }: { readonly screen: AlarmCaseRef }) {
  const t = useT();
  const now = useServerNow();
  const { navigation } = useApp();
  const { timeZone } = useHomeSite();
  const { caseId, details, failure } = useSelector(screen, selectAlarmCase);
  const listed = useSelector(useAlarms(), (snapshot) => selectOpenCases(snapshot).find(({ id }) => id === caseId));
  const hasFailed = useSelector(screen, selectHasFailed);
  const { previous, next } = useNeighbours(screen);
  useCaseKeys(screen, { previous, next });
  const copy = useCopy();
  const toList = (): void => navigation.send({ type: 'navigation.go', to: '/alarms/cases' });
  if (hasFailed && failure) {
    const isGone = failure.code === ERRORS.notFound;
    const known = isGone ? undefined : listed;
    return (
      <>
        {known ? <PageHead {...headOf(t, known)} /> : <PageHead title={t('routes.alarmCase')} />}
        <StatePanel
          state={isGone ? 'empty' : 'failed'}
          art="security"
          title={t(isGone ? 'alarmCase.gone' : 'alarmCase.failed')}
          text={
            isGone
              ? t('alarmCase.goneText')
              : known
                ? t('alarmCase.lastKnown', { why: t.failure(failure), state: caseStateText(t, known, now) })
                : t.failure(failure)
          }
        >
          {!isGone && (
            <Button size="s" variant="primary" onClick={() => screen.send({ type: 'case.retry' })}>
              {t('common.retry')}
            </Button>
          )}
          <Button size="s" onClick={toList}>
            {t('routes.alarmCases')}
          </Button>
        </StatePanel>
      </>
    );
  }
  if (!details) return <SkeletonBlocks shape="cards" count={4} label={t('alarmCase.loading')} />;
  const { case: found } = details;
  const { title, facts } = headOf(t, found);
  const part = { screen, timeZone, now };
  const go = (id: string | undefined): void => {
    if (id !== undefined) screen.send({ type: 'case.show', caseId: id });
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 max-[1240px]:flex-none">
      <PageHead title={title} facts={facts}>
        <Button icon={LinkIcon} variant="ghost" onClick={() => copy(window.location.href)}>
          {t('shared.copyLink')}
        </Button>
        <MomentButton serialNumber={found.serialNumber} at={found.raisedAt} />
        {previous !== undefined && (
          <IconButton icon={ChevronLeft} label={t('alarmCase.previous')} onClick={() => go(previous)} />
        )}
        {next !== undefined && <IconButton icon={ChevronRight} label={t('alarmCase.next')} onClick={() => go(next)} />}
      </PageHead>
      {/* On a phone the frame shows the page's name as the title. */}
      <p className="text-16 font-semibold text-heading desk:hidden">{title}</p>
      <CaseAge {...part} />
      <CaseTrack {...part} details={details} />
      <div className={GRID}>
        <div className={COLUMN}>
          <CasePictures {...part} details={details} />
          <CasePlan details={details} />
        </div>
        <div className={COLUMN}>
          <WhoWasTold {...part} details={details} />
          <CaseHistory {...part} details={details} />
        </div>
        <div className={COLUMN}>
          <CaseOwner {...part} details={details} />
          <PlaceHistory {...part} details={details} />
        </div>
      </div>
      <ResolveDialog screen={screen} timeZone={timeZone} />
      <HandOverDialog screen={screen} />
      <MergeDialog screen={screen} timeZone={timeZone} />
      <SendDialog screen={screen} />
      <SpeakDialog screen={screen} />
    </div>
  );
}

const headOf = (t: Translate, { event, robotName: robot, place, number }: AlarmCase) => ({
  title: t('alarmCase.title', { event: t(EVENT_NAMES[event]), robot }),
  facts: t('alarmCase.subtitle', { place: placeText({ place }) || t('alarmCase.noPlace'), number }),
});

const isTyped = (target: EventTarget | null): boolean => target instanceof Element && isTextEntry(target);

interface Neighbours {
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

/** The open cases before and after this one. */
function useNeighbours(screen: AlarmCaseRef): Neighbours {
  const { caseId } = useSelector(screen, selectAlarmCase);
  const open = useSelector(useAlarms(), selectOpenCases).map(({ id }) => id);
  const index = open.indexOf(caseId);
  return { previous: index > 0 ? open[index - 1] : undefined, next: index < 0 ? open[0] : open[index + 1] };
}

/** The page's keys do what its buttons do, and nothing that those do not offer. */
function useCaseKeys(screen: AlarmCaseRef, { previous, next }: Neighbours): void {
  const { navigation } = useApp();
  const { details, userId } = useSelector(screen, selectAlarmCase);
  const found = details?.case;
  const mayAct = useRefusal(found?.serialNumber ?? '') === undefined;
  const canTake = found !== undefined && mayAct && isTakeable(found, userId);
  const canResolve = found !== undefined && mayAct && isResolvable(found, userId);
  const robot = found?.serialNumber;
  const canLook = useLookRefusal(robot ?? '') === undefined;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyped(event.target)) return;
      if (document.querySelector('[role=dialog], [role=alertdialog]')) return;
      const show = (id: string | undefined): void => {
        if (id !== undefined) screen.send({ type: 'case.show', caseId: id });
      };
      switch (event.key.toLowerCase()) {
        case 't':
          return canTake ? screen.send({ type: 'case.do', task: { type: 'take' } }) : undefined;
        case 'r':
          event.preventDefault();
          return canResolve ? screen.send({ type: 'resolve.open' }) : undefined;
        case 'n':
          // The letter must not be typed into the field.
          event.preventDefault();
          return document.getElementById(NOTE_FIELD)?.focus();
        case 'l':
          return robot !== undefined && canLook
            ? navigation.send({ type: 'navigation.go', to: robotPath(robot) })
            : undefined;
        case 'j':
          return show(next);
        case 'k':
          return show(previous);
        default:
          return undefined;
      }
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [screen, navigation, previous, next, canTake, canResolve, canLook, robot]);
}
