/** Wiring of the photos that can show the place of an alarm case afterwards. */
import { expect, it } from 'vitest';
import { type AnyActorLogic, createActor, toPromise } from 'xstate';
import { NEWEST_PICTURES } from '../../contract/rules/mediaLibrary.ts';
import type { Services } from '../../src/app/services.ts';
import { wireAlarmCase } from '../../src/app/wiring/alarmCase.ts';
import type { AfterPhoto } from '../../src/machines/alarmCase/alarmCase.machine.ts';
import { childLogicOf } from '../../src/machines/xstateInternals.ts';
import { sampleMedia } from '../fakes/mediaSample.ts';

const idOf = (takenAt: number): string => String(takenAt).padStart(32, '0');

it('the newest photos of the robot since the alarm, neither timed stills nor those of a case', async () => {
  const asked: { source: string }[] = [];
  const transport = async (path: string, data: { source: string; fileIds: string[] }) => {
    if (path === '/video/get-media-addresses')
      return { addresses: data.fileIds.slice(1).map((fileId) => ({ fileId, url: `/${fileId}` })), until: 1 };
    asked.push(data);
    const first = { operator: 100, task: 200, robot: 300 }[data.source];
    const rows = Array.from({ length: first === undefined ? 0 : 6 }, (_, i) => (first ?? 0) - i).map((takenAt) =>
      sampleMedia(1, { fileId: idOf(takenAt), takenAt, alarmCaseId: takenAt === 300 ? 'case-2' : null }),
    );
    return { rows };
  };
  const services = { transport, present: () => ({}), world: { storage: {} } } as unknown as Services;
  const actor = createActor(
    childLogicOf(wireAlarmCase(services), 'loadPhotos') as AnyActorLogic,
    {
      input: { serialNumber: 'A-1', since: 90 },
    } as never,
  );
  actor.start();
  const found = (await toPromise(actor)) as readonly AfterPhoto[];
  expect(asked.map(({ source }) => source)).toEqual(['operator', 'task', 'interval', 'robot']);
  for (const one of asked) expect(one).toMatchObject({ serialNumberStr: 'A-1', startTime: 90, kind: 'photo', page: 1 });
  expect(found).toHaveLength(NEWEST_PICTURES);
  expect(found.map(({ takenAt }) => takenAt)).toEqual([299, 298, 297, 296, 295, 200, 199, 198, 197, 196, 195, 100]);
  expect(found.slice(0, 2).map(({ url }) => url)).toEqual(['', `/${idOf(298)}`]);
});
