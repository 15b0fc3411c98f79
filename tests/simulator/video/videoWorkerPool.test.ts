/** Video processes are replaced without interrupting a viewer's picture, and one that dies affects no other. */
import { afterEach, describe, expect, it } from 'vitest';
import type { RtcDown } from '../../../contract/wire/rtc.ts';
import { World } from '../../../simulator/fleet/world.ts';
import { VideoWorkerPool } from '../../../simulator/video/videoWorkerPool.ts';
import type { Member } from '../../../simulator/video/videoWorkerPool.ts';
import { SignalingServer } from '../../../simulator/video/signalingServer.ts';
import { HOST, idle } from '../robot/stage.ts';
import { TestViewer } from './viewer.ts';

const runs = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const pool of open.splice(0)) await pool.close();
});

describe('a pool of video processes', { timeout: 60_000 }, () => {
  it('gives calls to a fresh process after so many, and lets the old one go with its last viewer', async () => {
    const crashed: Member[] = [];
    const pool = new VideoWorkerPool({
      iceServers: [],
      calls: 2,
      onMessage: () => {},
      onCrash: (member) => void crashed.push(member),
    });
    open.push(pool);
    pool.warmUp();
    const first = pool.take();
    expect(pool.take()).toBe(first);
    pool.release(first);
    let later: Member = first;
    await expect
      .poll(
        () => {
          later = pool.take();
          if (later === first) pool.release(later);
          return later !== first;
        },
        { timeout: 30_000, interval: 200 },
      )
      .toBe(true);
    expect(runs(first.pid)).toBe(true);
    pool.release(first);
    await expect.poll(() => runs(first.pid), { timeout: 5_000 }).toBe(false);
    expect(runs(later.pid)).toBe(true);
    expect(crashed).toEqual([]);
  });

  it('that is closed leaves no process behind', async () => {
    const pool = new VideoWorkerPool({ iceServers: [], onMessage: () => {}, onCrash: () => {} });
    const { pid } = pool.take();
    expect(runs(pid)).toBe(true);
    await pool.close();
    expect(runs(pid)).toBe(false);
  });
});

describe('a video process that is killed', { timeout: 60_000 }, () => {
  it('says goodbye to its viewers, and the next call works', async () => {
    const world = new World({ robots: [idle(HOST)], seed: 1, startAt: Date.now() });
    const robot = world.robot(HOST);
    if (!robot) throw new Error('no robot');
    const warnings: { pid?: number }[] = [];
    const viewers = new Map<string, TestViewer>();
    const signaling = new SignalingServer({
      world,
      iceServers: [],
      warn: (fields) => void warnings.push(fields),
      say: (_serialNumber, clientId, message: RtcDown) => void viewers.get(clientId)?.hear(message),
    });
    open.push(signaling);
    const watch = (clientId: string): TestViewer => {
      const viewer = new TestViewer(`call-${clientId}`, (message) => signaling.hear(robot, clientId, message));
      viewers.set(clientId, viewer);
      signaling.grant(HOST, {
        type: 'mediaGrants',
        sentAt: 0,
        grants: [{ viewer: clientId, what: ['picture'], until: 30_000 }],
      });
      signaling.hear(robot, clientId, { type: 'watch', call: viewer.call, quality: '360p' });
      return viewer;
    };
    const first = watch('one');
    await expect.poll(() => first.frames.length, { timeout: 30_000 }).toBeGreaterThan(0);
    process.kill(signaling.pids[0] ?? 0, 'SIGKILL');
    await expect.poll(() => first.heard.at(-1), { timeout: 5_000 }).toEqual({ type: 'bye', call: first.call });
    expect(warnings).toHaveLength(1);
    first.close();
    const second = watch('two');
    await expect.poll(() => second.frames.length, { timeout: 30_000 }).toBeGreaterThan(0);
    second.close();
  });
});
