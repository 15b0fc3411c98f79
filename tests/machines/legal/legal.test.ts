import { describe, expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import { RETENTION_DAYS, type RetentionDays } from '../../../contract/rules/retention.ts';
import { ApiError } from '../../../contract/wire/errors.ts';
import { legalMachine } from '../../../src/machines/legal/legal.machine.ts';
import { selectHasLegalFailed, selectRetentionDays } from '../../../src/machines/legal/legal.selectors.ts';
import { settle } from '../../fakes/settle.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

async function start(page: 'agreement' | 'privacy', cloud = { away: false }) {
  const asked: string[] = [];
  const { actor, told } = startUnderApp(
    legalMachine.provide({
      actors: {
        loadDays: fromPromise<{ days: RetentionDays }>(async () => {
          asked.push('days');
          if (cloud.away) throw new ApiError('networkFailed');
          return { days: { ...RETENTION_DAYS, tracks: 14 } };
        }),
      },
    }),
    {
      as: 'screen',
      input: { page, params: {}, query: { type: 'app' }, user: null, serialNumber: '', language: 'enUS' },
    },
  );
  await settle();
  return { actor, told, asked, cloud };
}

describe('a page to read', () => {
  it.each(['agreement', 'privacy'] as const)('%s stays as it is, whatever pages are told', async (page) => {
    const { actor, told } = await start(page);
    const before = JSON.stringify(actor.getPersistedSnapshot());
    for (const event of [
      { type: 'page.languageChanged', language: 'zhCN' },
      { type: 'page.queryChanged', query: { type: 'app' } },
      { type: 'page.resumed' },
    ] as const)
      actor.send(event);
    expect(JSON.stringify(actor.getPersistedSnapshot())).toBe(before);
    expect(actor.getSnapshot().status).toBe('active');
    expect(told).toEqual([]);
  });

  it('the agreement asks for nothing, the notice for the periods of the installation', async () => {
    expect((await start('agreement')).asked).toEqual([]);
    const { actor, asked } = await start('privacy');
    expect(asked).toEqual(['days']);
    expect(selectRetentionDays(actor.getSnapshot())).toMatchObject({ tracks: 14 });
  });

  it.each(['legal.retry', 'page.resumed'] as const)(
    'without the server there are no periods; %s asks again',
    async (type) => {
      const { actor, asked, cloud } = await start('privacy', { away: true });
      expect(selectHasLegalFailed(actor.getSnapshot())).toBe(true);
      expect(selectRetentionDays(actor.getSnapshot())).toBeNull();
      cloud.away = false;
      actor.send({ type });
      await settle();
      expect(asked).toHaveLength(2);
      expect(selectHasLegalFailed(actor.getSnapshot())).toBe(false);
      expect(selectRetentionDays(actor.getSnapshot())).toMatchObject({ tracks: 14 });
    },
  );
});
