/**
 * Release notes: server/changes.json, written for users. A test requires the product's version to be the first entry.
 */
import * as v from 'valibot';
import type { Handlers } from '../../contract/endpoint.ts';
import type { changelog } from '../../contract/endpoints/changelog.ts';
import { APP_TYPES, CHANGE_KINDS } from '../../contract/entities/release.ts';
import type { RequestContext } from '../requestContext.ts';
import product from '../../package.json' with { type: 'json' };
import changes from '../changes.json' with { type: 'json' };

const text = v.pipe(v.string(), v.nonEmpty());
const change = v.strictObject({ kind: v.picklist(CHANGE_KINDS), zhCN: text, enUS: text });
const file = v.array(
  v.strictObject({
    version: v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+$/u)),
    date: v.pipe(v.string(), v.isoDate()),
    ...v.entriesFromList(APP_TYPES, v.array(change)),
  }),
);

/** @throws for a malformed file, so that the server does not start */
export function createChangelogHandlers(): Handlers<typeof changelog, RequestContext> {
  const releases = v.parse(file, changes);
  return {
    async list({ appType }, { language }) {
      return {
        version: product.version,
        // Releases without changes in this app are left out.
        releases: releases
          .filter((each) => each[appType].length > 0)
          .map(({ version, date, ...each }) => ({
            version,
            date,
            changes: each[appType].map(({ kind, ...texts }) => ({ kind, text: texts[language] })),
          })),
      };
    },
  };
}
