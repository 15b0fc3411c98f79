/** Who holds control, the actions available, and how control was lost. */
import { useSelector } from '@xstate/react';
import { ROUND_TRIP_MAX_MS } from '../../../../contract/rules/limits.ts';
import { blockingError } from '../../../../contract/rules/robotCan.ts';
import { selectCause } from '../../../machines/robotData/teleop.selectors.ts';
import { selectIsMine, selectLeaseContext, selectLeaseState } from '../../../machines/robotData/lease.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { LeaseBar } from '../../kit/LeaseBar.tsx';
import { Problem } from '../../kit/Problem.tsx';
import { orderName } from '../../labels/orderName.ts';
import type { RobotPageProps } from './useRobotPage.ts';
import { TakeOverDialog } from './TakeOverDialog.tsx';
import { useLeaseFocus } from './useLeaseFocus.ts';

export function LeasePart(part: RobotPageProps) {
  const mine = useSelector(part.lease, selectIsMine);
  const { lease } = useSelector(part.lease, selectLeaseContext);
  const bar = useLeaseFocus(mine ? 'mine' : (lease?.holder?.clientId ?? ''));
  return (
    <div className="rounded" {...bar}>
      {mine ? <Mine {...part} /> : lease?.holder ? <Others {...part} /> : <Nobodys {...part} />}
      <TakeOverDialog {...part} />
    </div>
  );
}

function Nobodys({ lease, linked, whyNot }: RobotPageProps) {
  const t = useT();
  const state = useSelector(lease, selectLeaseState);
  const reason = whyNot('takeLease') ?? (linked ? undefined : t('robotData.lease.linking'));
  return (
    <LeaseBar look="nobody" title={t('robotData.lease.nobody')} note={t('robotData.lease.nobodyText')}>
      <Button
        size="s"
        variant="primary"
        busy={state === 'taking'}
        disabledReason={reason}
        disabledTitle={t('robotData.lease.unavailable')}
        onClick={() => lease.send({ type: 'lease.take' })}
      >
        {t('robotData.lease.take')}
      </Button>
    </LeaseBar>
  );
}

const SECOND_MS = 1_000;
/** Causes for which the robot does not receive this client's teleop messages. */
const DEAF = ['linkStale', 'echoLost', 'notObeyed', 'late'] as const;

function Mine({ lease, teleop, now, live }: RobotPageProps) {
  const t = useT();
  const { lease: held } = useSelector(lease, selectLeaseContext);
  const state = useSelector(lease, selectLeaseState);
  const cause = useSelector(teleop, selectCause);
  const deaf = DEAF.some((one) => one === cause);
  const asker = held?.askedBy?.name;
  // An order interrupted by teleop continues when control is released.
  const order = !live.busy
    ? null
    : live.task?.kind === 'manual'
      ? t('robotData.lease.someOrder')
      : (orderName(t, live) ?? t('robotData.lease.someOrder'));
  const goesOn = order === null ? undefined : t('robotData.lease.releaseGoesOn', { order });
  const seconds = Math.max(0, Math.ceil(((held?.expiresAt ?? now) - now) / SECOND_MS));
  return (
    <LeaseBar
      look={deaf ? 'lost' : 'mine'}
      title={t(deaf ? 'robotData.lease.silent' : 'robotData.lease.mine')}
      note={
        deaf
          ? t('robotData.lease.silentText')
          : asker
            ? t('robotData.lease.mineAsked', { name: asker })
            : (goesOn ?? t('robotData.lease.mineText', { seconds }))
      }
    >
      {asker && (
        <Button
          size="s"
          variant="primary"
          busy={state === 'handingOver'}
          onClick={() => lease.send({ type: 'lease.handOver' })}
        >
          {t('shared.handOver')}
        </Button>
      )}
      <Button size="s" tip={goesOn} busy={state === 'releasing'} onClick={() => lease.send({ type: 'lease.release' })}>
        {t('robotData.lease.release')}
      </Button>
    </LeaseBar>
  );
}

function Others({ lease, userId, linked, time, loaded, live, now, notifyError }: RobotPageProps) {
  const t = useT();
  const { lease: held, clientId } = useSelector(lease, selectLeaseContext);
  const state = useSelector(lease, selectLeaseState);
  const holder = held?.holder;
  if (!held || !holder) return null;
  const since =
    held.since === null
      ? ''
      : held.reason
        ? t('robotData.lease.sinceWhy', { time: time(held.since), reason: held.reason })
        : t('shared.since', { time: time(held.since) });
  const asked = held.askedBy !== null && held.askedBy.clientId === clientId;
  const obstacle = blockingError('takeLease', {
    live,
    abilities: loaded.detail.abilities,
    rights: loaded.rights,
    leasedByOther: true,
    leasedByMe: false,
    now,
  });
  const reason = obstacle ? notifyError(obstacle) : linked ? undefined : t('robotData.lease.linking');
  const unavailable = { disabledReason: reason, disabledTitle: t('robotData.lease.unavailable') };
  if (holder.userId === userId) {
    // The holder is the same user on another client: control can be taken without asking.
    return (
      <LeaseBar look="other" title={t('robotData.lease.theirsIsYou')} note={since}>
        <Button size="s" busy={state === 'taking'} {...unavailable} onClick={() => lease.send({ type: 'lease.take' })}>
          {t('robotData.lease.take')}
        </Button>
      </LeaseBar>
    );
  }
  return (
    <LeaseBar
      look="other"
      title={t('robotData.lease.theirs', { name: holder.name })}
      note={asked ? t('robotData.lease.asked') : since}
    >
      {!asked && (
        <Button size="s" busy={state === 'asking'} {...unavailable} onClick={() => lease.send({ type: 'lease.ask' })}>
          {t('robotData.lease.ask')}
        </Button>
      )}
      <Button
        size="s"
        variant="ghost"
        busy={state === 'takingOver'}
        {...unavailable}
        onClick={() => lease.send({ type: 'lease.takeOver' })}
      >
        {t('robotData.lease.takeOver')}
      </Button>
    </LeaseBar>
  );
}

/** How control was lost, or why a request for it was refused; shown until dismissed. */
export function LeaseNews({ lease }: RobotPageProps) {
  const t = useT();
  const { loss, refusal } = useSelector(lease, selectLeaseContext);
  if (!loss && !refusal) return null;
  const text = loss
    ? loss.why === 'tooSlow' || loss.why === 'notTaken'
      ? t(loss.why === 'tooSlow' ? 'robotData.lease.lost.tooSlow' : 'robotData.lease.lost.notTaken', {
          ms: loss.roundTrip ?? 0,
          most: ROUND_TRIP_MAX_MS,
        })
      : loss.why === 'expired'
        ? t('robotData.lease.lost.expired')
        : loss.reason
          ? t('robotData.lease.lost.takenOverWhy', { name: loss.by, reason: loss.reason })
          : t('robotData.lease.lost.takenOver', { name: loss.by })
    : refusal
      ? t.failure(refusal)
      : '';
  return (
    <div className="flex items-center gap-2 [&>:first-child]:flex-1" role="alert">
      <Problem title={text} text="" />
      <Button size="s" variant="ghost" onClick={() => lease.send({ type: 'loss.dismiss' })}>
        {t('robotData.lease.dismiss')}
      </Button>
    </div>
  );
}
