/** Map files read in a worker: progress, result, cancellation, and data kept until released. */
import { describe, expect, it, vi } from 'vitest';
import { MAP_FILE_MAX_BYTES } from '../../contract/rules/mapLimits.ts';
import { createMapReader, type FromReader, type ReadFile } from '../../src/services/mapReader.ts';

function start() {
  const worker = {
    postMessage: vi.fn(),
    terminate: vi.fn(),
    onmessage: null as ((event: MessageEvent<FromReader>) => void) | null,
    onerror: null as ((event: ErrorEvent) => void) | null,
  };
  const reader = createMapReader(() => worker);
  const told: [string, unknown][] = [];
  const stop = (files: File[] = [new File(['x'], 'x.png')]) =>
    reader.read(files, {
      progress: (done) => void told.push(['progress', done]),
      done: (read) => void told.push(['done', read]),
      fault: (fault) => void told.push(['fault', fault]),
    });
  return {
    worker,
    reader,
    told,
    read: stop,
    say: (data: FromReader) => worker.onmessage?.({ data } as MessageEvent<FromReader>),
  };
}

describe('a reader of maps', () => {
  it('tells how far it is and what it read, which is kept until it is forgotten', () => {
    const { worker, reader, told, read, say } = start();
    read();
    say({ about: 'progress', done: 0.5 });
    say({
      about: 'done',
      read: {
        png: Uint8Array.of(1, 2, 3),
        width: 1,
        height: 1,
        title: 'x',
        meta: { occupiedThresh: 1, freeThresh: 0, negate: false, mode: 'raw' },
        placing: null,
      },
    });
    const [, found] = told[1] as ['done', ReadFile];
    expect([told[0], found.title, found.url.startsWith('blob:'), worker.terminate.mock.calls.length]).toEqual([
      ['progress', 0.5],
      'x',
      true,
      1,
    ]);
    expect(reader.encoded(found.key)).toBe('AQID');
    reader.forget(found.key);
    expect(() => reader.encoded(found.key)).toThrow();
  });

  it('is given up when it is stopped', () => {
    const { worker, read } = start();
    read()();
    expect(worker.terminate).toHaveBeenCalledOnce();
  });

  it('tells a fault of the files, of the browser, and of files that are too large to begin with', () => {
    const { worker, told, read, say } = start();
    read();
    say({ about: 'fault', fault: { kind: 'zipWrong', words: {} } });
    worker.onerror?.({} as ErrorEvent);
    const large = new File(['x'], 'x.pgm');
    Object.defineProperty(large, 'size', { value: MAP_FILE_MAX_BYTES + 1 });
    read([large]);
    expect(told.map(([, fault]) => (fault as { kind: string }).kind)).toEqual([
      'zipWrong',
      'browserCannot',
      'fileTooLarge',
    ]);
    expect(worker.postMessage).toHaveBeenCalledOnce();
  });
});
