/** Wiring of pictures that count as opened: those of an alarm case once, that of an event when it is opened or saved. */
import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { ApiError } from '../../contract/wire/errors.ts';
import type { Services } from '../../src/app/services.ts';
import { wireAlarmCase } from '../../src/app/wiring/alarmCase.ts';
import { wireEventRecords } from '../../src/app/wiring/eventRecords.ts';
import { sampleCase, sampleDetails } from '../fakes/alarmSample.ts';
import { eventOf } from '../fakes/eventSample.ts';
import { settle } from '../fakes/settle.ts';

const [OLD, NEW] = ['1'.repeat(32), '2'.repeat(32)] as const;
const pictureOf = (fileId: string) => ({ fileId, moment: 'at', at: 500, box: null });
const input = (page: 'alarmCase' | 'eventRecords', query: Record<string, string>) =>
  ({
    input: { page, params: {}, query, user: null, serialNumber: '', language: 'enUS' },
  }) as const;

const settled = async (): Promise<void> => {
  for (let times = 0; times < 5; times += 1) await settle();
};

function cloud() {
  const asked: unknown[] = [];
  const pictures = [pictureOf(OLD)];
  const services = {
    present: () => ({ api: { alarmCases: { details: async () => ({ ...sampleDetails(sampleCase()), pictures }) } } }),
    transport: async (path: string, data: { fileId: string }) => {
      if (path === '/srobot/get-event-record-new') return { total: 1, rows: [eventOf('smoke', { pictureId: OLD })] };
      if (path !== '/file/get-address') throw new ApiError('networkFailed');
      asked.push([data.fileId, data]);
      return { url: `/${data.fileId}`, until: 1 };
    },
    pasts: { put: () => undefined },
    world: {
      clock: { now: () => 0 },
      build: '1',
      storage: { credentials: () => null, readInTab: () => null, writeInTab: () => undefined },
    },
  } as unknown as Services;
  return { asked, pictures, services };
}

it('counts those of a case that its page does not show yet', async () => {
  const { asked, pictures, services } = cloud();
  const actor = createActor(wireAlarmCase(services), input('alarmCase', { id: 'case-1' })).start();
  await settled();
  expect(asked).toMatchObject([[OLD, { opened: true }]]);
  pictures.push(pictureOf(NEW));
  actor.send({ type: 'page.resumed' });
  await settled();
  expect(asked.slice(1)).toMatchObject([
    [OLD, { opened: false }],
    [NEW, { opened: true }],
  ]);
});

it('counts that of an event which is opened, not when a list shows it', async () => {
  const { asked, services } = cloud();
  const actor = createActor(wireEventRecords(services), input('eventRecords', {})).start();
  await settled();
  expect(asked).toHaveLength(1);
  expect(asked).not.toMatchObject([[OLD, { opened: true }]]);
  actor.send({ type: 'page.queryChanged', query: { event: 'alarm:smoke' } });
  await settled();
  expect(asked.slice(1)).toMatchObject([[OLD, { opened: true }]]);
});
