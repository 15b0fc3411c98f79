import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { RouteRun } from '../../../contract/entities/routeRun.ts';
import type { RobotLive } from '../../../contract/entities/robot.ts';
import { ROUTE_RUN_REASONS } from '../../../contract/rules/routeRun.ts';
import { RouteRunFigures } from '../../../src/ui/routeRuns/RouteRunFigures.tsx';
import { RouteRunStops } from '../../../src/ui/routeRuns/RouteRunStops.tsx';
import { routeRunMarks, placeNow, spanText, stateTexts, whyEnded } from '../../../src/ui/routeRuns/routeRunTexts.ts';
import { sampleRouteRun } from '../../fakes/routeRunSample.ts';
import { NOW, sampleLive } from '../../fakes/robotSample.ts';
import { renderWithTexts, textsOf } from '../withTexts.tsx';

afterEach(cleanup);

const time = (): string => '14:32:06';
const words = async (drive: Partial<RouteRun> = {}, live: Partial<RobotLive> = {}, lostAt: number | null = null) =>
  stateTexts(sampleRouteRun(drive), {
    t: (await textsOf('enUS')).now(),
    live: sampleLive(live),
    lostAt,
    now: NOW,
    age: (ms) => `${ms} ms`,
    time,
  });

describe('what a drive is at', () => {
  it.each<[string, Partial<RouteRun>, Partial<RobotLive>, string]>([
    ['driving', {}, {}, 'Driving to Lift 1'],
    ['not answered yet', { phase: 'starting' }, {}, 'Sent to Porter 1, waiting for a response'],
    ['charging', { phase: 'charging' }, {}, 'Charging'],
    [
      'staying',
      {
        phase: 'staying',
        stayUntil: NOW,
        stops: [{ areaId: 'p1', name: 'Kitchen pass', state: 'arrived', arrivedAt: 1, leftAt: null }],
      },
      {},
      'At Kitchen pass',
    ],
    ['stopped', {}, { held: true, paused: true }, 'Stopped'],
    ['Stop on its way', {}, { held: true, paused: false }, 'Stopping…'],
    [
      'the emergency stop comes before Stop',
      {},
      { held: true, paused: true, eStop: 'MANUAL' },
      'Emergency stop pressed',
    ],
    ['by hand', {}, { mode: 'MANUAL' }, 'Manual driving'],
    [
      'offline comes before all that it last said',
      {},
      { connection: 'offline', held: true, eStop: 'MANUAL' },
      'Porter 1 is offline',
    ],
    ['silent', {}, { at: NOW - 600_000 }, 'No data from Porter 1'],
  ])('%s', async (_, drive, live, title) => expect((await words(drive, live)).title).toBe(title));

  it('with the live link lost says since when, whatever was heard before', async () =>
    expect(await words({}, { held: true }, NOW)).toEqual({
      title: 'No live connection',
      note: "You're seeing the state at 14:32:06. The robot continues on its own.",
      tone: 'attn',
    }));
});

describe('how a drive ended', () => {
  it.each(['enUS', 'zhCN'] as const)("every reason of ours has words, a robot's own its own: %s", async (language) => {
    const t = (await textsOf(language)).now();
    for (const type of ROUTE_RUN_REASONS) {
      const said = whyEnded(t, { reason: { type, description: 'Lin Wei' } });
      expect(said, type).not.toBe('');
      expect(said.includes('Lin Wei'), type).toBe(type === 'ended' || type === 'charging' || type === 'cancelledBy');
    }
    expect(whyEnded(t, { reason: { type: 'ended', description: 'Lin Wei' } })).toContain('Lin Wei');
    expect(whyEnded(t, { reason: { type: 'wheelStuck9', description: 'wheel 9' } })).toBe('wheel 9');
    expect(whyEnded(t, { reason: null })).toBe('');
  });
});

describe('the stops of a drive', () => {
  it('a point that is called at twice is one mark, as it is now', () => {
    const [first, second] = sampleRouteRun().stops;
    const marks = routeRunMarks({
      phase: 'driving',
      stops: [first!, second!, { ...first!, state: 'waiting', arrivedAt: null, leftAt: null }],
    });
    expect(marks).toEqual([
      { areaId: 'p1', numbers: [1, 3], state: 'arrived', selected: false, faulty: false },
      { areaId: 'p2', numbers: [2], state: 'underway', selected: true, faulty: false },
    ]);
    expect(placeNow({ phase: 'driving', stops: [first!] })).toBe(-1);
  });

  it('are told to the ear with their place, name and state; the one it is at is the current step', async () => {
    await renderWithTexts(<RouteRunStops run={sampleRouteRun()} time={time} />);
    const stops = within(screen.getByRole('list', { name: 'Stops in this round' })).getAllByRole('listitem');
    expect(stops.map((stop) => stop.getAttribute('aria-label'))).toEqual([
      'Stop 1, Kitchen pass: arrived at 14:32:06',
      'Stop 2, Lift 1: next',
      'Stop 3, Lounge: upcoming',
    ]);
    expect(stops.map((stop) => stop.getAttribute('aria-current'))).toEqual([null, 'step', null]);
  });

  it('that an ended run had still ahead were not reached', async () => {
    const drive = sampleRouteRun({ state: 'partiallyCompleted', phase: null, endedAt: NOW });
    await renderWithTexts(<RouteRunStops run={drive} time={time} />);
    expect(screen.getAllByRole('listitem').map((stop) => stop.getAttribute('aria-label'))).toEqual([
      'Stop 1, Kitchen pass: arrived at 14:32:06',
      'Stop 2, Lift 1: not reached',
      'Stop 3, Lounge: not reached',
    ]);
  });

  it('time taken is a clock', () =>
    expect([0, 8_000, 522_999, 3_723_000].map(spanText)).toEqual(['0:00', '0:08', '8:42', '1:02:03']));
});

describe('the round of a loop', () => {
  it.each<[Partial<RouteRun>, string]>([
    [{ loop: 1, rounds: 5 }, '2 of 5'],
    // After its last stop, before it has ended.
    [{ loop: 5, rounds: 5 }, '5 of 5'],
    [{ loop: 5, rounds: 5, state: 'finished' }, '5 of 5'],
    [{ loop: 1, rounds: null }, '2'],
  ])('of %j is %s', async (drive, text) => {
    await renderWithTexts(
      <RouteRunFigures
        run={sampleRouteRun({ cycleType: 'loop', ...drive })}
        live={sampleLive()}
        now={NOW}
        stale={false}
      />,
    );
    expect(screen.getByText('Round').nextElementSibling?.textContent).toBe(text);
  });
});
