/** Orders that grow during execution (VDA 5050 2.1, 6.6): base and horizon, updates, actions of nodes and edges. */
import { describe, expect, it } from 'vitest';
import { mapOf } from '../../../demo/sites.ts';
import { PORTER, idle, setUp } from './stage.ts';
import type { Stage } from './stage.ts';
import { say, tour } from './tour.ts';

const START = { x: 33, y: 17 };
const NORTH = { x: 33, y: 19 };
const EAST = { x: 34.5, y: 17 };
const lobby = (): Stage => setUp(idle(PORTER, { pose: { ...START, theta: 0 } }));
const isAt = (stage: Stage, { x, y }: { x: number; y: number }): boolean =>
  Math.hypot(stage.robot.body.motion.x - x, stage.robot.body.motion.y - y) < 0.05;
const spoken = (stage: Stage): string[] =>
  stage.robot.takeEvents().flatMap(({ event }) => (event.type === 'speech' ? [event.text] : []));
const done = (stage: Stage) => () =>
  stage.state().nodeStates.length === 0 &&
  stage.state().actionStates.every(({ actionStatus }) => actionStatus === 'FINISHED');

describe('actions of an order', () => {
  it('are begun where they belong: before it sets out, on the way without stopping it, at the node while it stands', () => {
    const stage = lobby();
    stage.robot.handleOrder(
      tour('t', [
        { ...START, actions: [say('start', 'Off we go.')] },
        {
          ...NORTH,
          onTheWay: [say('way', 'Mind me, please, I am coming.', 'NONE')],
          actions: [say('there', 'Here I am.')],
        },
        EAST,
      ]),
    );
    expect(stage.state()).toMatchObject({
      lastNodeId: 'n0',
      lastNodeSequenceId: 0,
      nodeStates: [{ nodeId: 'n1' }, { nodeId: 'n2' }],
    });
    stage.until(() => stage.status('start') === 'RUNNING', 1);
    expect(stage.state()).toMatchObject({
      driving: false,
      information: expect.arrayContaining([
        expect.objectContaining({ infoType: 'saying', infoDescription: 'Off we go.' }),
      ]),
    });
    stage.until(() => stage.status('start') === 'FINISHED', 5);
    stage.until(() => stage.state().driving && stage.status('way') === 'RUNNING', 1);
    stage.until(() => stage.status('there') === 'RUNNING', 20);
    expect(isAt(stage, NORTH)).toBe(true);
    stage.world.step(0.5);
    expect(stage.state().driving).toBe(false);
    stage.until(done(stage), 20);
    expect(isAt(stage, EAST)).toBe(true);
    expect(spoken(stage)).toEqual(['Off we go.', 'Mind me, please, I am coming.', 'Here I am.']);
  });

  it('wait for what is still being said, and are done once, though a hand had the wheel meanwhile', () => {
    const stage = lobby();
    stage.robot.handleOrder(
      tour('t', [
        START,
        {
          ...NORTH,
          onTheWay: [
            say(
              'way',
              'This takes me rather longer than the way does, so listen to it until the very end, please, and wait with me there for a while.',
              'NONE',
            ),
          ],
          actions: [say('there', 'Here.')],
        },
      ]),
    );
    stage.until(() => stage.status('way') === 'RUNNING', 1);
    stage.act('controlLease', { lease: 3 });
    stage.world.step(0.5);
    expect(stage.state().operatingMode).toBe('MANUAL');
    stage.act('controlLease', { lease: 0 });
    stage.until(() => isAt(stage, NORTH), 20);
    expect([stage.status('way'), stage.status('there')]).toEqual(['RUNNING', 'WAITING']);
    stage.until(() => stage.status('there') === 'RUNNING', 10);
    stage.act('controlLease', { lease: 4 });
    stage.world.step(0.2);
    stage.act('controlLease', { lease: 0 });
    stage.until(done(stage), 10);
    expect(spoken(stage)).toHaveLength(2);
  });

  it('leave the node among those behind it, and tell how far it is from there', () => {
    const stage = lobby();
    stage.robot.handleOrder(tour('t', [START, { ...NORTH, actions: [say('there', 'Here I am now.')] }, EAST]));
    stage.until(() => stage.state().driving, 3);
    stage.world.step(2);
    expect(stage.state().distanceSinceLastNode).toBeGreaterThan(0.3);
    stage.until(() => stage.status('there') === 'RUNNING', 20);
    expect(stage.state()).toMatchObject({
      lastNodeId: 'n1',
      lastNodeSequenceId: 2,
      distanceSinceLastNode: 0,
      nodeStates: [{ nodeId: 'n2', sequenceId: 4 }],
      edgeStates: [{ edgeId: 'e1', sequenceId: 3 }],
    });
  });
});

describe('an update', () => {
  it('that comes when the base is done and nothing is beyond it is begun at once', () => {
    const stage = lobby();
    stage.robot.handleOrder(tour('t', [START, NORTH]));
    stage.until(done(stage), 20);
    stage.world.step(20);
    stage.robot.handleOrder(
      tour('t', [{ ...NORTH, nodeId: 'n1', actions: [say('late', 'One more thing.')] }, EAST], {
        updateId: 1,
        from: 2,
      }),
    );
    expect(stage.state()).toMatchObject({
      orderUpdateId: 1,
      errors: [],
      nodeStates: [{ nodeId: 'n2', sequenceId: 4 }],
    });
    stage.until(() => stage.status('late') === 'RUNNING', 0.2);
    stage.until(() => stage.status('late') === 'FINISHED', 3);
    stage.until(() => stage.state().driving, 0.2);
    stage.until(done(stage), 20);
    expect(stage.state().lastNodeSequenceId).toBe(4);
  });

  it("on the way to its first node leaves that one's actions and adds new ones; the robot does not stop", () => {
    const stage = lobby();
    stage.robot.handleOrder(tour('t', [START, { ...NORTH, actions: [say('old', 'Old.')] }, EAST], { released: 2 }));
    stage.until(() => stage.robot.body.motion.v > 0.5, 10);
    stage.robot.handleOrder(
      tour(
        't',
        [{ ...NORTH, actions: [say('new', 'New.')] }, { ...EAST, onTheWay: [say('way', 'On.', 'NONE')] }, START],
        { updateId: 1, from: 2, released: 2 },
      ),
    );
    stage.world.step(0.2);
    expect(stage.robot.body.motion.v).toBeGreaterThan(0.4);
    stage.until(() => stage.state().newBaseRequest === true, 30);
    expect(spoken(stage)).toEqual(['Old.', 'New.', 'On.']);
    expect(stage.state()).toMatchObject({ lastNodeId: 'n2', nodeStates: [{ nodeId: 'n3', released: false }] });
    expect(isAt(stage, EAST)).toBe(true);
  });

  it("while its first node's actions are done adds to them", () => {
    const stage = lobby();
    stage.robot.handleOrder(tour('t', [START, { ...NORTH, actions: [say('old', 'Old words.')] }]));
    stage.until(() => stage.status('old') === 'RUNNING', 20);
    stage.robot.handleOrder(
      tour('t', [{ ...NORTH, actions: [say('old', 'Old words.'), say('new', 'New.')] }, EAST], {
        updateId: 1,
        from: 2,
      }),
    );
    expect(stage.state().nodeStates.map(({ nodeId }) => nodeId)).toEqual(['n2']);
    stage.until(done(stage), 20);
    expect(spoken(stage)).toEqual(['Old words.', 'New.']);
    expect(isAt(stage, EAST)).toBe(true);
  });

  it('forgets what of the horizon is no longer asked for', () => {
    const stage = lobby();
    stage.robot.handleOrder(
      tour('t', [START, NORTH, { ...EAST, actions: [say('gone', 'Never said.')] }], { released: 2 }),
    );
    stage.until(() => stage.state().newBaseRequest === true, 20);
    stage.robot.handleOrder(
      tour('t', [NORTH, { ...START, actions: [say('kept', 'Said.')] }], { updateId: 1, from: 2 }),
    );
    expect(stage.state().actionStates.map(({ actionId }) => actionId)).toEqual(['kept']);
    stage.until(done(stage), 30);
    expect(spoken(stage)).toEqual(['Said.']);
  });

  it('after update keeps a robot going round, in a message that does not grow', () => {
    const stage = lobby();
    const near = [START, { x: 33.6, y: 17 }];
    let seq = 2;
    stage.robot.handleOrder(tour('loop', near, {}));
    for (let round = 1; round <= 45; round++) {
      stage.until(() => stage.state().nodeStates.length === 0, 20);
      const [here, there] = round % 2 ? [near[1]!, near[0]!] : [near[0]!, near[1]!];
      stage.robot.handleOrder(
        tour(
          'loop',
          [
            here,
            {
              ...there,
              nodeId: 'both',
              onTheWay: [
                {
                  actionType: 'setLights',
                  actionId: `a${round}`,
                  blockingType: 'NONE',
                  actionParameters: [{ key: 'on', value: round % 2 === 0 }],
                },
              ],
            },
          ].map((call, i) => (i === 0 && round > 1 ? { ...call, nodeId: 'both' } : call)),
          { updateId: round, from: seq },
        ),
      );
      expect(stage.errors()).toEqual([]);
      seq += 2;
    }
    stage.until(() => stage.state().nodeStates.length === 0, 20);
    expect(stage.state()).toMatchObject({ lastNodeId: 'both', lastNodeSequenceId: 92, orderUpdateId: 45 });
    expect(stage.state().actionStates.length).toBeLessThan(44);
  });
});

describe('an order', () => {
  it('may call at one node several times', () => {
    const stage = lobby();
    const calls = [START, { ...NORTH, nodeId: 'a' }, { ...EAST, nodeId: 'b' }, { ...NORTH, nodeId: 'a' }];
    stage.robot.handleOrder(tour('t', calls));
    const passed = new Set<string>();
    stage.until(() => {
      passed.add(`${stage.state().lastNodeId} ${stage.state().lastNodeSequenceId}`);
      return stage.state().nodeStates.length === 0;
    }, 60);
    expect([...passed]).toEqual(['n0 0', 'a 2', 'b 4', 'a 6']);
    expect(isAt(stage, NORTH)).toBe(true);
  });

  it('tells nothing of the one before: not how far that one was', () => {
    const stage = lobby();
    stage.robot.handleOrder(tour('first', [START, NORTH, EAST, START]));
    stage.until(() => stage.state().lastNodeSequenceId === 6, 60);
    stage.robot.handleOrder(tour('second', [{ x: 25, y: 20 }, NORTH]));
    expect(stage.state()).toMatchObject({
      orderId: 'second',
      lastNodeSequenceId: 0,
      nodeStates: [{ nodeId: 'n0' }, { nodeId: 'n1' }],
    });
  });

  it('has the robot look as each node says', () => {
    const stage = lobby();
    stage.robot.handleOrder(tour('t', [START, { ...NORTH, theta: Math.PI, actions: [say('there', 'Look.')] }]));
    stage.until(() => stage.status('there') === 'RUNNING', 30);
    expect(Math.cos(stage.robot.body.motion.theta - Math.PI)).toBeGreaterThan(0.999);
  });

  it('of 200 stops is taken at once, in a state that says them all', () => {
    const stage = lobby();
    const points = mapOf('harbour-1f').points.filter(({ attributes }) => attributes.includes('none'));
    const calls = [
      START,
      ...Array.from({ length: 200 }, (_, i) => points[i % points.length]!).map(({ id, x, y, theta }) => ({
        nodeId: id,
        x,
        y,
        theta,
      })),
    ];
    const begun = performance.now();
    stage.robot.handleOrder(tour('long', calls, { released: 2 }));
    // Handling an order blocks the event loop, and so the whole fleet.
    expect(performance.now() - begun).toBeLessThan(1_000);
    expect(stage.state()).toMatchObject({ errors: [], orderId: 'long' });
    expect(stage.state().nodeStates).toHaveLength(200);
  });

  it('lets somebody pass while it waits for more of its base, and is back for it', () => {
    const other = 'S2-2402-0057';
    const stage = setUp(
      idle(PORTER, { pose: { ...START, theta: 0 } }),
      idle(other, { pose: { x: 37, y: 19, theta: Math.PI } }),
    );
    stage.robot.handleOrder(tour('t', [START, NORTH, EAST], { released: 2 }));
    stage.until(() => stage.state().newBaseRequest === true, 30);
    stage.world.robot(other)?.handleOrder(tour('o', [{ x: 37, y: 19 }, NORTH, { x: 30, y: 19 }]));
    stage.until(() => stage.state(stage.world.robot(other)!).nodeStates.length === 0, 120);
    stage.until(() => isAt(stage, NORTH), 60);
    stage.robot.handleOrder(tour('t', [NORTH, EAST], { updateId: 1, from: 2 }));
    stage.until(done(stage), 30);
  });
});
