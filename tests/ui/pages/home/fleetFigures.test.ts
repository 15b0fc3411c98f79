import { describe, expect, it } from 'vitest';
import { ROBOT_SILENT_MS } from '../../../../contract/rules/limits.ts';
import { fleetFigures } from '../../../../src/ui/pages/home/fleetFigures.ts';
import { NOW, robotOf } from '../../robotOf.ts';

const FLEET = [
  robotOf({ serialNumber: 'A', live: { status: 'working', battery: 80 } }),
  robotOf({ serialNumber: 'B', live: { status: 'charging', charging: true, battery: 20 } }),
  robotOf({ serialNumber: 'C', live: { status: 'alarm', battery: 50 } }),
  robotOf({ serialNumber: 'D', live: { status: 'offline', connection: 'broken', battery: 5 } }),
  robotOf({ serialNumber: 'E', live: { status: 'standby', battery: 99, at: NOW - ROBOT_SILENT_MS - 1 } }),
];

describe('what is counted of a fleet', () => {
  it('parts who answers from who does not', () => {
    expect(fleetFigures(FLEET, NOW)).toMatchObject({
      total: 5,
      answering: 3,
      silent: 2,
      working: 1,
      resting: 2,
      needing: 2,
      charging: 1,
      available: 2,
    });
  });
  it('counts charge over those that answer', () => {
    const { battery } = fleetFigures(FLEET, NOW);
    expect([battery?.mean, battery?.low, battery?.lowest.serialNumber]).toEqual([50, 1, 'B']);
  });
  it('has no mean where nobody told a charge', () => {
    expect(fleetFigures([robotOf({ live: { battery: null } })], NOW).battery).toBeNull();
    expect(fleetFigures([], NOW)).toMatchObject({ total: 0, available: 0, battery: null });
  });
});
