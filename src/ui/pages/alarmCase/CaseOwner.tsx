/** Who has the case, and what the user can do about it. */
import { useSelector } from '@xstate/react';
import type { AlarmCase } from '../../../../contract/entities/alarmCase.ts';
import type { CaseDetails } from '../../../machines/alarmCase/alarmCase.machine.ts';
import { selectAlarmCase } from '../../../machines/alarmCase/alarmCase.selectors.ts';
import { isResolvable } from '../../alarms/caseActs.ts';
import { CAUSE_NAMES } from '../../alarms/caseTexts.ts';
import type { Translate } from '../../hooks/translate.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Avatar } from '../../kit/Avatar.tsx';
import { classes } from '../../kit/classes.ts';
import { initials } from '../../shell/displayName.ts';
import { timeStamp } from '../../shell/siteTime.ts';
import { CaseActs } from './CaseActs.tsx';
import { RobotProgress } from './CaseRobots.tsx';
import type { CaseProps } from './caseProps.ts';

const DOCK =
  'max-desk:order-last max-desk:[@media(min-height:600px)]:sticky max-desk:[@media(min-height:600px)]:bottom-2 max-desk:z-20';

export function CaseOwner({ screen, details, timeZone, now }: CaseProps & { readonly details: CaseDetails }) {
  const t = useT();
  const { userId } = useSelector(screen, selectAlarmCase);
  const { case: found } = details;
  const { owner } = found;
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
      {found.mergedInto && (
        <Button
          variant="primary"
          onClick={() => screen.send({ type: 'case.show', caseId: found.mergedInto?.id ?? '' })}
        >
          {t('alarmCase.merge.show', { number: found.mergedInto.number })}
        </Button>
      )}
      <CaseActs screen={screen} found={found} userId={userId} now={now} />
      <RobotProgress screen={screen} />
    </section>
  );
}

function ownerText(t: Translate, found: AlarmCase, userId: string): string {
  const { state, owner, resolvedBy, mergedInto } = found;
  if (mergedInto) return t('alarmCase.merge.into', { number: mergedInto.number });
  if (state === 'resolved') return t('alarmCase.owner.resolved', { name: resolvedBy ?? '' });
  if (!owner) return t('alarmCase.owner.none');
  return isResolvable(found, userId) ? t('alarmCase.owner.me') : t('alarmCase.owner.colleague', { name: owner.name });
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
