/** Keys for walls and robots' screens, in an account administrator's hands. */
import * as v from 'valibot';
import { accountAdmin, endpoint } from '../endpoint.ts';
import { keyName, madeKey, wallKey, WALL_KEY_KINDS } from '../entities/wallKey.ts';
import { handlerChecked, id, idOf, nothing } from '../entities/values.ts';
import { SERIAL_NUMBER_MAX, WALL_KEYS_SHOWN } from '../rules/limits.ts';

export const keys = {
  list: endpoint('/account/get-key-list', {
    summary: `The keys: those that open first, newest first; ${WALL_KEYS_SHOWN} at most.`,
    access: accountAdmin,
    kind: 'read',
    request: v.object({}),
    response: v.array(wallKey),
  }),
  create: endpoint('/account/create-key', {
    summary:
      'Makes a key for the board of offline robots, or for the screen of one robot (`serialNumber`). The answer has it, and the links of the pages it opens, this once. `host` is the address in the links where the server was told no public one.',
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
    summary: 'Revokes a key: at its next question the page it opened says so.',
    access: accountAdmin,
    kind: 'write',
    request: v.object({ keyId: idOf('wallKey', id) }),
    response: nothing,
  }),
};
