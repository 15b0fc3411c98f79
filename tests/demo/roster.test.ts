import { describe, expect, it } from 'vitest';
import { VIEW_OF_KIND } from '../../contract/entities/robotConstants.ts';
import { serialNumber } from '../../contract/entities/values.ts';
import * as v from 'valibot';
import { clearanceOn } from '../../demo/clearance.ts';
import { ACCOUNTS, DEMO_PASSWORD } from '../../demo/accounts.ts';
import { demoFleet, ROBOTS, roster, WAITING } from '../../demo/roster.ts';
import { mapOf, pointOf } from '../../demo/sites.ts';

describe('the roster', () => {
  it('has five delivery, five reception, two security and two disinfection robots', () => {
    const kinds = ROBOTS.map(({ kind }) => kind);
    expect(
      ['delivery', 'reception', 'security', 'disinfection'].map((kind) => kinds.filter((one) => one === kind).length),
    ).toEqual([5, 5, 2, 2]);
    for (const { kind, view } of ROBOTS) expect(view).toBe(VIEW_OF_KIND[kind]);
  });

  it('has robots of the models P1 and X1: reception robots of the view xp that drive, see and speak', () => {
    for (const model of ['P1', 'X1']) {
      const robot = ROBOTS.find((one) => one.model === model);
      expect(robot, model).toMatchObject({
        kind: 'reception',
        view: 'xp',
        capabilities: { navigation: true, video: true, speech: true, head: true, cabinets: 0 },
      });
      expect(clearanceOn(mapOf(robot?.mapId ?? '').plan)(robot?.pose.x ?? 0, robot?.pose.y ?? 0)).toBeGreaterThan(0.4);
    }
  });

  it('has robots on every floor, three of them in the clinic', () => {
    const on = (mapId: string) => ROBOTS.filter((robot) => robot.mapId === mapId).length;
    expect([on('harbour-1f'), on('harbour-2f'), on('riverside-1f')]).toEqual([9, 2, 3]);
  });

  it('sends each robot home and round to points of its own site', () => {
    for (const robot of ROBOTS) {
      for (const id of [robot.homePointId, ...robot.round])
        expect(mapOf(pointOf(id).mapId).siteId, id).toBe(robot.siteId);
      const floors = new Set(robot.round.map((id) => pointOf(id).mapId));
      if (floors.size > 1) expect(robot.capabilities.liftRide, robot.serialNumber).toBe(true);
    }
  });

  it('gives no bay to two robots', () => {
    const bays = ROBOTS.flatMap(({ homeBayId }) => homeBayId ?? []);
    expect(new Set(bays).size).toBe(bays.length);
    expect(bays.length).toBe(7);
  });

  it('grows to any number with the same robots for the same seed', () => {
    const many = roster(400, 7);
    expect(many).toHaveLength(400);
    expect(many.slice(0, ROBOTS.length)).toEqual(ROBOTS);
    expect(roster(400, 7)).toEqual(many);
    expect(roster(400, 8)).not.toEqual(many);
    expect(new Set(many.map((robot) => robot.serialNumber)).size).toBe(400);
    for (const robot of many) v.parse(serialNumber, robot.serialNumber);
    expect(roster(3)).toEqual(ROBOTS.slice(0, 3));
  });

  it('has one more that waits to be bound, where all the others are there', () => {
    expect(demoFleet()).toEqual([...ROBOTS, WAITING]);
    expect(demoFleet(13)).toEqual(ROBOTS.slice(0, 13));
    expect(demoFleet(20, 7)).toEqual([...roster(20, 7), WAITING]);
    expect(WAITING.round).toEqual([]);
    expect(clearanceOn(mapOf(WAITING.mapId).plan)(WAITING.pose.x, WAITING.pose.y)).toBeGreaterThan(1);
  });
});

describe('the accounts', () => {
  it('are the ones that are printed at start', () => {
    expect(DEMO_PASSWORD).toBe('Roundhouse1');
    expect(ACCOUNTS.map(({ email, roles, relation }) => [email, roles.join(), relation])).toEqual([
      ['admin@demo.roundhouse', 'admin,operator', 'superAdmin'],
      ['operator@demo.roundhouse', 'operator', 'member'],
      ['viewer@demo.roundhouse', 'viewer', 'member'],
      ['new@demo.roundhouse', 'operator', null],
    ]);
    expect(ACCOUNTS.find(({ phone }) => phone)).toMatchObject({
      phone: '+8613800000001',
      name: { enUS: 'Lin Wei', zhCN: '林薇' },
    });
  });
});
