/** Photos on command of a simulated robot: rendered, uploaded, and given up with a reason. */
import { expect, it, vi } from 'vitest';
import { PhotoUploads, type PhotoRequest, type PhotoResult } from '../../../simulator/robot/photoUploads.ts';
import { UploadRefused } from '../../../simulator/robot/fileUploads.ts';

const photo = (actionId: string): PhotoRequest => ({ actionId, at: 0 });

function setUp(upload: () => Promise<string>) {
  const results: [string, PhotoResult][] = [];
  const uploads = new PhotoUploads({
    render: async () => new Uint8Array(1),
    upload,
    finish: ({ actionId }, result) => void results.push([actionId, result]),
    warn: () => undefined,
  });
  return { uploads, results };
}

it('names the uploaded file', async () => {
  const { uploads, results } = setUp(async () => 'file');
  uploads.take(photo('a'));
  await vi.waitFor(() => expect(results).toEqual([['a', { fileId: 'file' }]]));
});

it('says why there is no photo', async () => {
  const refused = setUp(() => Promise.reject(new UploadRefused(42020)));
  refused.uploads.take(photo('a'));
  await vi.waitFor(() => expect(refused.results).toEqual([['a', { fault: 'The server does not accept the photo.' }]]));
  const lost = setUp(() => Promise.reject(new Error('no upload ticket came')));
  lost.uploads.take(photo('a'));
  await vi.waitFor(() =>
    expect(lost.results).toEqual([['a', { fault: 'The photo could not be sent to the server.' }]]),
  );
});

it('takes three at a time', async () => {
  let answer: (fileId: string) => void = () => undefined;
  const { uploads, results } = setUp(() => new Promise((resolve) => (answer = resolve)));
  for (const id of ['a', 'b', 'c', 'd']) uploads.take(photo(id));
  expect(results).toEqual([['d', { fault: 'The camera is busy with other photos.' }]]);
  await vi.waitFor(() => {
    answer('file');
    expect(results).toContainEqual(['c', { fileId: 'file' }]);
  });
});
