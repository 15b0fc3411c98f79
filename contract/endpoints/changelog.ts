/** Release notes by version (spec 7, Index). */
import * as v from 'valibot';
import { endpoint, publicAccess } from '../endpoint.ts';
import { APP_TYPES, release } from '../entities/release.ts';

export const changelog = {
  list: endpoint('/index/get-version-update-record', {
    summary:
      "Lists the release notes of one part of the product by version, newest first, in the language of the request; `version` is the server's own.",
    access: publicAccess,
    kind: 'read',
    request: v.object({ appType: v.optional(v.picklist(APP_TYPES), 'web') }),
    response: v.object({ version: v.string(), releases: v.array(release) }),
  }),
};
