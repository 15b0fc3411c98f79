/** Opened from the link in a message about an alarm: what it is, who has it, and a button that takes it. */
import { useSelector } from '@xstate/react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import type { ReactNode } from 'react';
import type { LinkedCase } from '../../../../contract/entities/alarmLink.ts';
import {
  type AlarmLinkRef,
  selectAlarmLink,
  selectAlarmLinkState,
  selectIsActingByLink,
} from '../../../machines/alarmLink/alarmLink.selectors.ts';
import { clockText, EVENT_NAMES } from '../../alarms/alarmTexts.ts';
import { CaseActButton } from '../../alarms/CaseActButton.tsx';
import { CAUSE_NAMES } from '../../alarms/caseTexts.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import type { Translate } from '../../hooks/translate.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { SkeletonBlocks } from '../../kit/SkeletonBlocks.tsx';
import { BareFrame } from '../../shell/BareFrame.tsx';
import { ReceptionLink } from '../../shell/ReceptionLink.tsx';
import { timeOfDay, timeStamp } from '../../shell/siteTime.ts';

interface Props {
  readonly screen: AlarmLinkRef;
}

export function AlarmLinkPage({ screen }: Props) {
  return (
    <BareFrame>
      <Content screen={screen} />
    </BareFrame>
  );
}

const COLUMN = 'grid w-[min(420px,100%)] gap-4 text-left';

function Content({ screen }: Props) {
  const t = useT();
  const state = useSelector(screen, selectAlarmLinkState);
  const { failure, found } = useSelector(screen, selectAlarmLink);
  switch (state) {
    case 'asking':
      return (
        <div className={COLUMN}>
          <h1 className="sr-only">{t('alarmLink.title')}</h1>
          <SkeletonBlocks shape="text" count={4} label={t('alarmLink.asking')} />
        </div>
      );
    case 'failed':
      return (
        <Notice title={t('alarmLink.failed')} text={failure ? t.failure(failure) : ''}>
          <Button variant="primary" onClick={() => screen.send({ type: 'oneTimeLink.retry' })}>
            {t('common.retry')}
          </Button>
        </Notice>
      );
    case 'over':
      return (
        <Notice title={t('alarmLink.over')} text={t('alarmLink.overText')}>
          <Button variant="primary" onClick={() => screen.send({ type: 'signIn.open' })}>
            {t('signIn.title')}
          </Button>
        </Notice>
      );
    case 'good':
      return found && <Case screen={screen} found={found} />;
  }
}

function Notice({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}) {
  return (
    <>
      <h1>{title}</h1>
      <p role="status">{text}</p>
      {children}
    </>
  );
}

function Case({ screen, found }: Props & { readonly found: LinkedCase }) {
  const t = useT();
  const now = useServerNow();
  const { failure, isStale, act } = useSelector(screen, selectAlarmLink);
  const acting = useSelector(screen, selectIsActingByLink);
  const { event, robotName, number, raisedAt, count, overAt, isMine, canTake, state, timeZone } = found;
  const { contactName, expiresAt } = found;
  return (
    <div className={COLUMN}>
      <div>
        <h1>{t('alarmLink.heading', { event: t(EVENT_NAMES[event]), robot: robotName })}</h1>
        <p className="text-text-2 tabular-nums">
          {[
            t('alarmLink.number', { number }),
            t('alarmLink.since', { time: timeStamp(raisedAt, timeZone) }),
            ...(count > 1 ? [t('alarmLink.count', { count })] : []),
          ].join(' · ')}
        </p>
        {overAt !== null && (
          <p className="text-text-2">{t('alarmLink.overSince', { time: timeOfDay(overAt, timeZone) })}</p>
        )}
      </div>
      <section className="card grid gap-1 p-4">
        <p role="status">
          <b className="block text-15 font-semibold text-heading">{ownerText(t, found)}</b>
          <span className="text-13 text-text-2">{ownerNote(t, found)}</span>
        </p>
        {state === 'open' && <p className="text-13 text-text-2 tabular-nums">{levelTwoText(t, found, now)}</p>}
      </section>
      {canTake && (
        <CaseActButton
          act="take"
          variant="primary"
          size="l"
          wide
          busy={acting && act === 'take'}
          onClick={() => screen.send({ type: 'case.do', act: 'take' })}
        />
      )}
      {isMine && (
        <Button
          size="l"
          wide
          busy={acting && act === 'release'}
          onClick={() => screen.send({ type: 'case.do', act: 'release' })}
        >
          {t('alarmLink.release')}
        </Button>
      )}
      {failure && (
        <p className="field-error" role="alert">
          <Icon of={CircleAlert} size={14} />
          {t.failure(failure)}
        </p>
      )}
      {isStale && (
        <p className="text-13 text-attn-text" role="status">
          {t('alarmLink.stale')}
        </p>
      )}
      {found.state !== 'resolved' && <ReceptionLink number={found.sitePhone} size="l" className="justify-center" />}
      <Button variant="ghost" onClick={() => screen.send({ type: 'signIn.open' })}>
        {t('alarmLink.more')}
      </Button>
      <p className="text-12 text-text-2">
        {t('alarmLink.as', { name: contactName, time: timeStamp(expiresAt, timeZone) })}
      </p>
    </div>
  );
}

function ownerText(t: Translate, { state, isMine, ownerName, resolvedAt, timeZone }: LinkedCase): string {
  if (state === 'resolved')
    return t('alarmLink.resolved', {
      name: ownerName,
      time: resolvedAt === null ? '' : timeOfDay(resolvedAt, timeZone),
    });
  if (state === 'open') return t('alarmLink.owner.none');
  return isMine ? t('alarmLink.owner.mine') : t('alarmLink.owner.colleague', { name: ownerName });
}

function ownerNote(t: Translate, { state, isMine, canTake, takenAt, cause, timeZone }: LinkedCase): string {
  if (state === 'resolved') return cause ? t(CAUSE_NAMES[cause]) : '';
  if (state === 'open' || takenAt === null) return '';
  if (isMine) return t('alarmLink.mineText');
  return canTake ? t('alarmLink.owner.again') : t('alarmLink.owner.since', { time: timeOfDay(takenAt, timeZone) });
}

function levelTwoText(t: Translate, { levelTwoAt, levelTwoToldAt, timeZone }: LinkedCase, now: number): string {
  if (levelTwoAt !== null) return t('alarmLink.levelTwo.in', { time: clockText(levelTwoAt - now) });
  return levelTwoToldAt === null ? '' : t('alarmLink.levelTwo.told', { time: timeOfDay(levelTwoToldAt, timeZone) });
}
