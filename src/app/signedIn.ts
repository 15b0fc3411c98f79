/** Loaded once a user is signed in: mqtt.js, the areas of the API beyond `session`, the feed. A separate chunk. */
import * as v from 'valibot';
import { alarmCases } from '../../contract/endpoints/alarmCases.ts';
import { calls } from '../../contract/endpoints/calls.ts';
import { commands } from '../../contract/endpoints/commands.ts';
import { control } from '../../contract/endpoints/control.ts';
import { resumers } from '../../contract/endpoints/resumers.ts';
import { faults } from '../../contract/endpoints/faults.ts';
import { mapFiles } from '../../contract/endpoints/mapFiles.ts';
import { maps } from '../../contract/endpoints/maps.ts';
import { robots } from '../../contract/endpoints/robots.ts';
import type { Language } from '../../contract/entities/constants.ts';
import { type FleetUpdate, notice, type Notice } from '../../contract/wire/feed.ts';
import { parseTopic, rtcTopic } from '../../contract/wire/topics.ts';
import { ACCOUNT_KEY } from '../machines/app/events.ts';
import { createClient } from '../services/api.ts';
import { createFaceImages, type FaceImages } from '../services/faceImages.ts';
import { createLiveStore, type LiveStore } from '../services/liveStore.ts';
import { createMapPictures, type MapPictures } from '../services/mapPictures.ts';
import { createMqttLinks, type LinkCredentials, type MqttLinks } from '../services/mqttLinks.ts';
import { createFleetFeedParser } from '../services/parseFleetFeed.ts';
import { randomHex } from '../services/requestId.ts';
import type { Transport } from '../services/transport.ts';
import type { Platform } from './platform.ts';

const areas = (transport: Transport) => ({
  robots: createClient(robots, transport),
  maps: createClient(maps, transport),
  mapFiles: createClient(mapFiles, transport),
  alarmCases: createClient(alarmCases, transport),
  calls: createClient(calls, transport),
  commands: createClient(commands, transport),
  control: createClient(control, transport),
  resumers: createClient(resumers, transport),
  faults: createClient(faults, transport),
});

/** Parsed messages of the account's own connection. */
export interface Feed {
  onBeat(listener: (beat: FleetUpdate) => void): () => void;
  onNotice(listener: (notice: Notice) => void): () => void;
}
export interface SignedInServices {
  readonly api: ReturnType<typeof areas>;
  readonly links: MqttLinks;
  readonly feed: Feed;
  /** Poses, trails and paths, updated by the feed; images of maps. */
  readonly live: LiveStore & MapPictures & Pick<FaceImages, 'face' | 'onFace'>;
  /** Revealed faces; the live values show them. */
  readonly faces: FaceImages;
  /** What each account let robots say lately, in this tab; never stored. */
  readonly phrases: Map<string, readonly string[]>;
}

interface Needs {
  world: Platform;
  transport: Transport;
  language(): Language;
}

export function createSignedIn({ world, transport, language }: Needs): SignedInServices {
  const api = areas(transport);
  const pictures = createMapPictures({
    fetchPicture: (input) => api.mapFiles.picture(input),
    // Only the page that draws floors shows one.
    fetchTrace: async (input) =>
      createClient((await import('../../contract/endpoints/floorDrawings.ts')).floorDrawings, transport).picture(input),
    log: world.log,
  });
  const faces = createFaceImages();
  const live = {
    ...createLiveStore({ clock: world.clock, frames: world.frames, ticks: world.ticks }),
    ...pictures,
    face: faces.face,
    onFace: faces.onFace,
  };
  /** The tab's part of the client id, per key: two tabs must not evict each other. */
  const tabs = new Map<string, string>();
  const tabOf = (key: string): string => {
    const tab = tabs.get(key) ?? randomHex(6);
    tabs.set(key, tab);
    return tab;
  };

  const links = createMqttLinks({
    origin: world.origin,
    frames: world.frames,
    ticks: world.ticks,
    socket: world.socket,
    async credentials(key, signal): Promise<LinkCredentials> {
      // A call has a connection besides that of the robot's page: the part after `~` tells them apart.
      const [serialNumber = ''] = key === ACCOUNT_KEY ? [] : key.split('~');
      const found = await api.robots.mqttConfig(
        { serialNumber, clientId: tabOf(key), language: language() },
        { signal },
      );
      return {
        ...found,
        iceServers: found.iceServers.map(({ urls, username, credential }) => ({
          urls,
          ...(username ? { username } : {}),
          ...(credential ? { credential } : {}),
        })),
        // Last will: a page that closes abruptly must not keep the robot's encoder busy.
        ...(serialNumber
          ? { will: { topic: rtcTopic(serialNumber, found.clientId, 'up'), payload: JSON.stringify({ type: 'bye' }) } }
          : {}),
      };
    },
  });

  return { api, links, live, faces, feed: createFeed(links, live, world), phrases: new Map() };
}

function createFeed(links: MqttLinks, live: LiveStore, { clock, log }: Platform): Feed {
  const beats = new Set<(beat: FleetUpdate) => void>();
  const notices = new Set<(notice: Notice) => void>();
  const readBeat = createFleetFeedParser();
  const isNotice = (topic: string): boolean => topic.endsWith('/notices');

  const hear = (topic: string, payload: string): void => {
    const about = parseTopic(topic);
    if (about?.about !== 'user') return;
    if (about.name === 'fleet') {
      const beat = readBeat(payload);
      clock.observe(beat.time);
      live.beat(beat.robots);
      for (const listener of beats) listener(beat);
    } else {
      const said = v.parse(notice, JSON.parse(payload));
      for (const listener of notices) listener(said);
    }
  };
  // Notices are not batched per frame (design 4).
  links.listen(
    ACCOUNT_KEY,
    (heard) => {
      for (const { topic, payload } of heard) {
        try {
          hear(topic, payload);
        } catch (error) {
          log(error);
        }
      }
    },
    isNotice,
  );

  const joined = <Listener>(group: Set<Listener>, listener: Listener) => {
    group.add(listener);
    return () => void group.delete(listener);
  };
  return { onBeat: (listener) => joined(beats, listener), onNotice: (listener) => joined(notices, listener) };
}
