/** A simulated robot says in its state that it is watched, from its first viewer with a grant until the last one. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { MediaKind } from '../../../contract/entities/robotConstants.ts';
import { MEDIA_GRANT_MS } from '../../../contract/rules/limits.ts';
import { watchingIn } from '../../../contract/rules/watching.ts';
import { newsKey } from '../../../simulator/robot/report.ts';
import { SignalingServer } from '../../../simulator/video/signalingServer.ts';
import { HOST, idle, setUp, type Stage } from '../robot/stage.ts';

/** It has no microphone. */
const MIST = 'D2-2401-0021';

let stage: Stage;
let desk: SignalingServer;
let ticks = 0;
const begin = (serialNumber: string): void => {
  stage = setUp(idle(serialNumber));
  desk = new SignalingServer({
    world: stage.world,
    iceServers: [],
    ticks: () => ticks,
    warn: () => undefined,
    say: () => undefined,
  });
};
const watch = (clientId: string): void =>
  desk.hear(stage.robot, clientId, { type: 'watch', call: `call-${clientId}`, quality: '360p' });
const grant = (viewers: Record<string, MediaKind[]>): void =>
  desk.grant(stage.robot.spec.serialNumber, {
    type: 'mediaGrants',
    sentAt: 0,
    grants: Object.entries(viewers).map(([viewer, what]) => ({ viewer, what, until: 60_000 })),
  });
const reported = () => watchingIn(stage.state());

beforeEach(() => {
  ticks = 0;
  begin(HOST);
});
afterEach(() => desk.close());

it('counts who receives picture and sound now, and reports each change', () => {
  const nobody = newsKey(stage.robot.told());
  watch('anna');
  expect(reported()).toBeNull();
  grant({ anna: ['picture', 'sound'], ben: ['picture'], carl: ['picture'] });
  watch('ben');
  expect(reported()).toEqual({ viewers: 2, listening: 1 });
  expect(newsKey(stage.robot.told())).not.toBe(nobody);
  grant({ ben: ['picture'] });
  expect(reported()).toEqual({ viewers: 1, listening: 0 });
  desk.hear(stage.robot, 'ben', { type: 'bye' });
  expect(reported()).toBeNull();
  expect(newsKey(stage.robot.told())).toBe(nobody);
});

it('is watched by nobody once the grants have ended, or the camera is gone', () => {
  watch('anna');
  grant({ anna: ['picture', 'sound'] });
  ticks += MEDIA_GRANT_MS;
  desk.pulse();
  expect(reported()).toBeNull();
  grant({ anna: ['picture'] });
  expect(reported()).toEqual({ viewers: 1, listening: 0 });
  desk.drop(HOST);
  expect(reported()).toBeNull();
});

it('is not heard without a microphone', async () => {
  await desk.close();
  begin(MIST);
  watch('anna');
  grant({ anna: ['picture', 'sound'] });
  expect(reported()).toEqual({ viewers: 1, listening: 0 });
});
