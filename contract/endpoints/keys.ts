/** Administration of the keys for wall boards and robot screens. */
import * as v from 'valibot';
import { accountAdmin, endpoint } from '../endpoint.ts';
import { keyName, madeKey, wallKey, WALL_KEY_KINDS } from '../entities/wallKey.ts';
import { id } from '../entities/values.ts';
import { handlerChecked, idOf, nothing } from '../entities/idOf.ts';
import { SERIAL_NUMBER_MAX, WALL_KEYS_SHOWN } from '../rules/limits.ts';

export const keys = {
  list: endpoint('/account/get-key-list', {
    summary: `Lists the keys: active ones first, newest first; at most ${WALL_KEYS_SHOWN}.`,
    access: accountAdmin,
    kind: 'read',
    request: v.object({}),
    response: v.array(wallKey),
  }),
  create: endpoint('/account/create-key', {
    summary:
      'Creates a key for the board of offline robots, or for the screen of one robot (`serialNumber`). Returns the key and the links of its pages, only this once. `host` is the origin of the links if the server has no PUBLIC_URL.',
    access: accountAdmin,
    kind: 'secret',
    request: v.object({
      name: keyName,
      kind: v.picklist(WALL_KEY_KINDS),
      serialNumber: v.optional(
        handlerChecked(idOf('robot', v.pipe(v.string(), v.trim(), v.maxLength(SERIAL_NUMBER_MAX)))),
        '',
      ),
      host: v.optional(v.pipe(v.string(), v.maxLength(200), v.regex(/^(?:https?:\/\/[\w.:[\]-]+)?$/u, 'host')), ''),
    }),
    response: madeKey,
  }),
  revoke: endpoint('/account/revoke-key', {
    summary: 'Revokes a key: the page that uses it shows this after its next request.',
    access: accountAdmin,
    kind: 'write',
    request: v.object({ keyId: idOf('wallKey', id) }),
    response: nothing,
  }),
};
