/** What is new in which version (spec 7, Index). */
import * as v from 'valibot';
import { endpoint, publicAccess } from '../endpoint.ts';
import { APP_TYPES, release } from '../entities/release.ts';

export const changelog = {
  list: endpoint('/index/get-version-update-record', {
    summary:
      "The versions with what each brought to a part of the product, newest first, in the language of the request; `version` is the server's own.",
    access: publicAccess,
    kind: 'read',
    request: v.object({ appType: v.optional(v.picklist(APP_TYPES), 'web') }),
    response: v.object({ version: v.string(), releases: v.array(release) }),
  }),
};
