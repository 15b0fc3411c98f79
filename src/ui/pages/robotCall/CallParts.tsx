/** Parts of the page of a call that both layouts have: how the call is, the links to the robot, Stop. */
import { useSelector } from '@xstate/react';
import Clock from 'lucide-react/icons/clock';
import { selectEscapeReaches, selectStopRef } from '../../../machines/robotCall/robotCall.selectors.ts';
import { durationText, talkedMs } from '../../calls/callTexts.ts';
import { useLive } from '../../hooks/useLive.ts';
import { useT } from '../../hooks/useT.ts';
import { Age } from '../../kit/Age.tsx';
import { LinkLine } from '../../kit/LinkLine.tsx';
import { StatusPill } from '../../kit/StatusPill.tsx';
import { isOld } from '../../labels/staleness.ts';
import { useAge } from '../../labels/useAge.ts';
import { StopButtonLarge } from '../../robots/StopButtonLarge.tsx';
import { drawn, stateKey } from '../../shell/linkText.ts';
import { useLinks } from '../../shell/useLinks.ts';
import type { CallPageProps } from './callPage.ts';

export function CallPill({ call, state, now }: Pick<CallPageProps, 'call' | 'state' | 'now'>) {
  const t = useT();
  if (state === 'idle') return null;
  if (state === 'refused') return <StatusPill status="attn" icon={Clock} label={t('robotCall.pill.refused')} />;
  if (state === 'lost') return <StatusPill status="attn" icon={Clock} label={t('robotCall.pill.notTalked')} />;
  if (!call) return <StatusPill status="working" label={t('robotCall.pill.starting')} />;
  if (state === 'ended') {
    // Without an end from the server the time would go on.
    const talked = call.endedAt === null ? null : talkedMs(call, now);
    return (
      <StatusPill
        status={talked === null ? 'attn' : 'online'}
        icon={Clock}
        label={
          talked === null ? t('robotCall.pill.notTalked') : t('robotCall.pill.ended', { time: durationText(talked) })
        }
      />
    );
  }
  if (call.state === 'ringing')
    return (
      <StatusPill status="working" label={t('robotCall.pill.ringing', { time: durationText(now - call.createdAt) })} />
    );
  if (call.state === 'reconnecting')
    return (
      <StatusPill
        status="attn"
        icon={Clock}
        label={t('robotCall.pill.reconnecting', { time: durationText(now - (call.lostAt ?? now)) })}
      />
    );
  return (
    <StatusPill status="working" label={t('robotCall.pill.inCall', { time: durationText(talkedMs(call, now) ?? 0) })} />
  );
}

/** Links on the way to the robot, and the age of what it reported last. */
export function CallLinks({ context: { robot }, now, time }: CallPageProps) {
  const t = useT();
  const age = useAge();
  const links = useLinks();
  if (!robot) return null;
  const { live } = robot;
  const stale = links.lost || isOld(live, now);
  return (
    <span className="inline-flex items-center gap-2">
      <LinkLine
        links={[drawn(links.cloud), drawn(links.broker), stale ? 'silent' : 'ok']}
        description={[t(stateKey(links.cloud)), t(stateKey(links.broker))].join(', ')}
      />
      {live.at !== null && (
        <Age text={t('common.ago', { age: age(now - live.at) })} stale={stale} title={time(live.at)} />
      )}
    </span>
  );
}

/** Stop, available in every state of the call; shows its key where there is a keyboard. */
export function CallStop({
  screen,
  context: { robot },
  name,
  time,
  touch = false,
}: CallPageProps & { readonly touch?: boolean }) {
  const stop = useSelector(screen, selectStopRef);
  const reaches = useSelector(screen, selectEscapeReaches);
  const links = useLinks();
  const clock = useLive();
  if (!stop || !robot) return null;
  return (
    <StopButtonLarge
      stop={stop}
      live={robot.live}
      links={links}
      name={name}
      time={time}
      touch={touch}
      keyHint={reaches && !touch}
      onStop={() => screen.send({ type: 'stop.press', at: clock.now() })}
    />
  );
}
