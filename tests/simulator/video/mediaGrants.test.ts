/** The robot's own timing of its media grants, and how they affect a call. */
import { describe, expect, it } from 'vitest';
import type { MediaKind } from '../../../contract/entities/robotConstants.ts';
import { CallAccess } from '../../../simulator/video/callAccess.ts';
import { MediaGrants } from '../../../simulator/video/mediaGrants.ts';

const SERVER = 1_700_000_000_000;

function robot() {
  let now = 5_000;
  const grants = new MediaGrants(() => now);
  return {
    grants,
    later: (ms: number) => void (now += ms),
    now: () => now,
    list: (entries: Record<string, MediaKind[]>, lasts = 60_000, sentAt = SERVER) =>
      grants.take('R', {
        type: 'mediaGrants',
        sentAt,
        grants: Object.entries(entries).map(([viewer, what]) => ({ viewer, what, until: sentAt + lasts })),
      }),
    may: (viewer: string) =>
      Object.entries(grants.of('R', viewer))
        .flatMap(([kind, isAllowed]) => (isAllowed ? [kind] : []))
        .join(' '),
  };
}

describe('media grants', () => {
  it('hold for 30 s from arrival, whatever the server says and whatever time it has', () => {
    const { list, may, later } = robot();
    list({ anna: ['picture', 'sound'] }, 600_000, 12);
    expect([may('anna'), may('ben')]).toEqual(['picture sound', '']);
    later(29_999);
    expect(may('anna')).toBe('picture sound');
    later(1);
    expect(may('anna')).toBe('');
  });

  it('end sooner when the server says so', () => {
    const { list, may, later } = robot();
    list({ anna: ['picture'] }, 4_000);
    later(3_999);
    expect(may('anna')).toBe('picture');
    later(1);
    expect(may('anna')).toBe('');
    list({ anna: ['picture'] }, -1);
    expect(may('anna')).toBe('');
  });

  it('are those of the newest list alone', () => {
    const { list, may, grants, later } = robot();
    list({ anna: ['picture', 'voice'], ben: ['picture'] });
    list({ ben: ['picture'] });
    expect([may('anna'), may('ben'), grants.isCurrent('R')]).toEqual(['', 'picture', true]);
    expect(grants.of('OTHER', 'ben').picture).toBe(false);
    later(30_000);
    expect(grants.isCurrent('R')).toBe(false);
  });
});

describe('a call', () => {
  const [none, some] = [
    { picture: false, sound: false, voice: false, camera: false },
    { picture: true, sound: false, voice: false, camera: false },
  ];

  it('waits 5 s for its first grant, and is refused without one', () => {
    const call = new CallAccess();
    expect([0, 4_999, 5_000].map((now) => call.next(none, now))).toEqual(['waiting', 'waiting', 'refused']);
  });

  it('is muted without a grant, goes on with one, and ends after a minute without', () => {
    const call = new CallAccess();
    expect([
      call.next(none, 0),
      call.next(some, 3_000),
      call.next(none, 10_000),
      call.next(none, 69_999),
      call.next(some, 69_999),
    ]).toEqual(['waiting', 'granted', 'muted', 'muted', 'granted']);
    expect([call.next(none, 80_000), call.next(none, 139_999), call.next(none, 140_000)]).toEqual([
      'muted',
      'muted',
      'over',
    ]);
  });
});
