/** Who has the case, and what the user can do about it. */
import { useSelector } from '@xstate/react';
import Hand from 'lucide-react/icons/hand';
import Video from 'lucide-react/icons/video';
import { REOPEN_WITHIN_MS } from '../../../../contract/rules/alarmCase.ts';
import type { AlarmCase } from '../../../../contract/entities/alarmCase.ts';
import type { CaseDetails, CaseTask } from '../../../machines/alarmCase/alarmCase.machine.ts';
import { selectAlarmCase, selectIsActing } from '../../../machines/alarmCase/alarmCase.selectors.ts';
import { robotPath } from '../../../machines/app/events.ts';
import { CAUSE_NAMES } from '../../alarms/caseTexts.ts';
import { useApp } from '../../hooks/useApp.ts';
import type { Translate } from '../../hooks/translate.ts';
import { useT } from '../../hooks/useT.ts';
import { Avatar } from '../../kit/Avatar.tsx';
import { Button } from '../../kit/Button.tsx';
import { classes } from '../../kit/classes.ts';
import { initials } from '../../shell/displayName.ts';
import { timeStamp } from '../../shell/siteTime.ts';
import { isMine, isTakeable } from './caseOwnership.ts';
import { RobotButtons, RobotProgress } from './CaseRobots.tsx';
import type { CaseProps } from './caseProps.ts';
import { useLookRefusal, useRefusal } from './useRefusal.ts';

const DOCK =
  'max-desk:order-last max-desk:[@media(min-height:600px)]:sticky max-desk:[@media(min-height:600px)]:bottom-2 max-desk:z-20';

export function CaseOwner({ screen, details, timeZone, now }: CaseProps & { readonly details: CaseDetails }) {
  const t = useT();
  const { navigation } = useApp();
  const { userId } = useSelector(screen, selectAlarmCase);
  const { case: found } = details;
  const { owner, serialNumber } = found;
  const cannotLook = useLookRefusal(serialNumber);
  return (
    // On a phone, at the foot of the screen; a window too low for it has it at the end of the page.
    <section
      className={classes('card flex flex-col gap-3 p-4', DOCK)}
      role="group"
      aria-label={t('alarmCase.act.group')}
    >
      <div className="flex items-center gap-3 max-desk:[&>:first-child]:hidden">
        <Avatar large initials={owner ? initials(owner.name) : '?'} />
        <p className="min-w-0 flex-1" role="status">
          <b className="block text-14 font-semibold">{ownerText(t, found, userId)}</b>
          <span className="text-12 text-text-2">{ownerNote(t, found, timeZone)}</span>
        </p>
      </div>
      <CaseActs screen={screen} found={found} userId={userId} now={now} />
      <div className="grid grid-cols-2 gap-2 max-desk:grid-cols-3 desk:[&>:first-child]:col-span-2">
        <Button
          icon={Video}
          aria-keyshortcuts="L"
          disabledReason={cannotLook}
          onClick={() => navigation.send({ type: 'navigation.go', to: robotPath(serialNumber) })}
        >
          {t('alarmCase.act.look')}
        </Button>
        <RobotButtons screen={screen} found={found} />
      </div>
      <RobotProgress screen={screen} />
    </section>
  );
}

interface ActsProps {
  readonly screen: CaseProps['screen'];
  readonly found: AlarmCase;
  readonly userId: string;
  readonly now: number;
}

function CaseActs({ screen, found, userId, now }: ActsProps) {
  const t = useT();
  const { task } = useSelector(screen, selectAlarmCase);
  const acting = useSelector(screen, selectIsActing);
  const { state, owner, handOverTo, resolvedAt } = found;
  const forbidden = useRefusal(found.serialNumber);
  const act = (next: CaseTask) => ({
    disabledReason: forbidden,
    busy: acting && task?.type === next.type,
    onClick: () => screen.send({ type: 'case.do', task: next }),
  });
  if (state === 'resolved')
    return (
      <Button
        {...act({ type: 'reopen' })}
        disabledReason={
          forbidden ??
          (resolvedAt !== null && now - resolvedAt > REOPEN_WITHIN_MS ? t('alarmCase.why.tooOld') : undefined)
        }
      >
        {t('alarmCase.act.reopen')}
      </Button>
    );
  if (handOverTo?.id === userId)
    return (
      <>
        <Button variant="primary" size="l" {...act({ type: 'answer', accept: true })}>
          {t('shared.accept')}
        </Button>
        <Button {...act({ type: 'answer', accept: false })}>{t('shared.decline')}</Button>
      </>
    );
  const canTake = isTakeable(found, userId);
  const notMine =
    forbidden ?? (isMine(found, userId) ? undefined : t('alarmCase.why.notYours', { name: owner?.name ?? '' }));
  return (
    <>
      {canTake && (
        <Button variant="primary" size="l" icon={Hand} aria-keyshortcuts="T" {...act({ type: 'take' })}>
          {t('shell.alarms.take')}
        </Button>
      )}
      {state === 'taken' && (
        <>
          {!canTake && (
            <Button
              variant="primary"
              size="l"
              aria-keyshortcuts="R"
              disabledReason={notMine}
              onClick={() => screen.send({ type: 'resolve.open' })}
            >
              {t('alarmCase.act.resolve')}
            </Button>
          )}
          <div className="grid grid-cols-2 gap-2">
            <Button disabledReason={notMine} onClick={() => screen.send({ type: 'handOver.open' })}>
              {t('shared.handOver')}
            </Button>
            <Button {...act({ type: 'release' })} disabledReason={notMine}>
              {t('alarmCase.act.release')}
            </Button>
          </div>
        </>
      )}
    </>
  );
}

function ownerText(t: Translate, found: AlarmCase, userId: string): string {
  const { state, owner, resolvedBy } = found;
  if (state === 'resolved') return t('alarmCase.owner.resolved', { name: resolvedBy ?? '' });
  if (!owner) return t('alarmCase.owner.none');
  return isMine(found, userId) ? t('alarmCase.owner.me') : t('alarmCase.owner.colleague', { name: owner.name });
}

function ownerNote(t: Translate, found: AlarmCase, timeZone: string): string {
  const { state, owner, takenAt, handOverTo, isAskedAgain, resolvedAt, cause } = found;
  if (state === 'resolved' && cause && resolvedAt !== null)
    return t('alarmCase.owner.cause', { cause: t(CAUSE_NAMES[cause]), time: timeStamp(resolvedAt, timeZone) });
  if (!owner || takenAt === null) return t('alarmCase.owner.noneText');
  if (handOverTo) return t('alarmCase.owner.waitsFor', { name: handOverTo.name });
  if (isAskedAgain) return t('alarmCase.owner.again');
  const since = t('shared.since', { time: timeStamp(takenAt, timeZone) });
  return owner.kind === 'contact' ? `${since}, ${t('alarmCase.owner.contact')}` : since;
}
