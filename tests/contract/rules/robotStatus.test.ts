import { describe, expect, it } from 'vitest';
import { compareByNeed, isStopUndelivered, needsAttention, statusOf } from '../../../contract/rules/robotStatus.ts';
import { liveOf } from '../../ui/robotOf.ts';

describe('a stopped robot', () => {
  it('says so once it has reported it, not while Stop is only wanted', () => {
    expect(statusOf(liveOf({ held: true, paused: false }))).toBe('working');
    expect(statusOf(liveOf({ held: true, paused: true }))).toBe('stopped');
    expect(statusOf(liveOf({ held: false, paused: true }))).toBe('stopped');
  });
  it('comes after an alarm and before all else', () => {
    expect(statusOf(liveOf({ paused: true, eStop: 'MANUAL' }))).toBe('alarm');
    expect(statusOf(liveOf({ paused: true, charging: true }))).toBe('stopped');
    expect(statusOf(liveOf({ paused: true, mode: 'MANUAL' }))).toBe('stopped');
  });
  it('is still stopped when it is lost; one that Stop has not reached is offline', () => {
    expect(statusOf(liveOf({ paused: true, held: true, connection: 'broken' }))).toBe('stopped');
    const away = liveOf({ held: true, connection: 'offline' });
    expect([statusOf(away), isStopUndelivered(away)]).toEqual(['offline', true]);
    expect(isStopUndelivered(liveOf({ held: true, paused: true, connection: 'offline' }))).toBe(false);
  });
  it('needs attention, and is sorted there: a Stop that has not arrived before a robot that is merely away', () => {
    expect((['alarm', 'stopped', 'offline', 'working'] as const).map(needsAttention)).toEqual([
      true,
      true,
      true,
      false,
    ]);
    const robots = [
      liveOf({ serialNumber: 'works' }),
      liveOf({ serialNumber: 'away', status: 'offline', connection: 'offline' }),
      liveOf({ serialNumber: 'undelivered', status: 'offline', connection: 'offline', held: true }),
      liveOf({ serialNumber: 'stopped', status: 'stopped', paused: true }),
      liveOf({ serialNumber: 'alarm', status: 'alarm' }),
    ];
    expect(robots.sort(compareByNeed).map(({ serialNumber }) => serialNumber)).toEqual([
      'alarm',
      'stopped',
      'undelivered',
      'away',
      'works',
    ]);
  });
});
