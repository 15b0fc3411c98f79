/** Problem reports on the whole console: a saved and sent report opens again, and holds no redacted data. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ERRORS } from '../../contract/wire/errors.ts';
import { unpacked } from '../../src/app/recorder/capsuleFile.ts';
import { createReplay, rootOf } from '../../src/machines/recording/replay.ts';
import { selectNotice } from '../../src/machines/notices/notices.selectors.ts';
import { REPORT_KEY } from '../../src/machines/report/report.machine.ts';
import { selectReport } from '../../src/machines/report/report.selectors.ts';
import { type LoopbackBroker, loopbackBroker } from '../fakes/loopbackBroker.ts';
import { ACCOUNT, startApp } from '../fakes/startApp.ts';

let broker: LoopbackBroker;
let console: ReturnType<typeof startApp>;
beforeEach(async () => {
  broker = await loopbackBroker();
  console = startApp(broker, { at: '/home?filter=working' });
  console.app.start();
  await soon(() => expect(console.page()).toBe('signIn'));
});
afterEach(async () => {
  console.app.stop();
  await broker.close();
});
const soon = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 4_000, interval: 10 });
const report = () => selectReport(console.child('report')!.getSnapshot());
async function asked() {
  console.browser.asideKey('report');
  await soon(() => expect(report().survey).not.toBeNull());
}
async function atHome() {
  console.signIn();
  await soon(() => expect(console.page()).toBe('home'));
}
const say = (...events: object[]): void => events.forEach((event) => console.child('report')!.send(event));

describe('a report', () => {
  it('holds what was until it was asked for, and opens again', async () => {
    await atHome();
    await asked();
    say({ type: 'sentence.change', sentence: 'Porter 1 stood still' }, { type: 'report.save' });
    await soon(() => expect(report().savedAs).toMatch(/^roundhouse-[\d-]+\.capsule$/u));
    const { file, name } = console.browser.saved[0]!;
    expect(name).toBe(report().savedAs);
    const capsule = await unpacked(file);
    expect(capsule).toMatchObject({
      sentence: 'Porter 1 stood still',
      page: '/home',
      language: 'enUS',
      build: '0.0.0-test',
      width: 1440,
    });
    expect(capsule.steps.some(({ event }) => event.type === 'app.reportWanted')).toBe(false);
    const { momentAt, length } = createReplay(capsule);
    expect(momentAt(length).states[rootOf(capsule)!]).toMatchObject({
      value: { account: 'present', page: 'shown', report: 'closed' },
    });
    const text = JSON.stringify(capsule);
    for (const secret of [ACCOUNT.account, ACCOUNT.password, btoa(ACCOUNT.password), 'token-1'])
      expect(text).not.toContain(secret);
    expect(console.app.parts.live.capsule(REPORT_KEY)?.recording.steps.length).toBe(capsule.steps.length);
  });

  it('is sent as it would be saved', async () => {
    await atHome();
    await asked();
    say({ type: 'sentence.change', sentence: 'It drove on' }, { type: 'report.send' });
    await soon(() => expect(report().isSent).toBe(true));
    const { sentence, page, capsule } = console.cloud.last('/problem/send-report')!.data as {
      sentence: string;
      page: string;
      capsule: string;
    };
    expect([sentence, page]).toEqual(['It drove on', '/home']);
    expect(await unpacked(new Blob([Buffer.from(capsule, 'base64')]))).toMatchObject({ sentence: 'It drove on' });
  });

  it('can be saved before anybody signed in, not sent', async () => {
    await asked();
    expect(report().maySend).toBe(false);
    say({ type: 'sentence.change', sentence: 'x' }, { type: 'report.send' }, { type: 'report.save' });
    await soon(() => expect(console.browser.saved).toHaveLength(1));
    expect(console.cloud.count('/problem/send-report')).toBe(0);
    expect(await unpacked(console.browser.saved[0]!.file)).toMatchObject({ page: '/login' });
  });

  it('keeps the dialog and the words when the server refuses', async () => {
    await atHome();
    await asked();
    console.cloud.refusals.set('/problem/send-report', 'reportsTooOften');
    say({ type: 'sentence.change', sentence: 'x' }, { type: 'report.send' });
    await soon(() => expect(report().failure?.code).toBe(ERRORS.reportsTooOften));
    expect(report().sentence).toBe('x');
  });

  it('is offered when something of ours went wrong that nobody caught', async () => {
    console.browser.mistake(new TypeError('of undefined'));
    const notices = console.child('notices')!;
    expect(selectNotice(notices.getSnapshot())).toMatchObject({
      key: 'common.mistake.text',
      way: { key: 'common.mistake.report' },
    });
    expect(console.browser.logged).toHaveLength(1);
    notices.send({ type: 'notice.follow' });
    await soon(() => expect(report().survey).not.toBeNull());
    say({ type: 'report.close' });
    expect(console.child('report')).toBeUndefined();
  });
});
