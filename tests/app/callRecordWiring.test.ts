/**
 * Wiring of a call's record: photos and recordings are found by robot, operator and time; if they fail to load, the record is
 * still shown.
 */
import { expect, it } from 'vitest';
import type { Call } from '../../contract/entities/call.ts';
import type { MediaItem } from '../../contract/entities/mediaItem.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { Services } from '../../src/app/services.ts';
import { loadCallRecord } from '../../src/app/wiring/callRecord.ts';
import { endedCall, SAMPLE_AT, visitorCall } from '../fakes/callSample.ts';
import { sampleMedia } from '../fakes/mediaSample.ts';

function reader(call: Call, rows: readonly MediaItem[] | Error) {
  const asked: [string, unknown][] = [];
  const services = {
    present: () => ({ api: { calls: { details: async () => ({ call, lines: [] }) } } }),
    transport: async (path: string, data: unknown) => {
      asked.push([path, data]);
      if (path !== '/video/get-media-list')
        return { addresses: [{ fileId: sampleMedia(2).fileId, url: '/thumb/2' }], until: 1 };
      if (rows instanceof Error) throw rows;
      return { rows };
    },
    world: { clock: { now: () => SAMPLE_AT + 90_000 }, log: () => undefined },
  } as unknown as Services;
  return { asked, read: () => loadCallRecord(services)(call.id, new AbortController().signal) };
}

it('finds photos and recordings from the answer until the end, in the order in which they were taken', async () => {
  const { asked, read } = reader(endedCall(), [sampleMedia(1, { kind: 'video', hasThumbnail: false }), sampleMedia(2)]);
  const { kept } = await read();
  expect(kept?.map(({ item: { kind }, picture }) => [kind, picture])).toEqual([
    ['photo', '/thumb/2'],
    ['video', ''],
  ]);
  expect(asked[0]?.[1]).toMatchObject({
    serialNumberStr: 'U1',
    source: 'operator',
    takenBy: endedCall().operator?.id,
    startTime: SAMPLE_AT + 4_000,
    endTime: SAMPLE_AT + 256_001,
  });
  expect(asked[1]?.[1]).toMatchObject({ fileIds: [sampleMedia(2).fileId], thumbnail: true });
});

it('asks for nothing of a call that nobody answered', async () => {
  const { asked, read } = reader(visitorCall({ state: 'ended', end: 'notAnswered' }), []);
  expect((await read()).kept).toEqual([]);
  expect(asked).toEqual([]);
});

it('shows the record without its pictures if they cannot be had', async () => {
  const { read } = reader(endedCall(), new ApiError('networkFailed'));
  expect(await read()).toMatchObject({ call: { id: 'call-1' }, kept: null });
});
