/** The video wall: saved layouts, and who watches a robot. */
import * as v from 'valibot';
import { endpoint, onRobot, signedIn } from '../endpoint.ts';
import { nothing } from '../entities/idOf.ts';
import { flag, serialNumber } from '../entities/values.ts';
import { savedTile, videoLayout, videoLayoutId, videoLayoutSettings } from '../entities/videoLayout.ts';
import { VIDEO_LAYOUTS_PER_ACCOUNT, VIDEO_LAYOUTS_SHARED_SHOWN, VIDEO_VIEWERS_PER_ROBOT } from '../rules/limits.ts';
import { WALL_TILES_MAX } from '../rules/videoWall.ts';

export const videoWall = {
  layouts: endpoint('/video/get-layouts', {
    summary: `Lists the caller's layouts of the video wall by name, then at most ${VIDEO_LAYOUTS_SHARED_SHOWN} that others share and that show a robot of the caller. The serial number of a robot that the caller may not see is null.`,
    access: signedIn,
    kind: 'read',
    request: v.object({}),
    response: v.array(videoLayout),
  }),
  saveLayout: endpoint('/video/save-layout', {
    summary: `Saves a layout of the caller under a name, which is unique for the account; without \`layoutId\` as a new one, at most ${VIDEO_LAYOUTS_PER_ACCOUNT}.`,
    access: signedIn,
    kind: 'write',
    request: v.object({
      layoutId: v.optional(v.union([videoLayoutId, v.literal('')]), ''),
      ...videoLayoutSettings,
      tiles: v.pipe(
        v.array(savedTile),
        v.maxLength(9),
        v.check((tiles) => new Set(tiles.map(({ slot }) => slot)).size === tiles.length, 'slots'),
        v.check((tiles) => new Set(tiles.map((tile) => tile.serialNumber)).size === tiles.length, 'robots'),
      ),
    }),
    response: videoLayout,
  }),
  deleteLayout: endpoint('/video/delete-layout', {
    summary: 'Deletes a layout of the caller.',
    access: signedIn,
    kind: 'write',
    request: v.object({ layoutId: videoLayoutId }),
    response: nothing,
  }),
  cameras: endpoint('/video/get-cameras', {
    summary: `Lists serial numbers of the caller's robots with a camera, at most ${WALL_TILES_MAX}: \`first\` if it has one, then those that are online, by name.`,
    access: signedIn,
    kind: 'read',
    request: v.object({ first: v.optional(serialNumber) }),
    response: v.array(v.string()),
  }),
  viewers: endpoint('/video/get-viewers', {
    summary: `Returns who watches a robot now, by name, and how many can at once: as its factsheet says, else ${VIDEO_VIEWERS_PER_ROBOT}.`,
    access: onRobot('read'),
    kind: 'read',
    request: v.object({ serialNumber }),
    response: v.object({
      viewers: v.array(v.object({ name: v.string(), isSelf: flag })),
      limit: v.number(),
    }),
  }),
};
