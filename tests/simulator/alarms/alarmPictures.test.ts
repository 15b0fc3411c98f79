/** Pictures of alarms on their way: rendered, uploaded, reported; given up when that fails, without harm to the alarm. */
import { describe, expect, it, vi } from 'vitest';
import { AlarmPictures, type AlarmPicturesOptions } from '../../../simulator/alarms/alarmPictures.ts';
import type { AlarmPicture } from '../../../simulator/alarms/alarmWatch.ts';
import { UploadRefused } from '../../../simulator/robot/fileUploads.ts';
import { settle } from '../../fakes/settle.ts';
import { PORTER, idle, setUp } from '../robot/stage.ts';

const picture = (alarmId: string, moment: AlarmPicture['moment'] = 'at'): AlarmPicture => ({
  alarmId,
  moment,
  at: 0,
  view: { mapId: 'harbour-1f', x: 15, y: 23, theta: 0 },
  incident: null,
});

function start(changes: Partial<AlarmPicturesOptions> = {}) {
  const reported: [string, string][] = [];
  const warnings: object[] = [];
  const clock = { now: 0 };
  const upload = vi.fn(async (name: string) => `file of ${name}`);
  const pictures = new AlarmPictures({
    render: async () => new Uint8Array(10),
    upload,
    report: ({ alarmId, moment }, fileId) => void reported.push([`${alarmId} ${moment}`, fileId]),
    warn: (fields) => void warnings.push(fields),
    now: () => clock.now,
    retryMs: 1,
    ...changes,
  });
  return { pictures, reported, warnings, upload, clock };
}

describe('pictures of alarms', () => {
  it('are reported in order, with the ids of their files', async () => {
    const { pictures, reported } = start();
    pictures.add(picture('a'));
    pictures.add(picture('a', 'before'));
    await vi.waitFor(() =>
      expect(reported).toEqual([
        ['a at', 'file of at.jpg'],
        ['a before', 'file of before.jpg'],
      ]),
    );
  });

  it('are tried again a few times, then given up, and the next one is not affected', async () => {
    let calls = 0;
    const upload = async () => {
      if (++calls <= 5) throw new Error('the server is away');
      return 'f';
    };
    const { pictures, reported, warnings } = start({ upload });
    pictures.add(picture('lost'));
    pictures.add(picture('late'));
    await vi.waitFor(() => expect(reported).toEqual([['late at', 'f']]));
    expect(calls).toBe(6);
    expect(warnings).toMatchObject([{ alarm: 'lost', reason: 'the server is away' }]);
  });

  it('are not sent again when the server refuses them', async () => {
    const upload = vi.fn(async (): Promise<string> => Promise.reject(new UploadRefused(1)));
    const { pictures, warnings } = start({ upload });
    pictures.add(picture('a'));
    await vi.waitFor(() => expect(warnings).toHaveLength(1));
    expect(upload).toHaveBeenCalledTimes(1);
  });

  it('stay below the limits of the server', async () => {
    const { pictures, upload, clock } = start();
    for (let i = 0; i < 150; i++) {
      pictures.add(picture(`a${i}`));
      await settle();
    }
    expect(upload.mock.calls.length).toBe(90);
    clock.now += 3_600_001;
    pictures.add(picture('next hour'));
    await settle();
    expect(upload.mock.calls.length).toBe(91);
    const stuck = start({ render: () => new Promise(() => {}) });
    for (let i = 0; i < 50; i++) stuck.pictures.add(picture(`b${i}`));
    stuck.pictures.close();
    expect(stuck.reported).toEqual([]);
  });

  it('leave the alarm as it is when they fail', async () => {
    const { robot } = setUp(idle(PORTER));
    robot.setFault('smoke', true);
    const { pictures, warnings } = start({ render: async () => Promise.reject(new Error('no video process')) });
    for (const one of robot.takePictures()) pictures.add(one);
    await vi.waitFor(() => expect(warnings).toHaveLength(2));
    const types = robot.takeEvents().map(({ event }) => event.type);
    expect(types).toContain('alarm');
    expect(types).not.toContain('alarmPicture');
    expect(types).not.toContain('alarmOver');
  });
});
