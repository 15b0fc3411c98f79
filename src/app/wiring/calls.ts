/** Wires calls: the API, the account's notices, the ringing tone, and picture and sound over WebRTC. */
import { type EventObject, fromCallback, fromPromise } from 'xstate';
import * as v from 'valibot';
import { callContents } from '../../../contract/endpoints/callContent.ts';
import type { Call } from '../../../contract/entities/call.ts';
import { rtcDown } from '../../../contract/wire/rtc.ts';
import { mayTalk, parseTopic, rtcTopic } from '../../../contract/wire/topics.ts';
import type { CallsEvent } from '../../machines/app/events.ts';
import { callMediaMachine } from '../../machines/calls/callMedia.machine.ts';
import {
  callKey,
  callStreamKey,
  ownStreamKey,
  type CallDevice,
  type CallMediaEvent,
  type CarryCommand,
  type CarryInput,
} from '../../machines/calls/callMedia.setup.ts';
import { callPreviewMachine } from '../../machines/calls/callPreview.machine.ts';
import { callsMachine } from '../../machines/calls/calls.machine.ts';
import type { ActRequest } from '../../machines/calls/calls.setup.ts';
import { createClient } from '../../services/api.ts';
import { ringCall } from '../../services/callTone.ts';
import { openOwnCamera } from '../../services/rtcCamera.ts';
import { openVoice, troubleOf } from '../../services/rtcMicrophone.ts';
import type { AgoraListener } from '../../services/agoraSession.ts';
import type { LinkTerms } from '../../services/mqttLinks.ts';
import { openViewing, type Viewing } from '../../services/rtcSession.ts';
import { repeatViewing, type ViewingRepeat } from '../../services/viewingRepeat.ts';
import type { Services } from '../services.ts';
import { openAgora } from './agoraTransport.ts';
import { browserOf } from './robotData/browser.ts';
import { watchTab } from './robotData/tab.ts';

/** Devices of the calls of this tab, and the connection that sends them. */
interface Carried {
  microphone: MediaStreamTrack | null;
  camera: MediaStreamTrack | null;
  viewing: Viewing | null;
  repeat: ViewingRepeat | null;
}

/** Texts that are needed outside of the screen. */
const TEXT_AREA = 'shell.calls.';
const TEXTS = { visitor: 'shell.calls.visitor', waitPhrase: 'shell.calls.waitPhrase' } as const;

/** A request that hangs must not keep the next repeat from being sent when the network is back. */
const REPEAT_TIMEOUT_MS = 10_000;

const robotBrowserOf = ({ robotBrowser }: Services) => robotBrowser ?? browserOf(window);

/**
 * Picture and sound of a call between this tab and the robot, and the devices that are sent.
 * @param isCall the user is in it
 */
function wireMedia(services: Services, isCall: boolean) {
  const {
    present,
    streams,
    world: { clock, ticks, newId, log },
  } = services;
  const browser = () => robotBrowserOf(services);
  const carried = new Map<string, Carried>();
  const of = (callId: string): Carried => {
    const known = carried.get(callId) ?? { microphone: null, camera: null, viewing: null, repeat: null };
    carried.set(callId, known);
    return known;
  };

  const carry = fromCallback<EventObject, CarryInput>(
    ({ input: { serialNumber, callId, ...input }, sendBack, receive }) => {
      const { links, api: all } = present();
      const { peer, every, loadAgora, window: page } = browser();
      const key = callKey(serialNumber);
      const report = (event: CallMediaEvent): void => sendBack(event);
      const own = of(callId);
      let { quality } = input;
      let isOver = false;

      const listener: AgoraListener = {
        stream: (stream) =>
          stream ? streams.put(callStreamKey(callId), stream) : streams.remove(callStreamKey(callId)),
        flowing: () => report({ type: 'media.flowing', at: clock.now() }),
        frozen: () => report({ type: 'media.frozen' }),
        measured: (figures) => report({ type: 'media.measured', figures, at: clock.now() }),
        refused: (reason) => report({ type: 'media.refused', reason }),
        ended: () => report({ type: 'media.ended' }),
        answered: () => undefined,
        deviceRefused: (device, refusal) => report({ type: 'device.refused', device, refusal }),
      };
      const connect = ({ clientId, mediaTransport }: LinkTerms): void => {
        if (isOver || own.viewing) return;
        const devices = { voice: own.microphone, camera: own.camera };
        if (mediaTransport === 'agora') {
          own.viewing = openAgora(
            { api: all, browser: { loadAgora, every }, ticks },
            { serialNumber, clientId, isCall, quality, ...devices },
            listener,
          );
          // The channel is the viewing, and renewing its token repeats it.
          return;
        }
        const talks = mayTalk(clientId);
        own.viewing = openViewing(
          { peer, ticks, every },
          {
            call: newId(),
            quality,
            iceServers: links.iceServers(key),
            talks,
            ...devices,
            send: (up) => void links.publish(key, rtcTopic(serialNumber, clientId, 'up'), JSON.stringify(up)),
          },
          listener,
        );
        own.repeat = repeatViewing(
          {
            view: ({ what, sequence }, signal) =>
              all.robots.view(
                { serialNumber, clientId, what: own.camera ? [...what, 'camera'] : what, sequence },
                { signal },
              ),
            ticks,
            every,
          },
          talks && own.microphone !== null,
          {
            accessEnded: () => report({ type: 'media.refused', reason: 'notAllowed' }),
            voiceRefused: () => report({ type: 'device.refused', device: 'microphone', refusal: 'forbidden' }),
          },
        );
      };
      const close = (): void => {
        own.repeat?.close();
        own.viewing?.close();
        own.repeat = null;
        own.viewing = null;
      };

      const stopWatching = links.watch(key, (terms) => {
        if (!terms) return;
        links
          .subscribe(key, rtcTopic(serialNumber, terms.clientId, 'down'))
          .then(() => connect(terms))
          .catch(log);
      });
      const stopListening = links.listen(
        key,
        (heard) => {
          for (const { topic, payload } of heard) {
            try {
              if (parseTopic(topic)?.about === 'rtc') own.viewing?.hear(v.parse(rtcDown, JSON.parse(payload)));
            } catch (error) {
              // An invalid message must not block the others.
              log(error);
            }
          }
        },
        (topic) => topic.startsWith('rtc/'),
      );
      receive((event) => {
        ({ quality } = event as CarryCommand);
        own.viewing?.setQuality(quality);
      });
      // Ends the viewing while the page closes, because the robot's encoder would otherwise run on for seconds.
      page.addEventListener('pagehide', close);
      return () => {
        isOver = true;
        page.removeEventListener('pagehide', close);
        stopWatching();
        stopListening();
        close();
      };
    },
  );

  const openDevice = fromCallback<EventObject, { callId: string; device: CallDevice }>(
    ({ input: { callId, device }, sendBack }) => {
      const report = (event: CallMediaEvent): void => sendBack(event);
      const { devices } = browser();
      const own = of(callId);
      let isOver = false;
      const send = (track: MediaStreamTrack | null): void => {
        own[device] = track;
        if (device === 'microphone') {
          own.repeat?.setVoice(track !== null);
          own.viewing?.setVoice(track);
          return;
        }
        own.viewing?.setCamera(track);
        own.repeat?.again();
        if (track) streams.put(ownStreamKey(callId), new MediaStream([track]));
        else streams.remove(ownStreamKey(callId));
      };
      (device === 'microphone' ? openVoice(devices) : openOwnCamera(devices)).then(
        (track) => {
          if (isOver) return track.stop();
          send(track);
          // Unplugged, or the permission was revoked.
          track.addEventListener('ended', () => report({ type: 'device.refused', device, refusal: 'missing' }));
          return report({ type: 'device.opened', device });
        },
        (error: unknown) => report({ type: 'device.refused', device, refusal: troubleOf(error) }),
      );
      return () => {
        isOver = true;
        const track = own[device];
        if (track) send(null);
        track?.stop();
      };
    },
  );

  return { carry, openDevice };
}

/** The picture of a robot in a call that the user is not in. */
export const wireCallPreview = (services: Services) =>
  callPreviewMachine.provide({
    actors: {
      carry: wireMedia(services, false).carry,
      watchTab: watchTab({
        get browser() {
          return robotBrowserOf(services);
        },
      }),
    },
  });

export function wireCalls(services: Services) {
  const {
    present,
    language,
    texts,
    world: { clock, log },
  } = services;
  const api = () => present().api.calls;
  const textOf = async (key: (typeof TEXTS)[keyof typeof TEXTS]): Promise<string> =>
    ((await texts('shell')) as { calls: Record<string, string> }).calls[key.slice(TEXT_AREA.length)] ?? ''; // the area's own file

  const showOutside = async ({ robotName, place, id }: Call): Promise<Notification | null> => {
    if (typeof Notification === 'undefined' || Notification.permission !== 'granted' || !document.hidden) return null;
    const shown = new Notification((await textOf(TEXTS.visitor)).replace('{name}', robotName), {
      body: place,
      tag: id,
    });
    shown.addEventListener('click', () => {
      window.focus();
      shown.close();
    });
    return shown;
  };

  const contents = createClient(callContents, services.transport);
  return callsMachine.provide({
    actors: {
      loadPhrases: fromPromise<{ phrases: readonly string[] }, { serialNumber: string }>(async ({ input, signal }) => {
        const { phrases } = await contents.get(input, { signal });
        return { phrases };
      }),
      loadCalls: fromPromise<{ calls: readonly Call[] }>(({ signal }) => api().current({}, { signal })),
      start: fromPromise<Call, { serialNumber: string }>(async ({ input, signal }) => {
        const { ci } = await api().send({ receiverUserId: input.serialNumber });
        return (await api().details({ callingRequestId: ci }, { signal })).call;
      }),
      answer: fromPromise<Call, { callId: string }>(({ input }) => api().answer({ callingRequestId: input.callId })),
      repeat: fromPromise<Call, { callId: string; hasMedia: boolean; roundTrip: number | null }>(
        ({ input: { callId, ...rest }, signal }) =>
          api().repeat({ callingRequestId: callId, ...rest }, { signal, timeout: REPEAT_TIMEOUT_MS }),
      ),
      end: fromPromise<void, { callId: string }>(async ({ input }) => {
        await api().end({ callingRequestId: input.callId }, { timeout: REPEAT_TIMEOUT_MS });
      }),
      reply: fromPromise<void, { callId: string; reply: 'decline' | 'askToWait' }>(
        async ({ input: { callId: callingRequestId, reply } }) => {
          if (reply === 'decline') await api().decline({ callingRequestId });
          else await api().askToWait({ callingRequestId, text: await textOf(TEXTS.waitPhrase) });
        },
      ),
      actInCall: fromPromise<{ actId: string }, ActRequest>(
        ({ input: { callId: callingRequestId, text, picture, imageId } }) =>
          picture === null
            ? api().say({ callingRequestId, text })
            : api().show({ callingRequestId, picture, ...(imageId !== undefined && { imageId }) }),
      ),
      watchCalls: fromCallback<EventObject>(({ sendBack }) =>
        present().feed.onNotice((notice) => {
          if (notice.type !== 'callChanged') return;
          const { callId, answeredBy } = notice;
          sendBack({
            type: 'calls.changed',
            callId,
            at: clock.now(),
            answeredBy: answeredBy && { id: answeredBy.userId, name: answeredBy.names[language()] },
          } satisfies CallsEvent);
        }),
      ),
      ringTone: fromCallback<EventObject>(() =>
        ringCall({
          locks: navigator.locks as LockManager | undefined, // undefined without https, despite its type
          audio: () => new AudioContext(),
          every: robotBrowserOf(services).every,
          log,
        }),
      ),
      announce: fromCallback<EventObject, { call: Call }>(({ input: { call } }) => {
        const shown = showOutside(call).catch((error: unknown) => (log(error), null));
        return () => void shown.then((notification) => notification?.close());
      }),
      media: callMediaMachine.provide({ actors: wireMedia(services, true) }),
      preview: wireCallPreview(services),
    },
  });
}
