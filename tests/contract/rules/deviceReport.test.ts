/** What a robot reports about its devices, and what proves an action. */
import { describe, expect, it } from 'vitest';
import { deviceReportOf, looksAhead, showsAction } from '../../../contract/rules/deviceReport.ts';

const stateOf = (values: Record<string, string>) => ({
  information: [
    { infoType: 'battery', infoLevel: 'DEBUG' as const, infoReferences: [] },
    {
      infoType: 'settings',
      infoLevel: 'DEBUG' as const,
      infoReferences: Object.entries(values).map(([referenceKey, referenceValue]) => ({
        referenceKey,
        referenceValue,
      })),
    },
  ],
});

const UNKNOWN = {
  lights: null,
  headHorizontal: null,
  headVertical: null,
  volume: null,
  cabinets: null,
  openCabinets: null,
};

describe('a head looks ahead', () => {
  it.each([
    [0, true],
    [0.34, true],
    [-0.34, true],
    [0.36, false],
    [-0.36, false],
    ['left', true],
    [null, true],
    [undefined, true],
  ])('%s: %s', (head, ahead) => expect(looksAhead(head)).toBe(ahead));
});

describe('the report of devices', () => {
  it('reads lights, angles in degrees, volume and compartments', () => {
    const values = {
      lights: 'true',
      head: String(Math.PI / 6),
      tilt: String(-Math.PI / 18),
      volume: '45',
      cabinets: '4',
      openCabinets: '1,3',
    };
    expect(deviceReportOf(stateOf(values))).toEqual({
      lights: true,
      headHorizontal: 120,
      headVertical: 12,
      volume: 45,
      cabinets: 4,
      openCabinets: [1, 3],
    });
  });
  it('knows nothing of a robot that reports nothing, or nonsense', () => {
    expect(deviceReportOf({})).toEqual(UNKNOWN);
    expect(deviceReportOf(stateOf({ lights: 'maybe', head: 'x', volume: ' ', cabinets: '2.5' }))).toEqual(UNKNOWN);
    expect(deviceReportOf(stateOf({ cabinets: '900', openCabinets: '' }))).toMatchObject({
      cabinets: 20,
      openCabinets: [],
    });
    expect(deviceReportOf(stateOf({ openCabinets: '0,2,999,x' })).openCabinets).toEqual([2]);
  });
  it('proves an action by its value, and does not contradict what is not reported', () => {
    const report = deviceReportOf(stateOf({ lights: 'false', volume: '40', head: '0', tilt: '0', openCabinets: '2' }));
    expect(showsAction('setLights', { on: false }, report)).toBe(true);
    expect(showsAction('setLights', { on: true }, report)).toBe(false);
    expect(showsAction('setVolume', { volume: 41 }, report)).toBe(false);
    expect(showsAction('setHead', { horizontal: 91, vertical: 22 }, report)).toBe(true);
    expect(showsAction('setHead', { horizontal: 120, vertical: 22 }, report)).toBe(false);
    expect(showsAction('closeCabinet', { cabinet: 2 }, report)).toBe(false);
    expect(showsAction('closeCabinet', { cabinet: 1 }, report)).toBe(true);
    for (const action of ['setLights', 'setVolume', 'setHead', 'openCabinet'] as const)
      expect(showsAction(action, { on: true, volume: 1, horizontal: 10, vertical: 10, cabinet: 1 }, UNKNOWN)).toBe(
        true,
      );
  });
});
