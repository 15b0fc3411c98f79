/** Wires the video wall: its tiles to the robots' connections and cameras, its layouts to the API. */
import { type ActorRefFrom, type EventObject, fromCallback, fromPromise } from 'xstate';
import * as v from 'valibot';
import { videoWall as calls } from '../../../contract/endpoints/videoWall.ts';
import type { VideoLayout } from '../../../contract/entities/videoLayout.ts';
import { VIDEO_QUALITIES } from '../../../contract/entities/robotConstants.ts';
import { deviceReportOf } from '../../../contract/rules/deviceReport.ts';
import { rightsOf } from '../../../contract/rules/rights.ts';
import { STILL_SECONDS, WALL_GRIDS } from '../../../contract/rules/videoWall.ts';
import { rtcDown } from '../../../contract/wire/rtc.ts';
import { parseTopic } from '../../../contract/wire/topics.ts';
import { stateMessage } from '../../../contract/wire/vda5050.ts';
import type { fleetMachine } from '../../machines/fleet/fleet.machine.ts';
import { videoMachine } from '../../machines/robotData/video.machine.ts';
import { streamKeyOf } from '../../machines/robotData/video.selectors.ts';
import { videoTileMachine } from '../../machines/videoWall/videoTile.machine.ts';
import { stillKeyOf } from '../../machines/videoWall/videoTile.selectors.ts';
import type { TileFacts, TileReport } from '../../machines/videoWall/videoTile.setup.ts';
import type { sessionMachine } from '../../machines/session/session.machine.ts';
import { videoWallMachine } from '../../machines/videoWall/videoWall.machine.ts';
import type { KeptWall, LayoutsResult, LayoutsToLoad, LayoutToSave } from '../../machines/videoWall/videoWall.setup.ts';
import { createClient } from '../../services/api.ts';
import { guardTab } from '../../services/guardTab.ts';
import { videoWallIn } from '../../services/pageChoices.ts';
import { withFrame } from '../../services/videoFrame.ts';
import type { Services } from '../services.ts';
import { announceStill, createStillTurns, fetchStill } from './stillPicture.ts';
import { wireRobotActions } from './robotActions.ts';
import { wireVideoRecording } from './videoRecording.ts';
import type { RobotBrowser } from './robotData/browser.ts';
import { watchFleet, watchLink } from './robotData/follow.ts';
import { watchTabInTime } from './robotData/tab.ts';
import { newShared, type RobotNeeds, type RobotShared } from './robotData/needs.ts';
import { robotNeedsOf } from './robotData/robotNeeds.ts';
import { speak, takePhoto, uploadsOf, watch } from './robotData/viewing.ts';

interface OfRobot {
  serialNumber: string;
}
const keptWall: v.GenericSchema<unknown, KeptWall> = v.object({
  layoutId: v.string(),
  wall: v.object({
    grid: v.picklist(WALL_GRIDS),
    quality: v.picklist(VIDEO_QUALITIES),
    stillSeconds: v.picklist(STILL_SECONDS),
    tiles: v.array(
      v.object({
        slot: v.number(),
        serialNumber: v.string(),
        quality: v.nullable(v.picklist(VIDEO_QUALITIES)),
        live: v.boolean(),
      }),
    ),
  }),
});

export function wireVideoWall(services: Services, browser?: RobotBrowser) {
  const needs = robotNeedsOf(services, browser);
  const shared = newShared();
  const api = createClient(calls, services.transport);
  const keptWalls = videoWallIn(services.world.storage);
  return videoWallMachine.provide({
    actors: {
      loadLayouts: fromPromise<LayoutsResult, LayoutsToLoad>(async ({ input: { userId, first }, signal }) => {
        const kept = v.safeParse(keptWall, keptWalls.of(userId));
        const layouts = await api.layouts({}, { signal });
        const isFirst = !kept.success && !layouts.some(({ isOwn }) => isOwn);
        return {
          layouts,
          kept: kept.success ? kept.output : null,
          cameras: isFirst ? await api.cameras(first === '' ? {} : { first }, { signal }) : [],
        };
      }),
      saveLayout: fromPromise<VideoLayout, LayoutToSave>(({ input: { wall, ...named }, signal }) =>
        api.saveLayout({ ...named, ...wall, tiles: [...wall.tiles] }, { signal }),
      ),
      deleteLayout: fromPromise<{ layoutId: string }, { layoutId: string }>(async ({ input, signal }) => {
        await api.deleteLayout(input, { signal });
        return input;
      }),
      guardTab: fromCallback(() => (services.robotBrowser ? undefined : guardTab(window))),
      videoTile: videoTileMachine.provide({
        actions: {
          dropStill: (_, { serialNumber }) => needs.streams.removeStill(stillKeyOf(serialNumber)),
        },
        actors: {
          follow: followTile(needs),
          followLink: followTileLink(needs, shared),
          announceStill: announceStill(needs),
          takeStillTurn: createStillTurns(),
          fetchStill: fetchStill({ ...needs, read: (file) => createImageBitmap(file) }),
          watchTab: watchTabInTime(needs),
          robotActions: wireRobotActions(services),
          videoRecording: wireVideoRecording(services),
          video: videoMachine.provide({
            actors: {
              watch: watch(needs, shared),
              speak: speak(needs, shared),
              savePhoto: takePhoto(needs, uploadsOf(services)),
            },
          }),
          // One call, because a wall of nine has many to make before its first picture, and browsers make few at once.
          loadFacts: fromPromise<TileFacts, OfRobot>(async ({ input: { serialNumber }, signal, system }) => {
            const { abilities, relation } = await needs.api.robots.detail({ serialNumber }, { signal });
            const session = system.get('session') as ActorRefFrom<typeof sessionMachine> | undefined;
            const roles = session?.getSnapshot().context.user?.roles ?? [];
            return { abilities, rights: rightsOf(roles, relation) };
          }),
          keepStill: fromPromise<{ at: number }, OfRobot>(async ({ input: { serialNumber }, signal }) => {
            const { streams, clock, browser: page } = needs;
            const still = await withFrame(streams.stream(streamKeyOf(serialNumber)), page.document, (video) =>
              createImageBitmap(video),
            );
            // Access can end meanwhile.
            if (signal.aborted) still.close();
            signal.throwIfAborted();
            streams.keepStill(stillKeyOf(serialNumber), still);
            return { at: clock.now() };
          }),
          readViewers: fromPromise<{ names: readonly string[] }, OfRobot>(async ({ input, signal }) => {
            const { viewers } = await api.viewers(input, { signal });
            return { names: viewers.flatMap(({ name, isSelf }) => (isSelf ? [] : name)) };
          }),
        },
      }),
    },
    actions: {
      keepWall: (_, { userId, kept }) => keptWalls.keep(userId, kept),
    },
  });
}

/** What the fleet feed says of a tile's robot. The kept picture goes with the access. */
export const followTile = ({ streams }: Pick<RobotNeeds, 'streams'>) =>
  fromCallback<EventObject, OfRobot>(({ input: { serialNumber }, sendBack, system }) => {
    const report = (event: TileReport): void => sendBack(event);
    let isKnown = false;
    const stop = watchFleet(
      system.get('fleet') as ActorRefFrom<typeof fleetMachine> | undefined,
      serialNumber,
      ({ live, now }) => {
        if (live) {
          isKnown = true;
          report({
            type: 'robot.seen',
            isOnline: live.connection === 'online',
            held: live.held,
            paused: live.paused,
            at: now,
          });
        } else if (isKnown) {
          isKnown = false;
          report({ type: 'robot.lost' });
          streams.removeStill(stillKeyOf(serialNumber));
        }
      },
    );
    return () => {
      stop();
      streams.removeStill(stillKeyOf(serialNumber));
    };
  });

/** Signalling and device states of a tile's robot, from its own connection. */
const followTileLink = (needs: RobotNeeds, shared: RobotShared) =>
  fromCallback<EventObject, OfRobot>(({ input: { serialNumber }, sendBack }) => {
    const { links, log } = needs;
    const report = (event: TileReport): void => sendBack(event);
    const stops = [
      watchLink(needs, shared, serialNumber, ({ type }) => report({ type })),
      links.listen(
        serialNumber,
        (heard) => {
          for (const { topic, payload } of heard) {
            try {
              const about = parseTopic(topic);
              if (about?.about === 'rtc')
                report({ type: 'signal.heard', signal: v.parse(rtcDown, JSON.parse(payload)) });
              else if (about?.about === 'robot' && about.name === 'state')
                report({ type: 'devices.heard', devices: deviceReportOf(v.parse(stateMessage, JSON.parse(payload))) });
            } catch (error) {
              // An invalid message must not block the others.
              log(error);
            }
          }
        },
        (topic) => topic.startsWith('rtc/'),
      ),
    ];
    return () => {
      stops.forEach((stop) => stop());
      shared.terms.delete(serialNumber);
    };
  });
