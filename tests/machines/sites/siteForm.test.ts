/** What the form of a site, a lift and a door accepts. */
import { describe, expect, it } from 'vitest';
import { SITE_PHONE_MAX } from '../../../contract/rules/siteLimits.ts';
import {
  changesZone,
  degreesOf,
  fieldsOfDoor,
  fieldsOfLift,
  fieldsOfSite,
  newDoor,
  newLift,
  newSite,
  siteFaults,
} from '../../../src/machines/sites/siteForm.machine.ts';
import { DOOR, HARBOUR, LIFT } from '../../fakes/siteSample.ts';

const NAMES = { zhCN: '楼', enUS: 'House' };

describe('the form of a site', () => {
  it('needs both names and a time zone', () => {
    expect(Object.keys(siteFaults(newSite('')))).toEqual(['zhCN', 'enUS', 'timeZone']);
    expect(siteFaults({ ...newSite('UTC'), ...NAMES })).toEqual({});
    expect(siteFaults({ ...newSite('UTC'), ...NAMES, enUS: 'x'.repeat(61) })).toEqual({
      enUS: 'sites.fault.nameLong',
    });
  });

  it.each([
    ['', '', {}],
    ['31.2', '121,4', {}],
    ['-90', '180', {}],
    ['91', '0', { latitude: 'sites.fault.latitude' }],
    ['0', '-181', { longitude: 'sites.fault.longitude' }],
    ['north', '0', { latitude: 'sites.fault.latitude' }],
    ['1', '', { longitude: 'sites.fault.coordinates' }],
    ['', '1', { latitude: 'sites.fault.coordinates' }],
  ])('takes the coordinates %j, %j as %j', (latitude, longitude, faults) => {
    expect(siteFaults({ ...newSite('UTC'), ...NAMES, latitude, longitude })).toEqual(faults);
  });

  it('takes a whole phone number with its country code, or none', () => {
    const faultsWith = (phoneNumber: string) => siteFaults({ ...fieldsOfSite(HARBOUR), phoneNumber });
    for (const phoneNumber of ['', '+1 202 555 0141', '+86 (21) 5555-0199'])
      expect(faultsWith(phoneNumber)).toEqual({});
    for (const phoneNumber of ['2025550141', '+1', 'front desk'])
      expect(faultsWith(phoneNumber)).toEqual({ phoneNumber: 'sites.fault.phoneNumber' });
    // The limit of the contract, which counts separators.
    const spaced = (length: number) => `+1 202 555 0141`.padEnd(length - 1, ' ') + '2';
    expect(faultsWith(spaced(SITE_PHONE_MAX))).toEqual({});
    expect(faultsWith(spaced(SITE_PHONE_MAX + 1))).toEqual({ phoneNumber: 'sites.fault.phoneNumberLong' });
  });

  it.each(['4', '51', '12.5', 'much', ''])('does not take %j as the battery reserve', (batteryReserve) => {
    expect(siteFaults({ ...fieldsOfSite(HARBOUR), batteryReserve })).toEqual({
      batteryReserve: 'sites.fault.batteryReserve',
    });
    expect(siteFaults({ ...fieldsOfSite(HARBOUR), batteryReserve: '50' })).toEqual({});
  });

  it('asks before the zone of an existing site changes', () => {
    const fields = fieldsOfSite(HARBOUR);
    expect([changesZone(fields), siteFaults(fields)]).toEqual([false, {}]);
    const moved = { ...fields, timeZone: 'Asia/Dubai' };
    expect(siteFaults(moved)).toEqual({ zoneConfirmed: 'sites.fault.zoneConfirmed' });
    expect(siteFaults({ ...moved, zoneConfirmed: true })).toEqual({});
    expect(degreesOf(fields.latitude)).toBe(31.2);
  });
});

describe('the form of a lift or a door', () => {
  it('begins with what is saved', () => {
    expect(fieldsOfLift('harbour', LIFT)).toMatchObject({ id: 'lift-1', stops: { f1: 'l1', f2: 'gone' }, revision: 2 });
    expect(fieldsOfDoor('harbour', DOOR)).toMatchObject({ mapId: 'f1', areaIds: ['d1'], openSeconds: '8' });
    expect(fieldsOfDoor('harbour', { ...DOOR, isOutOfService: true }).isOutOfService).toBe(true);
  });

  it.each(['0', '121', '1.5', 'long', ''])('does not take %j as seconds', (openSeconds) => {
    expect(siteFaults({ ...newLift('harbour'), ...NAMES, openSeconds })).toEqual({
      openSeconds: 'sites.fault.openSeconds',
    });
  });

  it('needs a floor, and for a relay its address', () => {
    expect(siteFaults({ ...newDoor('harbour', ''), ...NAMES })).toEqual({ mapId: 'sites.fault.floorEmpty' });
    const relay = { ...newDoor('harbour', 'f1'), ...NAMES, openedBy: 'relay' as const };
    expect(siteFaults(relay)).toEqual({ relayUrl: 'sites.fault.relayUrl' });
    expect(siteFaults({ ...relay, relayUrl: 'http://10.0.0.9/open' })).toEqual({});
  });
});
