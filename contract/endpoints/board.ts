/** The wall board of offline robots (design 13). It is opened by a key, without signing in. */
import * as v from 'valibot';
import { endpoint, publicAccess } from '../endpoint.ts';
import { offlineBoard } from '../entities/offlineBoard.ts';
import { wallKeyText } from '../entities/wallKey.ts';
import { OFFLINE_SHOWN } from '../rules/limits.ts';
import { time } from '../entities/values.ts';

export const board = {
  offline: endpoint('/srobot/{hash}', {
    summary: `Lists the offline robots of the installation, most recently lost first, at most ${OFFLINE_SHOWN}, with the number of online robots. The hash in the path is a key that an account administrator created for a wall screen; it is never logged. \`dateTime\` is the caller's own time.`,
    access: publicAccess,
    kind: 'read',
    request: v.object({ hash: wallKeyText, dateTime: time }),
    response: offlineBoard,
  }),
};
