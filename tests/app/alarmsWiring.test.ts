/** Wiring of the unresolved alarm cases: when the browser shows a new case outside the page, and what its click does. */
import { afterEach, expect, it, vi } from 'vitest';
import type { AlarmCase } from '../../contract/entities/alarmCase.ts';
import type { Notice } from '../../contract/wire/feed.ts';
import type { Services } from '../../src/app/services.ts';
import { wireAlarms } from '../../src/app/wiring/alarms.ts';
import { casePath } from '../../src/machines/app/events.ts';
import { sampleCase, takenCase } from '../fakes/alarmSample.ts';
import { settle } from '../fakes/settle.ts';
import { startUnderApp } from '../fakes/startWithSiblings.ts';

afterEach(() => vi.unstubAllGlobals());

interface Shown {
  readonly title: string;
  readonly options: object;
  readonly click: () => void;
  readonly closed: () => boolean;
}

/** @param permission null for a browser without notifications */
async function start({ hidden = true, permission = 'granted' as NotificationPermission | null } = {}) {
  const shown: Shown[] = [];
  const focus = vi.fn();
  const page = { hidden };
  class BrowserNotification extends EventTarget {
    static permission = permission;
    close = vi.fn();
    constructor(title: string, options: object) {
      super();
      shown.push({
        title,
        options,
        click: () => void this.dispatchEvent(new Event('click')),
        closed: () => this.close.mock.calls.length > 0,
      });
    }
  }
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', { focus });
  vi.stubGlobal('Notification', permission === null ? undefined : BrowserNotification);
  const cloud = { rows: [] as AlarmCase[], areas: [] as string[] };
  const logged: unknown[] = [];
  let notify: (notice: Notice) => void = () => undefined;
  const services = {
    present: () => ({
      api: { alarmCases: { open: async () => ({ rows: cloud.rows, total: cloud.rows.length, withoutOwner: 0 }) } },
      feed: { onNotice: (hear: typeof notify) => ((notify = hear), () => undefined) },
    }),
    texts: async (area: string) => {
      cloud.areas.push(area);
      return area === 'shell'
        ? {
            alarms: {
              offered: '{name} offers {event}',
              more: { one: '{event}, 1 more', other: '{event}, {count} more' },
            },
          }
        : { events: { smoke: 'Smoke', fall: 'Person has fallen' } };
    },
    world: {
      storage: { isAlarmSoundOn: () => false, keepAlarmSound: () => undefined },
      log: (error: unknown) => void logged.push(error),
    },
  } as unknown as Services; // Nothing else of these is read by what is wired.
  const { toldTo, stop } = startUnderApp(wireAlarms(services), { as: 'alarms', input: { userId: 'me' } });
  await settle();
  const raise = async (...found: AlarmCase[]): Promise<void> => {
    cloud.rows = [...cloud.rows, ...found];
    notify({ type: 'alarmChanged', caseId: 'some', isRaised: true, isOffered: false } as Notice);
    await settle();
  };
  return { shown, cloud, page, focus, logged, raise, toldTo, stop };
}
const fallen = sampleCase({
  id: 'case-2',
  event: 'fall',
  place: { mapId: 'f1', x: 1, y: 2, name: 'Corridor W', floor: '2F' } as AlarmCase['place'],
});

it('a new case is shown by the browser while the tab is hidden, with its event, robot and place', async () => {
  const { shown, raise, logged } = await start();
  await raise(fallen);
  expect(shown.map(({ title, options }) => [title, options])).toEqual([
    ['Person has fallen · West patrol', { body: 'Corridor W · 2F', tag: 'case-2' }],
  ]);
  // The place is not known of each alarm.
  await raise(sampleCase());
  expect(shown[1]).toMatchObject({ title: 'Smoke · West patrol', options: { body: '', tag: 'case-1' } });
  expect(logged).toEqual([]);
});

it('several at once are one notification that says how many, and an offered case says by whom', async () => {
  const { shown, raise } = await start();
  await raise(fallen, sampleCase());
  await raise(sampleCase({ id: 'a' }), sampleCase({ id: 'b' }), sampleCase({ id: 'c' }));
  await raise(takenCase('lin', { id: 'd', handOverTo: { id: 'me', name: 'Me' } }));
  expect(shown.map(({ title, options }) => [title, options])).toEqual([
    ['Person has fallen, 1 more', { body: 'West patrol · Corridor W · 2F', tag: 'case-2' }],
    ['Smoke, 2 more', { body: 'West patrol', tag: 'a' }],
    [expect.stringMatching(/ offers Smoke$/u), { body: 'West patrol', tag: 'd' }],
  ]);
});

it('its click brings the tab to the front, opens the case and closes it', async () => {
  const { shown, raise, focus, toldTo, stop } = await start();
  await raise(fallen);
  expect([focus.mock.calls.length, toldTo('navigation')]).toEqual([0, []]);
  shown[0]!.click();
  expect(focus).toHaveBeenCalledOnce();
  expect(toldTo('navigation')).toEqual([{ type: 'navigation.go', to: casePath('case-2') }]);
  expect(shown[0]!.closed()).toBe(true);
  stop();
});

it.each([
  ['while the tab is visible', { hidden: false }],
  ['that the user refused', { permission: 'denied' as const }],
  ['that the user was not asked for', { permission: 'default' as const }],
  ['in a browser without them', { permission: null }],
])('no notification %s', async (_, given) => {
  const { shown, cloud, raise, logged } = await start(given);
  await raise(fallen);
  expect([shown, cloud.areas, logged]).toEqual([[], [], []]);
});

it('it depends on the tab when the case is raised, not when the page was opened', async () => {
  const { shown, page, raise } = await start({ hidden: false });
  page.hidden = true;
  await raise(fallen);
  expect(shown).toHaveLength(1);
});
