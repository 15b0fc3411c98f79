/** Wires the captions on a robot's own screen: the access key is in the URL fragment. */
import * as v from 'valibot';
import { type EventObject, fromCallback, fromPromise, type NonReducibleUnknown } from 'xstate';
import { captions } from '../../../contract/endpoints/captions.ts';
import { screenUpdate } from '../../../contract/entities/caption.ts';
import { ApiError } from '../../../contract/wire/errors.ts';
import { parseTopic } from '../../../contract/wire/topics.ts';
import { connectionMessage } from '../../../contract/wire/vda5050.ts';
import { type Heard, type ScreenReport, voiceMachine } from '../../machines/voice/voice.machine.ts';
import { createClient } from '../../services/api.ts';
import { createUrlHash } from '../../services/urlHash.ts';
import type { Services } from '../services.ts';

/** The page has one connection. */
const LINK = 'screen';

export function wireVoice({ transport, world }: Pick<Services, 'transport' | 'world'>) {
  const api = createClient(captions, transport);
  const fragment = createUrlHash(window);
  const keyGiven = (): string => {
    const key = fragment.now().trim();
    if (key === '') throw new ApiError('keyWrong', { field: 'key' });
    return key;
  };
  /** With the chunk of signed-in users, so that MQTT is in one chunk; the page shows captions before it is loaded. */
  const openLink = async (report: (event: ScreenReport) => void, signal: AbortSignal): Promise<void> => {
    const { createMqttLinks } = await import('../authenticatedServices.ts');
    if (signal.aborted) return;
    const links = createMqttLinks({
      origin: world.origin,
      frames: world.frames,
      ticks: world.ticks,
      socket: world.socket,
      async credentials(_, during) {
        const { token, ...rest } = await api.accessToken({ key: keyGiven() }, { signal: during, once: true });
        return { ...rest, password: token, mqttSubTopic: '', iceServers: [] };
      },
    });
    const leave = links.listen(LINK, (heard) => {
      for (const { topic, payload } of heard) {
        const event = reportOf(topic, payload);
        if (event) report(event);
      }
    });
    const close = links.open(LINK, {
      opened: ({ topics }) =>
        void Promise.all(topics.map((topic) => links.subscribe(LINK, topic))).then(
          () => report({ type: 'screen.opened' }),
          () => report({ type: 'screen.closed' }),
        ),
      closed: () => report({ type: 'screen.closed' }),
      failed: world.log,
    });
    signal.addEventListener('abort', () => {
      leave();
      close();
    });
  };
  return voiceMachine.provide({
    actors: {
      readCaptions: fromPromise<Heard>(({ signal }) =>
        Promise.resolve().then(() => api.list({ key: keyGiven() }, { signal })),
      ),
      followScreen: fromCallback<EventObject, NonReducibleUnknown>(({ sendBack }) => {
        const left = new AbortController();
        const report = (event: ScreenReport): void => {
          if (!left.signal.aborted) sendBack(event);
        };
        openLink(report, left.signal).catch(() => report({ type: 'screen.closed' }));
        return () => left.abort();
      }),
    },
  });
}

function reportOf(topic: string, payload: string): ScreenReport | null {
  const parsed = parseTopic(topic);
  const message = jsonIn(payload);
  if (parsed?.about === 'screen') {
    const update = v.safeParse(screenUpdate, message);
    return update.success ? { type: 'captions.received', update: update.output } : null;
  }
  const connection = v.safeParse(connectionMessage, message);
  return parsed?.about === 'robot' && parsed.name === 'connection' && connection.success
    ? { type: 'robot.connectionReceived', online: connection.output.connectionState === 'ONLINE' }
    : null;
}

function jsonIn(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return null;
  }
}
