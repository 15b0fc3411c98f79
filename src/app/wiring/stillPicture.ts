/**
 * One still picture of a robot, over the account's own connection, in two steps: the viewing is reported to the server, whose
 * grant the robot needs; then the robot is asked. Nothing stays open afterwards.
 */
import { type EventObject, fromCallback, fromPromise } from 'xstate';
import * as v from 'valibot';
import { jpegHead } from '../../../contract/rules/mapFiles/jpeg.ts';
import { STILL_MAX_SIDE_PX } from '../../../contract/rules/videoWall.ts';
import { BaseApiError } from '../../../contract/wire/baseApiError.ts';
import { rtcDown, type RtcDown, type RtcUp } from '../../../contract/wire/rtc.ts';
import { rtcTopic, viewerIdOf } from '../../../contract/wire/topics.ts';
import { ACCOUNT_KEY } from '../../machines/app/events.ts';
import { stillKeyOf } from '../../machines/videoWall/videoTile.selectors.ts';
import type { StillAnnouncement, StillInput, StillResult } from '../../machines/videoWall/videoTile.setup.ts';
import type { LinkTerms, MqttLinks } from '../../services/mqttLinks.ts';
import { ACCESS_ENDED } from '../../services/viewingRepeat.ts';
import type { RobotNeeds } from './robotData/needs.ts';

type Answer = Extract<RtcDown, { type: 'still' | 'refused' }>;
export type StillNeeds = Pick<RobotNeeds, 'api' | 'links' | 'streams' | 'clock' | 'newId'> & {
  /** Decodes the file. */
  read(file: Blob): Promise<ImageBitmap>;
};

/** @throws Error if there is no such id */
async function viewerOf(links: MqttLinks, serialNumber: string, signal: AbortSignal): Promise<string> {
  const { clientId } = await openLink(links, signal);
  const viewer = viewerIdOf(clientId, serialNumber);
  if (viewer === null) throw new Error('the connection of the account has another form of client id');
  return viewer;
}

/** Reports the viewing, so that the robot has its grant when it is asked. */
export const announceStill = ({ api, links }: Pick<StillNeeds, 'api' | 'links'>) =>
  fromPromise<StillAnnouncement, StillInput>(async ({ input: { serialNumber }, signal }) => {
    const viewer = await viewerOf(links, serialNumber, signal);
    try {
      await api.robots.view({ serialNumber, clientId: viewer, what: ['picture'] }, { signal });
    } catch (error) {
      if (error instanceof BaseApiError && ACCESS_ENDED.has(error.code)) return { refusal: 'notAllowed' };
      throw error;
    }
    return { refusal: null };
  });

export const fetchStill = (needs: StillNeeds) =>
  fromPromise<StillResult, StillInput>(async ({ input: { serialNumber, quality }, signal }) => {
    const { links, streams, clock, newId } = needs;
    const viewer = await viewerOf(links, serialNumber, signal);
    const down = rtcTopic(serialNumber, viewer, 'down');
    const at = clock.now();
    let answer: Answer;
    try {
      await untilAborted(links.subscribe(ACCOUNT_KEY, down), signal);
      answer = await ask(links, serialNumber, viewer, { type: 'still', call: newId(), quality }, signal);
    } finally {
      // At once: a subscription for the next picture must come after it.
      links.unsubscribe(ACCOUNT_KEY, down);
    }
    // The server has allowed it a moment ago: the robot has not heard of the grant yet, or it was waited for too long.
    if (answer.type === 'refused' && answer.reason === 'notAllowed') throw new Error('the robot has no grant now');
    if (answer.type === 'refused') return { refusal: answer.reason };
    const still = await needs.read(jpegOf(answer.picture));
    if (signal.aborted) still.close();
    signal.throwIfAborted();
    streams.keepStill(stillKeyOf(serialNumber), still);
    return { at };
  });

/** Pictures that arrive at once on the account's connection, which the fleet feed needs too. */
const AT_ONCE = 5;

/** The turns of the tiles of one wall; a turn ends with the actor, also one that has not come yet. */
export function createStillTurns() {
  const waiting = new Set<() => void>();
  let taken = 0;
  const next = (): void => {
    for (const begin of waiting) {
      if (taken >= AT_ONCE) return;
      waiting.delete(begin);
      taken += 1;
      begin();
    }
  };
  return fromCallback<EventObject>(({ sendBack }) => {
    let hasTurn = false;
    const begin = (): void => {
      hasTurn = true;
      sendBack({ type: 'turn.came' });
    };
    waiting.add(begin);
    next();
    return () => {
      waiting.delete(begin);
      if (hasTurn) taken -= 1;
      next();
    };
  });
}

function untilAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Waits until the account's connection is open. */
function openLink(links: MqttLinks, signal: AbortSignal): Promise<LinkTerms> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void): void => {
      // `watch` reports before it returns.
      queueMicrotask(() => stop());
      signal.removeEventListener('abort', abort);
      act();
    };
    const abort = (): void => settle(() => reject(signal.reason as Error));
    signal.addEventListener('abort', abort);
    const stop = links.watch(ACCOUNT_KEY, (terms) => {
      if (terms) settle(() => resolve(terms));
    });
  });
}

/** @throws Error if the connection closes first */
function ask(
  links: MqttLinks,
  serialNumber: string,
  viewer: string,
  request: Extract<RtcUp, { type: 'still' }>,
  signal: AbortSignal,
): Promise<Answer> {
  const down = rtcTopic(serialNumber, viewer, 'down');
  const send = (up: RtcUp): boolean =>
    links.publish(ACCOUNT_KEY, rtcTopic(serialNumber, viewer, 'up'), JSON.stringify(up));
  return new Promise((resolve, reject) => {
    const stops: (() => void)[] = [];
    const settle = (act: () => void): void => {
      queueMicrotask(() => stops.forEach((stop) => stop()));
      act();
    };
    const abort = (): void => {
      send({ type: 'bye', call: request.call });
      settle(() => reject(signal.reason as Error));
    };
    signal.addEventListener('abort', abort);
    stops.push(
      () => signal.removeEventListener('abort', abort),
      links.listen(
        ACCOUNT_KEY,
        (heard) => {
          for (const { payload } of heard.filter(({ topic }) => topic === down)) {
            const found = answerIn(payload, request.call);
            if (found) settle(() => resolve(found));
          }
        },
        (topic) => topic === down,
      ),
      links.watch(ACCOUNT_KEY, (terms) => {
        if (!terms) settle(() => reject(new Error('the connection was lost')));
      }),
    );
    if (!send(request)) settle(() => reject(new Error('the connection was lost')));
  });
}

/** An invalid message, or one of another call, is no answer. */
function answerIn(payload: string, call: string): Answer | null {
  try {
    const found = v.parse(rtcDown, JSON.parse(payload));
    return found.call === call && (found.type === 'still' || found.type === 'refused') ? found : null;
  } catch {
    return null;
  }
}

/** @throws Error for anything but a whole JPEG file of an acceptable size, because robots are not trusted here */
function jpegOf(picture: string): Blob {
  const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
  const head = jpegHead(bytes);
  if (!head?.isWhole || Math.max(head.width, head.height) > STILL_MAX_SIDE_PX) throw new Error('no picture');
  return new Blob([bytes], { type: 'image/jpeg' });
}
