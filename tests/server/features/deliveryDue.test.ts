/** What falls due in the life of a delivery, for a robot that is heard, silent or gone; and who takes a delivery. */
import { describe, expect, it } from 'vitest';
import type { DeliveryStatus } from '../../../contract/entities/robotConstants.ts';
import {
  DELIVERY_EXPIRES_MS,
  LOADING_WAIT_MS,
  MORE_TIME_MS,
  PICKUP_WAIT_MS,
  REPLACE_SILENT_MS,
  TIMEOUT_GRACE_MS,
} from '../../../contract/rules/deliveryLimits.ts';
import { DELIVERY_SILENT_MS } from '../../../contract/rules/limits.ts';
import { dueOutcome } from '../../../server/features/deliveryDue.ts';
import {
  canCarry,
  freeCompartment,
  reasonOf,
  shownReason,
  whyNoneNow,
  whyNotNow,
} from '../../../server/features/deliveryRobots.ts';
import { unheard } from '../../../server/fleet/robotLiveState.ts';

const NOW = 1_700_000_000_000;
const row = (status: DeliveryStatus, agoMs: number, more: object = {}) => ({
  status,
  serialNumber: 'W1',
  createdAt: new Date(NOW - agoMs),
  changedAt: new Date(NOW - agoMs),
  hasMoreTime: false,
  notBefore: null,
  ...more,
});
const heard = { connection: 'online' as const, at: NOW - 500 };
const silent = (ms: number) => ({ connection: 'broken' as const, at: NOW - ms });

describe('a due delivery', () => {
  it('waits for a robot, and is given to another one when its robot does not take it', () => {
    expect(dueOutcome(row('created', 5_000, { serialNumber: '' }), null, NOW)).toEqual({ type: 'look' });
    expect(dueOutcome(row('created', 30_000), heard, NOW)).toEqual({ type: 'unassign', reason: 'robotSilent' });
    expect(dueOutcome(row('goingToLoadingPoint', REPLACE_SILENT_MS), silent(REPLACE_SILENT_MS), NOW)).toEqual({
      type: 'unassign',
      reason: 'robotSilent',
    });
    expect(dueOutcome(row('goingToLoadingPoint', 600_000), heard, NOW)).toEqual({ type: 'later' });
  });

  it.each([
    ['arrivedAtLoadingPoint', LOADING_WAIT_MS, 'loadingTimeout'],
    ['loading', LOADING_WAIT_MS, 'loadingTimeout'],
    ['arrivedAtRoom', PICKUP_WAIT_MS, 'notPickedUp'],
    ['cabinetOpen', PICKUP_WAIT_MS, 'notPickedUp'],
  ] as const)('%s ends when the robot itself does not end the wait', (status, wait, to) => {
    expect(dueOutcome(row(status, wait + TIMEOUT_GRACE_MS - 1), heard, NOW)).toEqual({ type: 'later' });
    expect(dueOutcome(row(status, wait + TIMEOUT_GRACE_MS), heard, NOW)).toEqual({
      type: 'change',
      to,
      reason: 'noOneCame',
    });
    const longer = row(status, wait + TIMEOUT_GRACE_MS, { hasMoreTime: true });
    if (to === 'notPickedUp') expect(dueOutcome(longer, heard, NOW + MORE_TIME_MS - 1)).toEqual({ type: 'later' });
  });

  it('is not judged while its robot is without network; after an hour it has failed', () => {
    expect(dueOutcome(row('arrivedAtRoom', 1_800_000), silent(1_700_000), NOW)).toEqual({ type: 'later' });
    expect(dueOutcome(row('arrivedAtRoom', DELIVERY_SILENT_MS), silent(DELIVERY_SILENT_MS), NOW)).toEqual({
      type: 'change',
      to: 'deliveryFailed',
      reason: 'robotSilent',
    });
  });

  it('expires after a day, even if its robot reports', () => {
    for (const status of ['created', 'goingToLoadingPoint', 'delivering'] as const)
      expect(dueOutcome(row(status, DELIVERY_EXPIRES_MS), heard, NOW)).toEqual({
        type: 'change',
        to: 'expired',
        reason: 'tooOld',
      });
  });
});

describe('which robot takes a delivery', () => {
  const abilities = {
    navigate: true,
    pause: true,
    charge: true,
    relocate: true,
    cancel: true,
    teleop: true,
    video: false,
    audio: false,
    liftRide: false,
    actions: [],
    maxSpeed: 1,
    compartments: ['small', 'large'] as ('small' | 'large')[],
  };
  const live = { ...unheard('W1'), connection: 'online' as const, at: NOW, located: true, battery: 80 };
  const robot = { serialNumber: 'W1', live, abilities, maps: ['1f', '2f'], carries: [], unusable: [] };
  const wanted = { size: 'small' as const, from: { areaId: 'k', mapId: '1f' }, to: { areaId: 'r', mapId: '1f' } };
  const place = { now: NOW, mapOf: () => '1f', lifts: [] };
  const parcel = {
    serialNumber: 'W1',
    status: 'created' as const,
    compartment: 1,
    loadingPoint: 'k',
    destination: 'r2',
  };

  it('the smallest compartment that fits; a large parcel none of the small ones', () => {
    expect(freeCompartment(robot, 'small')).toBe(1);
    expect(freeCompartment(robot, 'large')).toBe(2);
    expect(freeCompartment({ ...robot, carries: [parcel] }, 'small')).toBe(2);
    expect(freeCompartment({ ...robot, carries: [{ ...parcel, compartment: 2 }] }, 'large')).toBeNull();
  });

  it('no compartment that is jammed or not emptied, and says so if none is left', () => {
    expect(freeCompartment({ ...robot, unusable: [1] }, 'small')).toBe(2);
    expect(whyNotNow({ ...robot, unusable: [1] }, wanted, place)).toBe('');
    expect(whyNotNow({ ...robot, unusable: [2] }, { ...wanted, size: 'large' }, place)).toBe('noCompartment');
    expect(whyNotNow({ ...robot, unusable: [1, 2] }, wanted, place)).toBe('noCompartment');
    expect(whyNoneNow({ ...robot, unusable: [1, 2] }, NOW)).toBe('noCompartment');
    // A parcel under way frees its compartment by itself.
    expect(whyNotNow({ ...robot, unusable: [1], carries: [{ ...parcel, compartment: 2 }] }, wanted, place)).toBe(
      'allBusy',
    );
    expect(reasonOf(['noWay', 'noCompartment'])).toBe('noCompartment');
    expect(shownReason('noCompartment', wanted, [], String)).toEqual({ reason: 'allBusy', detail: 'noCompartment' });
  });

  it('not while all elevators between the floors are out of service', () => {
    const rider = { ...robot, abilities: { ...abilities, liftRide: true } };
    const above = { ...wanted, to: { areaId: 'r', mapId: '2f' } };
    const lift = (isOut: boolean, ...mapIds: string[]) => ({ mapIds, isOut });
    const why = (one: typeof robot, way: typeof wanted, ...lifts: ReturnType<typeof lift>[]) =>
      whyNotNow(one, way, { ...place, lifts });
    expect(why(rider, above, lift(true, '1f', '2f'), lift(false, '1f', '3f'))).toBe('liftOut');
    expect(why(rider, above, lift(true, '1f', '2f'), lift(false, '1f', '2f'))).toBe('');
    expect(why(rider, wanted, lift(true, '1f', '2f'))).toBe('');
    // It is on another floor than the loading point.
    const upstairs = { ...rider, live: { ...live, pose: { mapId: '2f', x: 0, y: 0, theta: 0 } } };
    expect(why(upstairs as typeof robot, wanted, lift(true, '1f', '2f'))).toBe('liftOut');
    const floorOf = (mapId: string) => `floor ${mapId}`;
    const out = [lift(true, '1f', '2f')];
    expect(shownReason('liftOut', above, out, floorOf)).toEqual({
      reason: 'noWay',
      detail: 'liftOut',
      floor: 'floor 2f',
    });
    expect(shownReason('liftOut', wanted, out, floorOf)).toMatchObject({ floor: 'floor 1f' });
  });

  it('not another floor without lift rides, and not a map that it does not know', () => {
    const above = { ...wanted, to: { areaId: 'r', mapId: '2f' } };
    expect(canCarry(robot, wanted)).toBe(true);
    expect(canCarry(robot, above)).toBe(false);
    expect(canCarry({ ...robot, abilities: { ...abilities, liftRide: true } }, above)).toBe(true);
    expect(canCarry({ ...robot, maps: ['2f'] }, wanted)).toBe(false);
  });

  it('only one that is at nobody else’s work, with enough charge', () => {
    const why = (change: object, carries: readonly (typeof parcel)[] = []) =>
      whyNotNow({ ...robot, live: { ...live, ...change }, carries }, wanted, place);
    expect(why({})).toBe('');
    expect(why({ connection: 'broken' })).toBe('offline');
    expect(why({ at: NOW - 60_000 })).toBe('offline');
    expect(why({ battery: 10 })).toBe('batteryLow');
    for (const change of [
      { held: true },
      { paused: true },
      { busy: true },
      { eStop: 'AUTOACK' },
      { located: false },
      { leaseHolder: 'x' },
    ])
      expect([change, why(change)]).toEqual([change, 'allBusy']);
    // Parcels ride together while nothing is loaded, from the same place to the same floor.
    expect(why({}, [parcel])).toBe('');
    expect(why({}, [{ ...parcel, loadingPoint: 'elsewhere' }])).toBe('allBusy');
    expect(reasonOf(['offline', 'allBusy'])).toBe('allBusy');
    expect(reasonOf([])).toBe('noRobot');
  });
});
