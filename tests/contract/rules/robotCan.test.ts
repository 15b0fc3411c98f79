import { describe, expect, it } from 'vitest';
import type { RobotLive } from '../../../contract/entities/robot.ts';
import { ROBOT_ACTIONS } from '../../../contract/rules/robotActions.ts';
import { RIGHTS } from '../../../contract/rules/rights.ts';
import { ROBOT_ACTS, blockingError, robotCan, type RobotFacts } from '../../../contract/rules/robotCan.ts';

const NOW = 1_000_000;
const live: RobotLive = {
  serialNumber: 'W1',
  at: NOW,
  connection: 'online',
  status: 'standby',
  pose: { mapId: 'm', x: 0, y: 0, theta: 0 },
  speed: 0,
  battery: 80,
  charging: false,
  driving: false,
  paused: false,
  held: false,
  stops: [],
  eStop: 'NONE',
  mode: 'AUTOMATIC',
  located: true,
  localization: 1,
  busy: false,
  task: null,
  drive: null,
  problems: [],
  path: [],
  leaseHolder: null,
};
const GOING: RobotLive['task'] = {
  kind: 'goTo',
  target: '',
  targetId: null,
  progress: null,
  stops: [],
  until: null,
  toGo: null,
};
const facts = (change: Partial<RobotLive> = {}, more: Partial<RobotFacts> = {}): RobotFacts => ({
  live: { ...live, ...change },
  abilities: {
    navigate: true,
    pause: true,
    charge: true,
    relocate: true,
    cancel: true,
    teleop: true,
    video: true,
    audio: true,
    liftRide: true,
    actions: [],
    maxSpeed: 1,
  },
  rights: RIGHTS,
  leasedByOther: false,
  leasedByMe: false,
  now: NOW,
  ...more,
});

describe('what may be done with a robot', () => {
  it('a free robot takes a goal, a charge, a relocation, a hand and a viewer', () => {
    for (const act of ['goTo', 'cruise', 'charge', 'relocate', 'takeLease', 'watch', 'stop'] as const)
      expect(blockingError(act, facts())).toBeNull();
  });
  it("Stop is never in anybody's way: lost, silent, leased, held, in emergency stop", () => {
    const worst = facts(
      { connection: 'broken', at: null, eStop: 'MANUAL', held: true, mode: 'MANUAL', located: false },
      { leasedByOther: true, rights: ['read', 'stop'] },
    );
    expect(robotCan.stop(worst)).toBe(true);
  });
  it('nobody without a right does anything', () => {
    for (const act of ROBOT_ACTS) expect(blockingError(act, facts({}, { rights: [] }))).toBe('notAllowed');
  });
  it("a device's action needs its announcement and a robot that answers, not a free one", () => {
    const announced = (change: Partial<RobotLive> = {}, leasedByOther = false) => {
      const found = facts(change, { leasedByOther });
      return { ...found, abilities: { ...found.abilities, actions: [...ROBOT_ACTIONS] } };
    };
    for (const action of ROBOT_ACTIONS) {
      expect(blockingError(action, facts())).toBe('robotCannot');
      expect(blockingError(action, announced({ held: true, busy: true, eStop: 'MANUAL' }))).toBeNull();
      expect(blockingError(action, announced({ connection: 'broken' }))).toBe('robotOffline');
      expect(blockingError(action, announced({ at: NOW - 60_000 }))).toBe('robotSilent');
    }
    // What the person who drives sees, and who reaches into the robot, is not changed by somebody else.
    const busy = ROBOT_ACTIONS.filter((action) => blockingError(action, announced({}, true)) === 'leaseHeld');
    expect([...busy].sort()).toEqual(['openCabinet', 'setHead']);
    expect(blockingError('openCabinet', announced({ driving: true }))).toBe('robotMoving');
    expect(blockingError('closeCabinet', announced({ driving: true }))).toBeNull();
  });
  it('a viewer sees and stops, and nothing else', () => {
    const viewer = facts({ held: true }, { rights: ['read', 'stop'] });
    expect(ROBOT_ACTS.filter((act) => blockingError(act, viewer) !== 'notAllowed').sort()).toEqual(['stop', 'watch']);
  });
  it.each([
    ['goTo', { connection: 'offline' }, 'robotOffline'],
    ['goTo', { at: NOW - 60_000 }, 'robotSilent'],
    ['goTo', { eStop: 'MANUAL' }, 'robotEmergencyStop'],
    ['goTo', { held: true }, 'robotHeld'],
    ['goTo', { located: false }, 'robotNotLocated'],
    ['goTo', { mode: 'MANUAL' }, 'robotManual'],
    ['goTo', { busy: true }, 'robotBusy'],
    ['cruise', { busy: true, task: GOING }, 'robotBusy'],
    ['cruise', { drive: { id: 'd', pathId: 'r', revision: 0 } }, 'robotBusy'],
    ['cruise', { battery: 19 }, 'robotBatteryLow'],
    ['cruise', { held: true }, 'robotHeld'],
    ['charge', { charging: true }, 'robotCharging'],
    ['cancel', {}, 'nothingToCancel'],
    ['resume', {}, 'notPaused'],
    ['relocate', { driving: true, busy: true }, 'robotBusy'],
    ['relocate', { driving: true, mode: 'MANUAL' }, 'robotManual'],
    ['drive', {}, 'leaseNotHeld'],
    ['watch', { connection: 'broken' }, 'robotOffline'],
  ] as const)('%s with %j meets %s', (act, change, obstacle) =>
    expect(blockingError(act, facts(change))).toBe(obstacle),
  );
  it.each(['goTo', 'cruise', 'charge', 'relocate', 'cancel', 'resume'] as const)(
    '%s is refused while another one steers',
    (act) => {
      expect(
        blockingError(act, facts({ busy: act === 'cancel', held: act === 'resume' }, { leasedByOther: true })),
      ).toBe('leaseHeld');
    },
  );
  it('a robot that has not confirmed a Stop gets no orders, but is driven by hand, located and stopped', () => {
    const blocked = facts({ drivingBlocked: true });
    for (const act of ['goTo', 'cruise', 'charge'] as const)
      expect(blockingError(act, blocked)).toBe('stopUnconfirmed');
    for (const act of ['relocate', 'takeLease', 'stop'] as const) expect(blockingError(act, blocked)).toBeNull();
    expect(blockingError('drive', { ...blocked, leasedByMe: true })).toBeNull();
    expect(blockingError('goTo', facts({ drivingBlocked: true, connection: 'offline' }))).toBe('robotOffline');
  });
  it('a run needs the battery level that is shown: 20% is enough also if it is rounded', () => {
    expect([19.4, 19.5].map((battery) => blockingError('cruise', facts({ battery })))).toEqual([
      'robotBatteryLow',
      null,
    ]);
  });
  it('lifts nothing that is not recorded yet', () => {
    expect(
      blockingError(
        'resume',
        facts({ held: true, stops: [{ id: 's', by: { userId: 'u', name: 'Ann' }, at: 1, recorded: false }] }),
      ),
    ).toBe('stopNotRecorded');
  });
  it('never says "cancel that first" where there is nothing to cancel', () => {
    for (const driving of [true, false])
      for (const busy of [true, false])
        for (const mode of ['AUTOMATIC', 'MANUAL'] as const)
          for (const task of [null, GOING]) {
            const state = facts({ driving, busy, mode, task });
            if (blockingError('relocate', state) === 'robotBusy') expect(blockingError('cancel', state)).toBeNull();
          }
    expect(blockingError('relocate', facts({ driving: true, busy: false, task: GOING }))).toBeNull();
  });
  it('one goal replaces another', () => {
    expect(robotCan.goTo(facts({ busy: true, task: GOING }))).toBe(true);
  });
  it('a third-party robot without teleop or camera says so', () => {
    const abilities = { ...facts().abilities, teleop: false, video: false };
    const still = { ...facts().abilities, navigate: false };
    expect(blockingError('goTo', facts({}, { abilities: still }))).toBe('robotCannot');
    expect(blockingError('cruise', facts({}, { abilities: still }))).toBe('robotCannot');
    expect(blockingError('charge', facts({ located: false }, { abilities: still }))).toBeNull();
    expect(blockingError('charge', facts({ located: false }))).toBe('robotNotLocated');
    expect(blockingError('takeLease', facts({}, { abilities }))).toBe('robotCannot');
    expect(blockingError('watch', facts({}, { abilities }))).toBe('cameraMissing');
  });
});
