/** What is new in which version (spec 7, Index). */
import * as v from 'valibot';
import { endpoint, open } from '../endpoint.ts';
import { APP_TYPES, release } from '../entities/release.ts';

export const changelog = {
  list: endpoint('/index/get-version-update-record', {
    about:
      "The versions with what each brought to a part of the product, newest first, in the language of the request; `version` is the server's own.",
    access: open,
    kind: 'read',
    takes: v.object({ appType: v.optional(v.picklist(APP_TYPES), 'web') }),
    answers: v.object({ version: v.string(), releases: v.array(release) }),
  }),
};
