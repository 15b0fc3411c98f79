/** The sound of the own call while its page is not shown. */
import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { type CallMediaRef, selectIsSpeakerOn } from '../../machines/calls/callMedia.selectors.ts';
import { callStreamKey } from '../../machines/calls/callMedia.setup.ts';
import { useLive } from '../hooks/useLive.ts';

export function CallSound({ media, callId }: { readonly media: CallMediaRef; readonly callId: string }) {
  const live = useLive();
  const element = useRef<HTMLAudioElement>(null);
  const speaker = useSelector(media, selectIsSpeakerOn);
  const streamKey = callStreamKey(callId);
  useEffect(() => {
    const play = (): void => {
      const stream = live.stream(streamKey);
      const audio = element.current;
      if (!audio || !stream || audio.srcObject === stream) return;
      audio.srcObject = stream;
      audio.play().catch(() => {});
    };
    play();
    return live.onStream(streamKey, play);
  }, [live, streamKey]);
  return <audio ref={element} muted={!speaker} autoPlay />;
}
