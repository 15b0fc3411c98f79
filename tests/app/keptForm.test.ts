/** What was typed into a form, kept in the tab: for whom, for which version of the console, and not in a recording. */
import { createActor, type AnyActorLogic, waitFor } from 'xstate';
import { expect, it } from 'vitest';
import type { Platform } from '../../src/app/platform.ts';
import { keptForm } from '../../src/app/wiring/keptForm.ts';
import { createRedactor } from '../../src/machines/recording/redact.ts';
import { redactionRules } from '../../src/machines/recording/redactionRules.ts';
import { createStorage } from '../../src/services/storage.ts';
import { memoryCookies, memoryStorage } from '../fakes/memoryStorage.ts';

const session = memoryStorage();
const storage = createStorage({
  local: () => memoryStorage(),
  session: () => session,
  cookies: memoryCookies(),
  languages: [],
});
const as = (userId: string, build = '1'): ReturnType<typeof keptForm<{ name: string }>> => {
  storage.keepCredentials({ accessToken: 't', userId, keep: false });
  return keptForm({ world: { storage, build } as unknown as Platform }, 'accounts');
};
const recalled = async ({ recall }: ReturnType<typeof as>): Promise<unknown> => {
  const actor = createActor(recall as AnyActorLogic).start();
  return ((await waitFor(actor, ({ status }: { status: string }) => status === 'done')) as { output: unknown }).output;
};

it('belongs to the account that typed it, survives the end of its session, and another version ignores it', async () => {
  const form = as('ada');
  form.keep({ name: 'Grace' });
  storage.forgetCredentials();
  // The page that goes away has no account any more.
  form.keep(null);
  expect(await recalled(as('ada', '2'))).toBeNull();
  expect(await recalled(as('ada'))).toEqual({ name: 'Grace' });
  expect(await recalled(as('lin'))).toBeNull();
  as('lin').keep({ name: 'Lin' });
  expect(await recalled(as('ada'))).toBeNull();
});

it.each(['accounts', 'keys', 'sites', 'robotFleet', 'drawnFloors'])(
  'is redacted on the page %s like the fields of its form',
  (page) => {
    const typed = { nickname: 'Grace', target: 'grace@hotel', name: 'Lobby', zhCN: '站', address: 'Quay', nameEn: 'P' };
    const event = createRedactor(() => new Set()).event(
      redactionRules[page],
      { type: 'xstate.done.actor.x', actorId: 'x', output: { saved: typed, draft: typed } } as never,
      () => 'recallDialog',
    );
    const text = JSON.stringify(event);
    for (const value of Object.values(typed)) expect(text).not.toContain(`"${value}"`);
    expect(text).toContain('"draft"');
  },
);

it('is redacted on the page of an alarm case, which keeps the texts of several', () => {
  const output = { 'case-1': { typed: 'Grace', cause: 'removed', note: 'Quay', isResolving: true } };
  const event = createRedactor(() => new Set()).event(
    redactionRules['alarmCase'],
    { type: 'xstate.done.actor.x', actorId: 'x', output } as never,
    () => 'recallDialog',
  );
  const text = JSON.stringify(event);
  expect(text).toContain('removed');
  for (const value of ['Grace', 'Quay']) expect(text).not.toContain(value);
});
