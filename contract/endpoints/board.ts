/** The board of offline robots on a wall (design 13): its key opens it, nobody signs in. */
import * as v from 'valibot';
import { endpoint, publicAccess } from '../endpoint.ts';
import { offlineBoard } from '../entities/offlineBoard.ts';
import { wallKeyText } from '../entities/wallKey.ts';
import { OFFLINE_SHOWN } from '../rules/limits.ts';
import { time } from '../entities/values.ts';

export const board = {
  offline: endpoint('/srobot/{hash}', {
    summary: `The robots of the installation that are offline, most recently lost first, ${OFFLINE_SHOWN} at most, and how many are online. The hash in the path is a key that an account administrator made for a wall screen; it is never logged. \`dateTime\` is the caller's own time.`,
    access: publicAccess,
    kind: 'read',
    request: v.object({ hash: wallKeyText, dateTime: time }),
    response: offlineBoard,
  }),
};
