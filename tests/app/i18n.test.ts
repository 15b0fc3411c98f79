import { describe, expect, it, vi } from 'vitest';
import { ERRORS } from '../../contract/wire/errors.ts';
import { createI18n, type LocaleTable } from '../../src/app/i18n.ts';
import type { LocaleArea } from '../../src/ui/hooks/localeTexts.ts';

const TABLES: Record<string, LocaleTable> = {
  'enUS/common': {
    hello: 'Hello {name}',
    robots: { one: '{count} robot', other: '{count} robots' },
    lease: '{holder|Somebody} steers',
    unreachable: 'No answer',
  },
  'zhCN/common': {
    hello: '你好 {name}',
    robots: { other: '{count} 台机器人' },
    lease: '{holder|有人}操控中',
    unreachable: '没有应答',
  },
  'enUS/errors': {
    cloud_error_11002: 'Wrong password',
    cloud_error_40002: 'Unknown error',
    cloud_error_40109: 'Wait {seconds|60} s',
    cloud_error_40010: '{field|a field} is wrong',
    cloud_error_42101: '{name} has it',
    cloud_error_42101_seconds: '{name} took it {seconds} s earlier',
  },
  'zhCN/errors': { cloud_error_11002: '密码错误', cloud_error_40002: '未知错误' },
};
type Any = (key: string, filling?: Record<string, string | number>) => string;

function start() {
  const loads: string[] = [];
  const held = new Map<string, () => void>();
  const hold = new Set<string>();
  const i18n = createI18n('enUS', async (language, area: LocaleArea) => {
    const id = `${language}/${area}`;
    loads.push(id);
    if (hold.has(id)) await new Promise<void>((go) => held.set(id, go));
    const table = TABLES[id];
    if (!table) throw new Error(id);
    return table;
  });
  return {
    i18n,
    loads,
    hold,
    letGo: (id: string) => held.get(id)?.(),
    t: ((key, filling) => i18n.now()(key as never, filling)) as Any,
  };
}

describe('a text', () => {
  it('is filled in, has its numbers, and its words for what is not known', async () => {
    const { i18n, t } = start();
    await i18n.need(['common']);
    expect(t('common.hello', { name: 'Lin' })).toBe('Hello Lin');
    expect([0, 1, 2].map((count) => t('common.robots', { count }))).toEqual(['0 robots', '1 robot', '2 robots']);
    expect([t('common.lease'), t('common.lease', { holder: '' })]).toEqual(['Somebody steers', 'Somebody steers']);
    expect(t('common.lease', { holder: 'Ann' })).toBe('Ann steers');
    expect(t('common.hello')).toBe('Hello {name}');
    await i18n.speak('zhCN');
    expect(t('common.robots', { count: 1 })).toBe('1 台机器人');
  });

  it('that is not there shows its key, or nothing when it is asked for as data', async () => {
    const { i18n, t } = start();
    await i18n.need(['common']);
    expect(t('common.nothing')).toBe('common.nothing');
    expect(i18n.now().found('common.nothing')).toBe('');
    expect(i18n.now().found('common.robots', { count: 2 })).toBe('2 robots');
  });
});

describe('a failure in words', () => {
  it("is its code's text, else what the server said, else unknown", async () => {
    const { i18n } = start();
    await i18n.need(['common', 'errors']);
    const { failure } = i18n.now();
    expect(failure({ code: ERRORS.wrongPassword, said: 'wrongPassword' })).toBe('Wrong password');
    expect(failure({ code: 99_999, said: ' the server says ' })).toBe('the server says');
    expect(failure({ code: 99_999, said: '  ' })).toBe('Unknown error');
    expect(failure({ code: ERRORS.tooManyTries, said: '', words: { seconds: 12 } })).toBe('Wait 12 s');
    expect(failure({ code: ERRORS.tooManyTries, said: '' })).toBe('Wait 60 s');
    expect(failure({ code: ERRORS.fieldInvalid, said: '', field: 'email' })).toBe('email is wrong');
    const code = ERRORS.alarmTakenByOther;
    expect(failure({ code, said: '', words: { name: 'Lin' } })).toBe('Lin has it');
    expect(failure({ code, said: '', words: { name: 'Lin', seconds: 2 } })).toBe('Lin took it 2 s earlier');
  });

  it('has words for a cloud that is away even when the words could not be loaded', async () => {
    const { i18n } = start();
    await i18n.need(['common']);
    expect(i18n.now().failure({ code: ERRORS.networkFailed, said: 'Failed to fetch' })).toBe('No answer');
  });
});

describe('another language', () => {
  it('takes over when all its words are there, not before, and tells once', async () => {
    const { i18n, hold, letGo, t } = start();
    await i18n.need(['common', 'errors']);
    hold.add('zhCN/errors');
    const listener = vi.fn();
    i18n.onChange(listener);
    const speaking = i18n.speak('zhCN');
    await new Promise((later) => setImmediate(later));
    expect(t('common.hello', { name: 'Lin' })).toBe('Hello Lin');
    expect(listener).not.toHaveBeenCalled();
    letGo('zhCN/errors');
    await speaking;
    expect(t('common.hello', { name: 'Lin' })).toBe('你好 Lin');
    expect(i18n.now().language).toBe('zhCN');
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('chosen last wins, however long its words take', async () => {
    const { i18n, hold, letGo } = start();
    await i18n.need(['common']);
    hold.add('zhCN/common');
    const slow = i18n.speak('zhCN');
    await i18n.speak('enUS');
    letGo('zhCN/common');
    await slow;
    expect(i18n.now().language).toBe('enUS');
  });

  it('whose words do not come leaves the old one', async () => {
    const { i18n, t } = start();
    await i18n.need(['common']);
    const { 'zhCN/common': kept } = TABLES;
    delete TABLES['zhCN/common'];
    await expect(i18n.speak('zhCN')).rejects.toThrow();
    expect(t('common.hello', { name: 'x' })).toBe('Hello x');
    TABLES['zhCN/common'] = kept!;
    await i18n.speak('zhCN');
    expect(i18n.now().language).toBe('zhCN');
  });
});

describe('the words', () => {
  it('are loaded once, and again after a failure', async () => {
    const { i18n, loads } = start();
    await Promise.all([i18n.need(['common']), i18n.need(['common'])]);
    await i18n.need(['common']);
    expect(loads).toEqual(['enUS/common']);
    await expect(i18n.need(['home'])).rejects.toThrow();
    await expect(i18n.need(['home'])).rejects.toThrow();
    expect(loads).toEqual(['enUS/common', 'enUS/home', 'enUS/home']);
  });

  it('that are new are told, so that what waited for them is drawn', async () => {
    const { i18n } = start();
    const listener = vi.fn();
    const stop = i18n.onChange(listener);
    await i18n.need(['common']);
    await i18n.need(['common']);
    expect(listener).toHaveBeenCalledTimes(1);
    stop();
    await i18n.need(['errors']);
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('asked for while another language is on its way are there in both', async () => {
    const { i18n, hold, letGo, t } = start();
    await i18n.need(['common']);
    hold.add('zhCN/common');
    const speaking = i18n.speak('zhCN');
    await i18n.need(['errors']);
    expect(t('errors.cloud_error_11002')).toBe('Wrong password');
    letGo('zhCN/common');
    await speaking;
    expect(t('errors.cloud_error_11002')).toBe('密码错误');
  });
});
