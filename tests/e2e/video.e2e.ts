/** The camera in a real browser: moving frames in both qualities, and a clear message when there are none. */
import { describe, expect, it } from 'vitest';
import { until } from './harness.ts';
import { showCamera } from './robotCamera.ts';

const ROBOT = 'W1-2308-0417';
const camera = showCamera(ROBOT);

/** Width of the picture, and the fraction (0..1) that changed between two readings half a second apart. */
const look = () =>
  camera.page.evaluate(async () => {
    const video = document.querySelector('video');
    if (!video || video.videoWidth === 0) return { width: 0, changed: 0, played: 0 };
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [160, 90];
    const pen = canvas.getContext('2d', { willReadFrequently: true });
    const shot = () => {
      pen?.drawImage(video, 0, 0, 160, 90);
      return pen?.getImageData(0, 0, 160, 90).data ?? new Uint8ClampedArray();
    };
    const [before, from] = [shot(), video.getVideoPlaybackQuality().totalVideoFrames];
    await new Promise((resolve) => setTimeout(resolve, 500));
    const after = shot();
    let differing = 0;
    for (let n = 0; n < before.length; n += 4) if (Math.abs((before[n] ?? 0) - (after[n] ?? 0)) > 2) differing += 1;
    return {
      width: video.videoWidth,
      changed: (differing * 4) / before.length,
      played: video.getVideoPlaybackQuality().totalVideoFrames - from,
    };
  });

describe('the camera', () => {
  it('shows moving frames, about fifteen a second, and changes quality on the fly', async () => {
    const { page } = camera;
    await until(async () => (await look()).width === 640, 'a picture in 360p');
    // The picture contains a clock, so that it changes even for a standing robot.
    await until(async () => (await look()).changed > 0, 'the picture moves');
    await until(async () => (await look()).played >= 5, 'frames flow');
    await page.getByRole('button', { name: /Switch to 720p/u }).click();
    await until(async () => (await look()).width === 1280, 'a picture in 720p');
  });

  it('says that there is no camera when it is unplugged, and shows it again by itself', async () => {
    const { admin, page } = camera;
    await until(async () => (await look()).width > 0, 'a picture');
    const unplug = (on: boolean) => admin.faults.robot({ simulatedRobot: ROBOT, fault: 'cameraUnplugged', on });
    await unplug(true);
    await page.getByText('No camera', { exact: true }).waitFor();
    await unplug(false);
    await until(
      async () => (await page.getByText('No camera', { exact: true }).count()) === 0 && (await look()).played > 0,
      'the picture is back',
    );
  });

  it('says that the robot is offline, and comes back with it', async () => {
    const { admin, page } = camera;
    await until(async () => (await look()).width > 0, 'a picture');
    const lose = (on: boolean) => admin.faults.robot({ simulatedRobot: ROBOT, fault: 'offline', on });
    await lose(true);
    await page.getByText('Video resumes when the robot reconnects.').waitFor();
    await lose(false);
    await until(async () => (await look()).played > 0, 'the picture is back');
  });
});

describe('a right that was withdrawn', () => {
  it('ends the picture of a page that does not let go of it, at once', async () => {
    const { context, page, withoutRight } = camera;
    await context.addInitScript(() => {
      // A page manipulated by its user: it keeps every connection open.
      const kept: RTCPeerConnection[] = [];
      window.RTCPeerConnection = class extends RTCPeerConnection {
        constructor(configuration?: RTCConfiguration) {
          super(configuration);
          kept.push(this);
        }
        override close(): void {}
      };
      Object.assign(window, { kept });
    });
    await page.reload();
    /** Frames received so far, over all connections. */
    const frames = () =>
      page.evaluate(async () => {
        const reports = await Promise.all(
          (window as unknown as { kept: RTCPeerConnection[] }).kept.map((connection) => connection.getStats()),
        );
        return reports
          .flatMap((report) => [...report.values()] as { type: string; kind?: string; framesReceived?: number }[])
          .reduce(
            (sum, { type, kind, framesReceived = 0 }) =>
              sum + (type === 'inbound-rtp' && kind === 'video' ? framesReceived : 0),
            0,
          );
      });
    const cameSince = async (): Promise<number> => {
      const before = await frames();
      await page.waitForTimeout(1_000); // silence is expected
      return (await frames()) - before;
    };
    await until(async () => (await cameSince()) > 5, 'frames flow');
    await withoutRight(async () => {
      // Far below the 30 s after which a robot without a grant list stops by itself.
      await until(async () => (await cameSince()) === 0, 'no frame comes any more', 15_000);
      expect(await frames(), 'the page still has its connection').toBeGreaterThan(0);
    });
  });
});
