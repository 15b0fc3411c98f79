/** Doors under access control, opened by an order or by an operator. */
import { describe, expect, it } from 'vitest';
import { pointOf } from '../../../demo/sites.ts';
import { PORTER, idle, setUp } from './stage.ts';
import { openDoor, tour } from './tour.ts';

const place = (id: string) => ({ nodeId: id, x: pointOf(id).x, y: pointOf(id).y });
const OUTSIDE = place('harbour-1f.linen-waiting');
const INSIDE = place('harbour-1f.linen');
const before = () => setUp(idle(PORTER, { pose: { x: OUTSIDE.x - 3, y: OUTSIDE.y, theta: 0 } }));

describe('openDoor', () => {
  it('at a node is done when the door stands open, and not before', () => {
    const stage = before();
    stage.robot.handleOrder(
      tour('t', [
        { x: OUTSIDE.x - 3, y: OUTSIDE.y },
        { ...OUTSIDE, actions: [openDoor('open', 'linen-door-1f')] },
        { ...INSIDE, onTheWay: [openDoor('again', 'linen-door-1f', 'NONE')] },
      ]),
    );
    stage.until(() => stage.status('open') === 'RUNNING', 30);
    stage.world.step(1);
    expect(stage.state()).toMatchObject({ driving: false, lastNodeId: OUTSIDE.nodeId });
    expect(stage.status('open')).toBe('RUNNING');
    stage.until(() => stage.status('open') === 'FINISHED', 3);
    stage.until(() => stage.state().lastNodeId === INSIDE.nodeId, 20);
    expect(stage.status('again')).toBe('FINISHED');
  });

  it('can be asked for by a person, too', () => {
    const stage = before();
    const action = stage.act('openDoor', { doorId: 'kitchen-door-1f' });
    stage.until(() => stage.status(action) === 'FINISHED', 4);
  });

  it.each(['no-such-door', 'linen-door-2f', ''])('of a door that is not there says so: %s', (doorId) => {
    const stage = before();
    const action = stage.act('openDoor', { doorId });
    expect(stage.state().actionStates.find(({ actionId }) => actionId === action)).toMatchObject({
      actionStatus: 'FAILED',
      resultDescription: expect.stringMatching(doorId ? new RegExp(`no door ${doorId}`, 'u') : /doorId/u),
    });
    stage.robot.handleOrder(
      tour('t', [{ x: OUTSIDE.x - 3, y: OUTSIDE.y }, { ...OUTSIDE, actions: [openDoor('open', doorId)] }, INSIDE]),
    );
    stage.until(
      () =>
        stage
          .errors()
          .some(
            ({ errorType, errorReferences }) =>
              errorType === 'orderError' && errorReferences?.some(({ referenceValue }) => referenceValue === 't'),
          ),
      30,
    );
    stage.world.step(0.1);
    expect(stage.state()).toMatchObject({ nodeStates: [], driving: false });
  });
});
