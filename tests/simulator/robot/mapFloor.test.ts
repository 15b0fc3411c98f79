/** A simulated robot maps its floor on order: it sees what is there, sends the map, and can be interrupted. */
import { describe, expect, it } from 'vitest';
import { cellsOf } from '../../../contract/rules/planCells.ts';
import { readRosMap } from '../../../contract/rules/mapFiles/rosMap.ts';
import { mapOf, pointOf } from '../../../demo/sites.ts';
import { idle, setUp } from './stage.ts';

const MIST = 'D2-2401-0021';
const FLOOR = 'harbour-1f';
const { x, y } = pointOf('harbour-1f.meeting-1');
const ACTION = 'scan-map';

function mapping() {
  const stage = setUp(idle(MIST, { pose: { x, y, theta: 0 } }));
  stage.robot.handleOrder({
    headerId: 0,
    timestamp: '2026-11-21T08:00:00.000Z',
    version: '2.1.0',
    manufacturer: 'Roundhouse',
    serialNumber: MIST,
    orderId: 'scan',
    orderUpdateId: 0,
    nodes: [
      {
        nodeId: 'start',
        sequenceId: 0,
        released: true,
        nodePosition: { x, y, mapId: FLOOR },
        actions: [{ actionType: 'buildMap', actionId: ACTION, blockingType: 'HARD', actionParameters: [] }],
      },
    ],
    edges: [],
  });
  const task = () => stage.robot.told().task;
  return { stage, task, status: () => stage.status(ACTION) };
}

describe('a robot that maps', () => {
  it('drives through the floor and sends what it has seen', async () => {
    const { stage, task, status } = mapping();
    stage.until(() => status() === 'RUNNING', 5);
    stage.until(() => (task()?.progress ?? 0) > 0.5, 1_500);
    expect(task()?.kind).toBe('mapping');
    let [scan] = stage.robot.takeScans();
    stage.until(() => {
      scan ??= stage.robot.takeScans()[0];
      return scan !== undefined;
    }, 3_000);
    expect(status()).toBe('RUNNING');
    const map = await readRosMap(scan?.files ?? []);
    expect(map).toMatchObject({ resolution: 0.05, origin: { x: 0, y: 0, yaw: 0 }, title: FLOOR });
    // Of the floor as it is: what was seen as free is free, and most of the free floor was seen.
    const { plan } = mapOf(FLOOR);
    const real = cellsOf(plan, 0.05);
    const { width, height, data } = map.picture;
    let [free, seen, wrong] = [0, 0, 0];
    for (let row = 0; row < real.rows; row += 1)
      for (let column = 0; column < real.columns; column += 1) {
        const isFree = real.cells[row * real.columns + column] === 0;
        const level = data[(height - 1 - row) * width + column];
        if (isFree) free += 1;
        if (isFree && level === 254) seen += 1;
        if (!isFree && level === 254) wrong += 1;
      }
    expect(seen / free).toBeGreaterThan(0.85);
    expect(wrong / seen).toBeLessThan(0.02);
    const fileId = 'a'.repeat(32);
    stage.robot.finishScan({ actionId: ACTION }, { fileId });
    stage.until(() => status() === 'FINISHED', 5);
    expect(stage.state().actionStates).toContainEqual(
      expect.objectContaining({ actionId: ACTION, actionStatus: 'FINISHED', resultDescription: fileId }),
    );
    expect(task()?.kind).not.toBe('mapping');
  }, 60_000);

  it('says so when the map cannot be sent, and forgets the mapping when it is cancelled', () => {
    const { stage, status } = mapping();
    stage.until(() => status() === 'RUNNING', 5);
    stage.act('cancelOrder', {}, 'end');
    stage.until(() => stage.status('end') === 'FINISHED', 20);
    expect(status()).toBe('FAILED');
    expect(stage.robot.takeScans()).toEqual([]);
    expect(stage.state().nodeStates).toEqual([]);
  });
});
