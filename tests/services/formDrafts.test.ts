import { describe, expect, it } from 'vitest';
import { DRAFT_KEPT_MS, DRAFT_MAX_CHARS } from '../../contract/rules/limits.ts';
import { formDraftsIn } from '../../src/services/formDrafts.ts';
import { createStorage } from '../../src/services/storage.ts';
import { memoryCookies, memoryStorage } from '../fakes/memoryStorage.ts';

const denied = (): never => {
  throw new DOMException('denied', 'SecurityError');
};
function start(isDenied = false) {
  const local = memoryStorage();
  const session = memoryStorage();
  const storage = createStorage({
    local: isDenied ? denied : () => local,
    session: isDenied ? denied : () => session,
    cookies: memoryCookies(),
    languages: [],
  });
  return { local, session, storage, drafts: formDraftsIn(storage) };
}

describe('drafts', () => {
  it('are kept in this tab, of one person, form by form', () => {
    const { drafts, local } = start();
    drafts.keep('u', 'nickname', { nickname: 'Half' }, 0);
    drafts.keep('u', 'timeZone', { timeZone: 'UTC' }, 0);
    expect([
      drafts.of('u', 'nickname', 0),
      drafts.of('u', 'timeZone', 0),
      drafts.of('u', 'other', 0),
      drafts.of('v', 'nickname', 0),
    ]).toEqual([{ nickname: 'Half' }, { timeZone: 'UTC' }, null, null]);
    drafts.keep('u', 'nickname', null, 0);
    expect([drafts.of('u', 'nickname', 0), drafts.of('u', 'timeZone', 0), local.length]).toEqual([
      null,
      { timeZone: 'UTC' },
      0,
    ]);
  });

  it('of the one before are gone with the first of the next, and all of them when asked', () => {
    const { storage, drafts } = start();
    drafts.keep('u', 'nickname', { nickname: 'Half' }, 0);
    drafts.keep('v', 'timeZone', { timeZone: 'UTC' }, 0);
    expect([drafts.of('u', 'nickname', 0), drafts.of('v', 'timeZone', 0)]).toEqual([null, { timeZone: 'UTC' }]);
    storage.forgetDrafts();
    expect(drafts.of('v', 'timeZone', 0)).toBeNull();
  });

  it('are forgotten after a shift, and one that is too long is not kept', () => {
    const { drafts } = start();
    drafts.keep('u', 'nickname', { nickname: 'Half' }, 1_000);
    expect(drafts.of('u', 'nickname', 1_000 + DRAFT_KEPT_MS)).toEqual({ nickname: 'Half' });
    expect(drafts.of('u', 'nickname', 1_001 + DRAFT_KEPT_MS)).toBeNull();
    // What is too old is deleted with the next draft.
    drafts.keep('u', 'timeZone', { timeZone: 'UTC' }, 1_001 + DRAFT_KEPT_MS);
    expect(drafts.of('u', 'nickname', 1_000)).toBeNull();
    drafts.keep('u', 'timeZone', { timeZone: 'x'.repeat(DRAFT_MAX_CHARS) }, 1_001 + DRAFT_KEPT_MS);
    expect(drafts.of('u', 'timeZone', 1_001 + DRAFT_KEPT_MS)).toBeNull();
  });

  it('stay as they are while nobody is signed in', () => {
    const { storage, drafts } = start();
    drafts.keep('u', 'nickname', { nickname: 'Half' }, 0);
    drafts.keep('', 'nickname', null, 0);
    // A visitor's own are kept beside them.
    drafts.keep('', 'inquiry', { text: 'Hello' }, 0);
    expect(drafts.of('u', 'nickname', 0)).toEqual({ nickname: 'Half' });
    expect(drafts.of('', 'inquiry', 0)).toEqual({ text: 'Hello' });
    storage.forgetDrafts();
    expect(drafts.of('', 'inquiry', 0)).toBeNull();
  });

  it.each(['no JSON', '{"userId":"u"}', '{"userId":"u","drafts":{"nickname":{"draft":1}}}'])(
    'that are none of ours are none: %s',
    (kept) => {
      const { drafts, session } = start();
      session.setItem('drafts', kept);
      expect(drafts.of('u', 'nickname', 0)).toBeNull();
    },
  );

  it('are not kept where nothing may be, and nothing breaks', () => {
    const { storage, drafts } = start(true);
    drafts.keep('u', 'nickname', { nickname: 'Half' }, 0);
    storage.forgetDrafts();
    expect(drafts.of('u', 'nickname', 0)).toBeNull();
  });
});
