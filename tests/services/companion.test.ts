/** Signing, storage and camera access of the companion app. */
import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCamera, type CameraTrouble } from '../../src/services/camera.ts';
import { createClock } from '../../src/services/clock.ts';
import { signAsCompanion } from '../../src/services/companionSign.ts';
import { COMPANION_KEYS, createCompanionStorage } from '../../src/services/companionStorage.ts';
import { portableHmac } from '../../src/services/portableHmac.ts';
import { createTransport } from '../../src/services/transport.ts';
import { memoryStorage } from '../fakes/memoryStorage.ts';

describe('the second signature', () => {
  const send = async (token: string | null, userId: string) => {
    let sent: { headers: Record<string, string>; body: Record<string, unknown> } | undefined;
    const transport = createTransport({
      host: '',
      clock: createClock(() => 1_700_000_000_000),
      token: () => token,
      language: () => 'zhCN',
      newId: () => 'a'.repeat(32),
      ticks: () => 0,
      hmac: portableHmac,
      news: { answered: () => {}, lost: () => {}, sessionOver: () => {} },
      sign: signAsCompanion('1.2.3', () => userId),
      fetch: async (_, init) => {
        sent = {
          headers: init?.headers as Record<string, string>,
          body: JSON.parse(init?.body as string) as Record<string, unknown>,
        };
        return Response.json({ code: 0, message: '', data: null });
      },
    });
    await transport('/robot/bind-robot', { code: 'x', b: null, a: 1 });
    return sent;
  };
  const hmac = (key: string, userId: string) =>
    createHmac('sha256', key)
      .update(
        [
          'a'.repeat(32),
          'companion',
          '1.2.3',
          userId,
          '1700000000000',
          '/robot/bind-robot',
          '{"a":1,"b":"","code":"x"}',
        ].join('\n'),
      )
      .digest('hex');

  it('names app, version and user, and is keyed with the access token', async () => {
    const sent = await send('token', 'u1');
    expect(sent?.headers).toMatchObject({ authorization: 'token', language: 'zh-cn' });
    expect(sent?.body).toEqual({
      id: 'a'.repeat(32),
      requestId: 'a'.repeat(32),
      appId: 'companion',
      version: '1.2.3',
      userId: 'u1',
      data: { code: 'x', b: null, a: 1 },
      extra: hmac('token', 'u1'),
    });
  });

  it('is keyed with the public key, of nobody, before anybody is signed in', async () => {
    const sent = await send(null, '');
    expect(sent?.headers).not.toHaveProperty('authorization');
    expect(sent?.body).toMatchObject({ userId: 'nobody', extra: hmac('roundhouse-public', 'nobody') });
  });
});

describe('what the phone keeps', () => {
  const CODE = { kind: 'claim', code: 'AAAA' } as const;
  it('is a session under keys of its own, and a code for the life of a tab', () => {
    const [local, session] = [memoryStorage({ user_token: 'console' }), memoryStorage()];
    const start = () => createCompanionStorage({ local: () => local, session: () => session });
    expect([start().credentials(), start().code()]).toEqual([null, null]);
    start().keepCredentials({ token: 't', userId: 'u1' });
    start().keepCode(CODE);
    expect([start().credentials(), start().code()]).toEqual([{ token: 't', userId: 'u1' }, CODE]);
    start().forgetCredentials();
    start().keepCode(null);
    expect([start().credentials(), start().code(), local.getItem('user_token')]).toEqual([null, null, 'console']);
    const tab = start();
    tab.keepCredentials({ token: 't', userId: 'u1' });
    // Another tab signed out.
    start().forgetCredentials();
    expect(tab.stored()).toBeNull();
    session.setItem(COMPANION_KEYS.code, '{"kind":"else"}');
    expect(start().code()).toBeNull();
  });

  it('lives as long as the page where nothing may be kept', () => {
    const denied = (): Storage => {
      throw new DOMException('denied', 'SecurityError');
    };
    const storage = createCompanionStorage({ local: denied, session: denied });
    storage.keepCredentials({ token: 't', userId: 'u1' });
    storage.keepCode(CODE);
    expect([storage.credentials(), storage.code()]).toEqual([{ token: 't', userId: 'u1' }, CODE]);
    storage.forgetCredentials();
    expect(storage.credentials()).toBeNull();
  });
});

describe('the camera', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function start(getUserMedia?: () => Promise<MediaStream>, isSecure = true) {
    const heard: [string, unknown?][] = [];
    const track = {
      stop: vi.fn(),
      addEventListener: vi.fn(),
      getCapabilities: () => ({ torch: true }),
      applyConstraints: vi.fn(async () => {}),
    };
    const stream = { getTracks: () => [track], getVideoTracks: () => [track] } as unknown as MediaStream;
    const canvas = {
      getContext: () => ({ drawImage: () => {}, getImageData: () => ({}) }),
    } as unknown as HTMLCanvasElement;
    const texts = [null, 'hello', null];
    const camera = createCamera({
      devices:
        getUserMedia === undefined && !isSecure
          ? undefined
          : ({ getUserMedia: getUserMedia ?? (async () => stream) } as Pick<MediaDevices, 'getUserMedia'>),
      isSecure,
      createCanvas: () => canvas,
      loadReader: async () => () => texts.shift() ?? null,
    });
    const video = { srcObject: null as unknown, videoWidth: 640, videoHeight: 480, play: async () => {} };
    camera.attach(video as unknown as HTMLVideoElement);
    const end = camera.open({
      opened: (hasTorch) => heard.push(['opened', hasTorch]),
      failed: (trouble) => heard.push(['failed', trouble]),
      seen: (text) => heard.push(['seen', text]),
    });
    return { camera, end, heard, stream, track, video };
  }

  it('shows its picture, tells what it reads, and is closed in the end', async () => {
    const { camera, end, heard, stream, track, video } = start();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(heard).toEqual([
      ['opened', true],
      ['seen', 'hello'],
    ]);
    expect(video.srcObject).toBe(stream);
    camera.torch(true);
    expect(track.applyConstraints).toHaveBeenCalledWith({ advanced: [{ torch: true }] });
    end();
    expect([track.stop.mock.calls.length, video.srcObject]).toEqual([1, null]);
  });

  it.each([
    ['NotAllowedError', 'denied'],
    ['NotFoundError', 'absent'],
    ['OverconstrainedError', 'absent'],
    ['NotReadableError', 'busy'],
    ['TypeError', 'broken'],
  ] satisfies [string, CameraTrouble][])('tells %s as %s', async (name, trouble) => {
    const { heard } = start(async () => {
      throw Object.assign(new Error(name), { name });
    });
    await vi.advanceTimersByTimeAsync(0);
    expect(heard).toEqual([['failed', trouble]]);
  });

  it('says that the page is not secure where browsers give none', () => {
    expect(start(undefined, false).heard).toEqual([['failed', 'insecure']]);
  });

  it('opened too late is closed at once', async () => {
    let give = (_: MediaStream): void => {};
    const { end, heard, stream, track } = start(() => new Promise((resolve) => (give = resolve)));
    end();
    give(stream);
    await vi.advanceTimersByTimeAsync(0);
    expect([heard, track.stop.mock.calls.length]).toEqual([[], 1]);
  });
});
