/** Calls at a simulated robot: rung, answered, spoken and shown, hung up, busy, and visitors that call. */
import { describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { eventMessage, type EventMessage } from '../../../contract/wire/actions.ts';
import { callActCommand, callCommand } from '../../../contract/wire/calls.ts';
import { HOST, idle, setUp } from './stage.ts';

type CallState = 'ringing' | 'connected' | 'reconnecting';

function begin() {
  const stage = setUp(idle(HOST, { battery: 90 }));
  const { robot } = stage;
  const events: EventMessage['event'][] = [];
  const collect = (): void => {
    for (const message of robot.takeEvents()) {
      expect(v.safeParse(eventMessage, JSON.parse(JSON.stringify(message))).success).toBe(true);
      events.push(message.event);
    }
  };
  const reports = (): string[] =>
    events.flatMap((event) => (event.type === 'call' ? [`${event.callId} ${event.what}`] : []));
  const screen = () => events.findLast((event) => event.type === 'callScreen');
  return {
    robot,
    reports,
    screen,
    tell: (state: CallState | null, callId = 'c1', origin: 'operator' | 'visitor' = 'operator') =>
      robot.handleCall(
        v.parse(callCommand, {
          type: 'call',
          sentAt: 0,
          call: state && { callId, origin, state, name: 'Lin Wei', ringMs: 30_000 },
        }),
      ),
    act: (data: object) =>
      robot.handleCallAct(v.parse(callActCommand, { type: 'callAct', callId: 'c1', actId: 'a1', ...data })),
    /** Steps for that long, or until it is so. */
    wait: (seconds: number, isSo: () => boolean = () => false) => {
      for (let left = seconds; left > 0 && !isSo(); left -= 0.05) {
        stage.world.step(0.05);
        collect();
      }
    },
  };
}

describe('a robot that is called', () => {
  it('rings, is answered after some seconds, and tells each step once however often it is told', () => {
    const { tell, wait, reports, screen } = begin();
    tell('ringing');
    tell('ringing');
    wait(1);
    expect(reports()).toEqual(['c1 rang']);
    expect(screen()).toMatchObject({ shows: 'ringing', callId: 'c1' });
    wait(8, () => reports().length > 1);
    expect(reports()).toEqual(['c1 rang', 'c1 answered']);
    tell('connected');
    wait(1);
    expect(screen()).toMatchObject({ shows: 'talking' });
  });

  it('speaks and shows what the operator wants, and the camera of the operator while its frames come', () => {
    const { robot, tell, act, wait, screen } = begin();
    tell('connected');
    act({ say: 'Good afternoon, how can I help you?' });
    wait(0.5);
    expect(screen()).toMatchObject({ saying: 'Good afternoon, how can I help you?', actId: 'a1' });
    expect(robot.saying).toContain('Good afternoon');
    wait(12, () => screen()?.type === 'callScreen' && (screen() as { saying: string }).saying === '');
    act({ actId: 'a2', show: 'plan' });
    wait(0.5);
    expect(screen()).toMatchObject({ shows: 'picture', picture: 'plan', actId: 'a2' });
    act({ actId: 'a3', show: '' });
    robot.showFrames(5);
    wait(0.5);
    expect(screen()).toMatchObject({ shows: 'operator', picture: '', frames: 5 });
    act({ callId: 'other', actId: 'a4', show: 'plan' });
    wait(5);
    expect(screen()).toMatchObject({ shows: 'talking', picture: '' });
  });

  it('says that it is busy, and rings nobody', () => {
    const { robot, tell, wait, reports } = begin();
    robot.setFault('busy', true);
    tell('ringing');
    wait(10);
    expect(reports()).toEqual(['c1 busy']);
  });

  it('is hung up by its visitor some minutes later, and forgets a call that the server no longer confirms', () => {
    const { tell, wait, reports, act, screen } = begin();
    tell('connected');
    for (let i = 0; i < 12 && reports().length === 0; i++) {
      wait(30);
      tell('connected');
    }
    expect(reports()).toEqual(['c1 hungUp']);
    tell(null);
    act({ show: 'plan' });
    wait(1);
    expect(screen()).not.toMatchObject({ picture: 'plan' });
  });
});

describe('a visitor at a robot', () => {
  it('presses the button once, is told the call, and can hang up', () => {
    const { robot, tell, wait, reports } = begin();
    robot.setFault('visitorCall', true);
    robot.setFault('visitorCall', true);
    wait(1);
    expect(reports()).toEqual([' pressed']);
    tell('ringing', 'c2', 'visitor');
    robot.setFault('visitorCall', true);
    wait(8);
    expect(reports()).toEqual([' pressed']);
    robot.setFault('visitorCall', false);
    wait(1);
    expect(reports()).toEqual([' pressed', 'c2 hungUp']);
  });
});

describe('a picture of the site', () => {
  const image = {
    imageId: 'a'.repeat(32),
    url: 'http://server/picture',
    sha256: '0'.repeat(64),
    contentType: 'image/png',
  };

  it('is on the screen until another one is, and is named in what the robot reports', () => {
    const { tell, act, wait, screen } = begin();
    tell('connected');
    act({ show: '', image });
    wait(1);
    expect(screen()).toMatchObject({ shows: 'picture', picture: '', imageId: image.imageId, actId: 'a1' });
    act({ actId: 'a2', show: 'plan' });
    wait(1);
    expect(screen()).toMatchObject({ shows: 'picture', picture: 'plan', imageId: '' });
    act({ actId: 'a3', show: '', image });
    act({ actId: 'a4', show: '' });
    wait(1);
    expect(screen()).toMatchObject({ shows: 'talking', picture: '', imageId: '' });
  });
});
