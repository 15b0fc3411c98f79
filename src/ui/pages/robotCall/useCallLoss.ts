/** Which side of a call is lost, for how long the call is still kept, and what comes back with it. */
import { useSelector } from '@xstate/react';
import { type CallLoss, CALL_RECONNECT_MS, callDeadline } from '../../../../contract/rules/call.ts';
import {
  selectCallPicture,
  selectCameraState,
  selectMicrophoneState,
} from '../../../machines/calls/callMedia.selectors.ts';
import { selectIsUnheard } from '../../../machines/calls/calls.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import type { CallPageProps } from './callPage.ts';

const SIDES = {
  robot: 'robotCall.loss.robot',
  operator: 'robotCall.loss.operator',
  media: 'robotCall.loss.media',
} as const satisfies Record<CallLoss, string>;

/** undefined while nothing is lost. */
export function useCallLoss({ calls, call, media, name, now }: CallPageProps): string | undefined {
  const t = useT();
  const isUnheard = useSelector(calls, selectIsUnheard);
  const microphone = useSelector(media, (snapshot) => (snapshot ? selectMicrophoneState(snapshot) : 'off'));
  const camera = useSelector(media, (snapshot) => (snapshot ? selectCameraState(snapshot) : 'off'));
  const picture = useSelector(media, (snapshot) => snapshot !== undefined && selectCallPicture(snapshot) === 'lost');
  // What the server said last can be old: without it, this side is the one that is lost.
  const loss = isUnheard ? 'operator' : (call?.loss ?? (picture ? 'media' : null));
  if (!call || loss === null) return undefined;
  const deadline = isUnheard || call.state !== 'reconnecting' ? null : callDeadline(call);
  const word = (isOn: boolean): string => t(isOn ? 'robotCall.stage.on' : 'robotCall.stage.off');
  const devices = { microphone: word(microphone !== 'off'), camera: word(camera !== 'off') };
  return [
    t(SIDES[loss], { name }),
    deadline === null
      ? t('robotCall.loss.kept', { seconds: CALL_RECONNECT_MS / 1_000, ...devices })
      : t('robotCall.loss.keptMore', { seconds: Math.max(0, Math.ceil((deadline - now) / 1_000)), ...devices }),
  ].join(' ');
}
