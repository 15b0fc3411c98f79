/** An export that the server writes as a job: its file is saved, and what nobody waits for is cancelled. */
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../contract/wire/errors.ts';
import { type ExportCalls, exportJobs, type ExportProgress } from '../../src/app/wiring/exportJob.ts';

type Needs = Parameters<typeof exportJobs>[0];
const at = (state: ExportProgress['state']): ExportProgress => ({
  exportId: 'one',
  state,
  fileId: '0'.repeat(32),
  fileName: '',
});

function start(begin: ExportCalls['begin'], stateOf: ExportCalls['stateOf'] = async () => at('running')) {
  const controller = new AbortController();
  const [cancel, save] = [vi.fn<ExportCalls['cancel']>(async () => null), vi.fn()];
  const transport: Needs['transport'] = async () => new File(['text'], 'sheet.zip');
  const world: Pick<Needs['world'], 'save' | 'log'> = { save, log: vi.fn() };
  const run = exportJobs({ transport, world });
  const ended = run({ begin, stateOf, cancel }, 'trackExportFailed', controller.signal);
  return { controller, cancel, save, ended };
}

describe('an export', () => {
  it('saves its file', async () => {
    const { ended, save, cancel } = start(async () => at('done'));
    await ended;
    expect(save).toHaveBeenCalledWith(expect.any(File), 'sheet.zip');
    expect(cancel).not.toHaveBeenCalled();
  });

  it('is cancelled on the server when nobody waits for it any longer', async () => {
    const { ended, controller, cancel } = start(async () => at('waiting'));
    controller.abort();
    await expect(ended).rejects.toThrow();
    expect(cancel.mock.calls).toEqual([['one']]);
  });

  it('is cancelled also when that happens while the server begins it', async () => {
    let begun: (state: ExportProgress) => void = () => {};
    const { ended, controller, cancel } = start(() => new Promise((resolve) => (begun = resolve)));
    controller.abort();
    begun(at('waiting'));
    await expect(ended).rejects.toThrow();
    expect(cancel.mock.calls).toEqual([['one']]);
  });

  it('is not cancelled when it has failed by itself', async () => {
    const { ended, cancel } = start(async () => at('failed'));
    await expect(ended).rejects.toEqual(new ApiError('trackExportFailed'));
    expect(cancel).not.toHaveBeenCalled();
  });
});
