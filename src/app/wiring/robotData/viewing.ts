/** Live video: one viewing per robot, its stream in the live store, and the microphone while it is on. */
import { fromCallback, fromPromise, type EventObject } from 'xstate';
import { files } from '../../../../contract/endpoints/files.ts';
import { mayTalk, rtcTopic } from '../../../../contract/wire/topics.ts';
import type {
  PhotoInput,
  SavedPhoto,
  VideoReport,
  WatchCommand,
  WatchInput,
} from '../../../machines/robotData/video.setup.ts';
import { streamKeyOf } from '../../../machines/robotData/video.selectors.ts';
import { createClient } from '../../../services/api.ts';
import { openVoice, troubleOf } from '../../../services/rtcMicrophone.ts';
import { download } from '../../../services/download.ts';
import { grabPhoto } from '../../../services/rtcPhoto.ts';
import { openViewing, type Viewing } from '../../../services/rtcSession.ts';
import type { AgoraListener } from '../../../services/agoraSession.ts';
import { createUploads, type Uploads } from '../../../services/uploadFile.ts';
import { repeatViewing } from '../../../services/viewingRepeat.ts';
import type { Services } from '../../services.ts';
import { openAgora } from '../agoraTransport.ts';
import type { RobotNeeds, RobotShared } from './needs.ts';

export const watch = (needs: RobotNeeds, { terms, viewings, voices }: RobotShared) =>
  fromCallback<EventObject, WatchInput>(({ input: { serialNumber, quality }, sendBack, receive }) => {
    const { api, links, streams, clock, browser, ticks, newId } = needs;
    const report = (event: VideoReport): void => sendBack(event);
    const { clientId = '', mediaTransport } = terms.get(serialNumber) ?? {};
    const isAgora = mediaTransport === 'agora';
    const key = streamKeyOf(serialNumber);
    const voice = voices.get(serialNumber) ?? null;
    const listener: AgoraListener = {
      stream: (stream) => (stream ? streams.put(key, stream) : streams.remove(key)),
      flowing: () => report({ type: 'picture.flowing', at: clock.now() }),
      frozen: () => report({ type: 'picture.frozen', at: clock.now() }),
      measured: (figures) => report({ type: 'picture.measured', figures, at: clock.now() }),
      refused: (reason) => report({ type: 'viewing.refused', reason }),
      ended: () => report({ type: 'viewing.ended' }),
      answered: () => report({ type: 'robot.answered' }),
      deviceRefused: (_, refusal) => report({ type: 'microphone.refused', refusal }),
    };
    const viewing = isAgora
      ? openAgora(needs, { serialNumber, clientId, isCall: false, quality, voice, camera: null }, listener)
      : openViewing(
          { peer: browser.peer, ticks, every: browser.every },
          {
            call: newId(),
            quality,
            iceServers: links.iceServers(serialNumber),
            talks: mayTalk(clientId),
            voice,
            send: (up) => void links.publish(serialNumber, rtcTopic(serialNumber, clientId, 'up'), JSON.stringify(up)),
          },
          listener,
        );
    // Over Agora, the channel is the viewing, and renewing its token repeats it.
    const repeat = isAgora
      ? null
      : repeatViewing(
          {
            view: (viewed, signal) => api.robots.view({ serialNumber, clientId, ...viewed }, { signal }),
            ticks,
            every: browser.every,
          },
          mayTalk(clientId) && voice !== null,
          {
            accessEnded: () => report({ type: 'viewing.refused', reason: 'notAllowed' }),
            voiceRefused: () => report({ type: 'microphone.refused', refusal: 'forbidden' }),
          },
        );
    const voiced: Viewing = {
      ...viewing,
      setVoice(track) {
        repeat?.setVoice(mayTalk(clientId) && track !== null);
        viewing.setVoice(track);
      },
    };
    viewings.set(serialNumber, voiced);
    receive((event) => {
      const command = event as WatchCommand;
      if (command.type === 'signal.heard') viewing.hear(command.signal);
      else viewing.setQuality(command.quality);
    });
    // Ends the viewing while the page closes, because the robot's encoder would otherwise run on for seconds.
    const leave = (): void => {
      repeat?.close();
      viewing.close();
      report({ type: 'viewing.ended' });
    };
    browser.window.addEventListener('pagehide', leave);
    return () => {
      browser.window.removeEventListener('pagehide', leave);
      if (viewings.get(serialNumber) === voiced) viewings.delete(serialNumber);
      repeat?.close();
      viewing.close();
    };
  });

export const speak = ({ browser }: RobotNeeds, { viewings, voices }: RobotShared) =>
  fromCallback<EventObject, { serialNumber: string }>(({ input: { serialNumber }, sendBack }) => {
    const report = (event: VideoReport): void => sendBack(event);
    let isOver = false;
    openVoice(browser.devices).then(
      (track) => {
        if (isOver) return track.stop();
        voices.set(serialNumber, track);
        viewings.get(serialNumber)?.setVoice(track);
        // Unplugged, or the permission was revoked.
        track.addEventListener('ended', () => report({ type: 'microphone.refused', refusal: 'missing' }));
        return report({ type: 'microphone.opened' });
      },
      (error: unknown) => report({ type: 'microphone.refused', refusal: troubleOf(error) }),
    );
    return () => {
      isOver = true;
      viewings.get(serialNumber)?.setVoice(null);
      voices.get(serialNumber)?.stop();
      voices.delete(serialNumber);
    };
  });

export const uploadsOf = ({ transport, world: { newId } }: Pick<Services, 'transport' | 'world'>): Uploads =>
  createUploads({
    api: createClient(files, transport),
    host: '',
    fetch: (...request) => fetch(...request),
    newId,
  });

/** In the library of the robot, or on the user's disk for those who may not add to it. */
export const takePhoto = <Input extends PhotoInput>(
  { streams, browser }: Pick<RobotNeeds, 'streams' | 'browser'>,
  uploads: Uploads,
  keyOf: (input: Input) => string = ({ serialNumber }) => streamKeyOf(serialNumber),
) =>
  fromPromise<SavedPhoto, Input>(async ({ input, signal }) => {
    const { serialNumber, name, keep } = input;
    const picture = await grabPhoto(streams.stream(keyOf(input)), browser.document);
    const fileName = `${name}.jpg`;
    if (!keep) {
      download(picture, fileName, browser.document);
      return { place: 'disk' };
    }
    const file = new File([picture], fileName, { type: picture.type });
    const key = uploads.add({ file, kind: 'picture', serialNumber });
    try {
      await uploads.prepare(key, () => undefined, signal);
      await uploads.send(key, () => undefined, signal);
      await uploads.complete(key, signal);
    } catch (error) {
      void uploads.discard(key);
      throw error;
    }
    return { place: 'library' };
  });
