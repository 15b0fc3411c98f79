/**
 * Large Stop button of one robot, with text. Never disabled; it shows what happens to the Stop while the robot or the
 * server is unreachable.
 */
import { useSelector } from '@xstate/react';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { isFailure } from '../../machines/failure.ts';
import { type StopRef, selectStopContext, selectStopLook } from '../../machines/robotData/stop.selectors.ts';
import { useServerNow } from '../hooks/useServerNow.ts';
import { useT } from '../hooks/useT.ts';
import { StopButton } from '../kit/StopButton.tsx';
import type { Links } from '../shell/useLinks.ts';
import { firstStop, type StopFacts } from '../labels/stopText.ts';
import { useAge } from '../labels/useAge.ts';

export interface StopButtonLargeProps {
  readonly stop: StopRef;
  readonly live: StopFacts;
  readonly links: Links;
  /** Display name of the robot. */
  readonly name: string;
  /** '14:32:06' */
  readonly time: (at: number) => string;
  readonly onStop: () => void;
  readonly keyHint?: boolean | undefined;
  readonly touch?: boolean | undefined;
  readonly className?: string | undefined;
}

/** Update interval while a Stop is pending, ms: the elapsed time is shown in tenths of a second. */
const WAITING_MS = 100;
const RESTING_MS = 1_000;
const UNREACHED = [ERRORS.networkFailed, ERRORS.requestTimedOut];

export function StopButtonLarge({
  stop,
  live,
  links,
  name,
  time,
  onStop,
  keyHint = false,
  touch = false,
  className,
}: StopButtonLargeProps) {
  const t = useT();
  const age = useAge();
  const look = useSelector(stop, selectStopLook);
  const { since, failure } = useSelector(stop, selectStopContext);
  const now = useServerNow(look === 'sent' || look === 'sending' || look === 'asking' ? WAITING_MS : RESTING_MS);
  const away = live.connection !== 'online';
  const unlinked = links.cloud === 'down' || links.cloud === 'silent';
  // From the robot's live state: the page may have been opened long after the Stop.
  const stopped = firstStop(live);
  const params = { name, age: age(now - (since ?? now)) };

  const [label, note] =
    look === 'sending'
      ? [t('robotData.stop.sending'), t('robotData.stop.sendingText', params)]
      : look === 'asking'
        ? [
            t(unlinked || isFailure(failure, ...UNREACHED) ? 'robotData.stop.offline' : 'robotData.stop.asking'),
            t('robotData.stop.askingText', params),
          ]
        : look === 'sent'
          ? [t('robotData.stop.sent'), t(away ? 'robotData.stop.sentOffline' : 'robotData.stop.sentText', params)]
          : look === 'stopped'
            ? [
                t('robotData.stop.stopped', { time: stopped ? time(stopped.at) : '' }),
                stopped
                  ? t('robotData.stop.stoppedBy', { name: stopped.by.name || t('tasks.stop.somebody') })
                  : t('robotData.stop.stoppedText', params),
              ]
            : look === 'refused'
              ? [t('robotData.stop.refused'), failure ? t.failure(failure) : '']
              : [
                  t('shared.stop'),
                  t(
                    unlinked
                      ? 'robotData.stop.readyUnlinked'
                      : away
                        ? 'robotData.stop.readyOffline'
                        : 'robotData.stop.readyText',
                    params,
                  ),
                ];

  return (
    <StopButton
      look={
        look === 'stopped' ? 'stopped' : look === 'sent' || look === 'sending' || look === 'asking' ? 'sent' : 'ready'
      }
      label={label}
      note={note}
      touch={touch}
      className={className}
      keyHint={keyHint ? 'Esc' : undefined}
      onStop={onStop}
    />
  );
}
