import { describe, expect, it } from 'vitest';
import { legalMachine } from '../../../src/machines/legal/legal.machine.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

describe('a page to read', () => {
  it('stays as it is, whatever pages are told, and asks nothing of anybody', () => {
    const { actor, told } = startUnderApp(legalMachine, {
      as: 'screen',
      input: { page: 'privacy', params: {}, query: { type: 'app' }, user: null, serialNumber: '', language: 'enUS' },
    });
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
});
