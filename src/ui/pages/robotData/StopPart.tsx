/** Stop, always in reach, never disabled; it says what will become of it when the robot or the cloud is away. */
import { useSelector } from '@xstate/react';
import { selectStopContext, selectStopLook } from '../../../machines/robotData/stop.selectors.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { useT } from '../../hooks/useT.ts';
import { StopButton } from '../../kit/StopButton.tsx';
import type { RobotPart } from './robotPart.ts';

export interface StopPartProps extends RobotPart {
  readonly keyHint?: boolean | undefined;
  readonly touch?: boolean | undefined;
}

/** Seconds count in tenths while one waits. */
const WAITING_MS = 100;
const RESTING_MS = 1_000;

export function StopPart({ keyHint = false, touch = false, ...part }: StopPartProps) {
  const t = useT();
  const { screen, stop, commands, live, links, name, age, time, at, whyNot } = part;
  const look = useSelector(stop, selectStopLook);
  const { since, failure } = useSelector(stop, selectStopContext);
  const now = useServerNow(look === 'sent' || look === 'asking' ? WAITING_MS : RESTING_MS);
  const away = live.connection !== 'online';
  const unlinked = links.cloud === 'down' || links.cloud === 'silent';
  const words = { name, age: age(now - (since ?? now)), time: since === null ? '' : time(since) };

  const [label, note] =
    look === 'asking' ? [t('robotData.stop.asking'), t('robotData.stop.askingText', words)]
    : look === 'sent' ? [t('robotData.stop.sent'), t(away ? 'robotData.stop.sentOffline' : 'robotData.stop.sentText', words)]
    : look === 'stopped' ? [t('robotData.stop.stopped'), t('robotData.stop.stoppedText', words)]
    : look === 'refused' ? [t('robotData.stop.refused'), failure ? t.failure(failure) : '']
    : [t('robotData.stop.ready'), t(unlinked ? 'robotData.stop.readyUnlinked' : away ? 'robotData.stop.readyOffline' : 'robotData.stop.readyText', words)];

  return (
    <StopButton
      look={look === 'stopped' ? 'stopped' : look === 'sent' || look === 'asking' ? 'sent' : 'ready'}
      label={label}
      note={note}
      touch={touch}
      keyHint={keyHint ? 'Esc' : undefined}
      onStop={() => screen.send({ type: 'stop.press', at: at() })}
      resume={{
        label: t('robotData.stop.resume'),
        disabledReason: whyNot('resume'),
        onResume: () => commands.send({ type: 'command.ask', wish: { kind: 'resume' }, at: at() }),
      }}
    />
  );
}
