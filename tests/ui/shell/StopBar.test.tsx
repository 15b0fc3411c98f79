/** Bar of pending Stops: texts of each in both languages, and the available actions. */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { type AnyEventObject, createActor, fromCallback, fromTransition, setup, SimulatedClock } from 'xstate';
import type { Language } from '../../../contract/entities/constants.ts';
import { STOP_RETRY_MS } from '../../../contract/rules/limits.ts';
import type { FoundStop } from '../../../src/machines/app/events.ts';
import { AppContext, type AppParts } from '../../../src/ui/hooks/AppContext.ts';
import { StopBar } from '../../../src/ui/shell/StopBar.tsx';
import { ME, stopsInMemory } from '../../fakes/besideStops.ts';
import { settle } from '../../fakes/settle.ts';
import { textsOf } from '../withTexts.tsx';
import { robotOf } from '../robotOf.ts';

const NOW = Date.UTC(2026, 4, 4, 12);
const stopOf = (serialNumber: string, change: Partial<FoundStop['stop']> = {}, age = 3_000): FoundStop => ({
  stop: { serialNumber, name: `Robot ${serialNumber}`, askedBy: ME, askedAt: NOW - 3_000, sentAt: null, ...change },
  age,
});
const running: { stop(): void }[] = [];
afterEach(() => {
  cleanup();
  for (const root of running.splice(0)) root.stop();
});

interface ShowOptions {
  found: readonly FoundStop[];
  language?: Language;
  signedIn?: boolean;
  answers?: boolean;
  no?: 'notAllowed';
  page?: object | null;
}
async function show({ found, language = 'enUS', signedIn = true, answers = true, no, page = null }: ShowOptions) {
  const clock = new SimulatedClock();
  clock.set(NOW);
  const memory = stopsInMemory(clock, new Map(found.map((each) => [each.stop.serialNumber, each])));
  Object.assign(memory.cloud, { answers, no: no ?? null });
  const told: AnyEventObject[] = [];
  const fleet = {
    robots: Object.fromEntries(
      found.map(({ stop: { serialNumber } }) => [
        serialNumber,
        robotOf({ serialNumber, robotNickName: `Porter ${serialNumber}` }),
      ]),
    ),
    serverTime: NOW,
  };
  const root = createActor(
    setup({
      types: { context: {} as { page: unknown; serialNumber: string } },
      actors: {
        stops: memory.machine,
        fleet: fromTransition((state: typeof fleet) => state, fleet),
        scribe: fromCallback<AnyEventObject>(({ receive }) => receive((event) => void told.push(event))),
        ready: setup({}).createMachine({ tags: 'ready' }),
      },
    }).createMachine({
      context: { page, serialNumber: '' },
      invoke: [
        { src: 'scribe', id: 'navigation', systemId: 'navigation' },
        { src: 'stops', id: 'pendingStops', systemId: 'pendingStops' },
        ...(signedIn
          ? [
              { src: 'fleet' as const, id: 'fleet', systemId: 'fleet' },
              { src: 'ready' as const, id: 'screen', systemId: 'screen' },
            ]
          : []),
      ],
    }),
    { clock },
  ).start();
  running.push(root);
  const stops = root.system.get('pendingStops' as never) as unknown as { send(event: AnyEventObject): void };
  if (signedIn) stops.send({ type: 'user.changed', user: ME });
  const parts = { root, live: { now: () => NOW }, texts: await textsOf(language) } as unknown as AppParts;
  await act(async () => {
    render(
      <AppContext value={parts}>
        <StopBar />
      </AppContext>,
    );
    await settle();
  });
  return {
    ...memory,
    stops,
    told,
    clock,
    so: (happening: () => unknown) =>
      act(async () => {
        await happening();
        await settle();
      }),
  };
}
const bar = () => screen.queryByRole('region', { name: 'Pending Stops' });

describe('one Stop', () => {
  it('is sent, then confirmed, then gone by itself; it has no close button', async () => {
    const shown = await show({ found: [stopOf('1')] });
    expect(bar()?.textContent).toMatch(/Stop sent to Porter 1.*3\.0 s.*Waiting for confirmation from the robot\./u);
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['View Porter 1']);
    fireEvent.click(screen.getByRole('button', { name: 'View Porter 1' }));
    expect(shown.told).toMatchObject([{ type: 'navigation.go', to: '/home/robot-data?serialNumber=1' }]);
    await shown.so(() => {
      shown.stops.send({ type: 'fleet.started' });
      shown.stops.send({
        type: 'robots.seen',
        robots: [{ serialNumber: '1', held: true, paused: true, online: true }],
        at: NOW + 1_000,
      });
    });
    expect(screen.getByRole('status').textContent).toBe('Porter 1 has stopped');
    await shown.so(() => shown.clock.increment(8_000));
    expect(bar()).toBeNull();
  });

  it('without a network says that it is not sent, and that a closed tab delivers nothing', async () => {
    const shown = await show({ found: [stopOf('1')], answers: false });
    expect(bar()?.textContent).toMatch(/The server isn't responding.*not sent yet.*keep it open/u);
    await shown.so(() => shown.stops.send({ type: 'network.lost' }));
    expect(screen.getByRole('status').textContent).toBe('This browser is offline');
  });

  it('is shown where nobody is signed in', async () => {
    await show({ found: [stopOf('1')], signedIn: false });
    expect(screen.getByRole('status').textContent).toBe('Stop for Robot 1 not sent: signed out');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('of long ago waits for a person: Stop now, or Withdraw', async () => {
    const shown = await show({ found: [stopOf('1', { askedAt: NOW - STOP_RETRY_MS }, STOP_RETRY_MS)] });
    expect(screen.getByRole('status').textContent).toBe('Stop for Porter 1 not delivered');
    await shown.so(() => fireEvent.click(screen.getByRole('button', { name: 'Stop Porter 1 now' })));
    expect(shown.cloud.asked).toEqual(['me']);
    expect(screen.getByRole('status').textContent).toBe('Stop sent to Porter 1');
  });

  it('that was refused says why, and can be withdrawn', async () => {
    const shown = await show({ found: [stopOf('1')], no: 'notAllowed' });
    expect(screen.getByRole('status').textContent).toBe('Stop for Porter 1 was rejected');
    await shown.so(() => fireEvent.click(screen.getByRole('button', { name: 'Withdraw Stop for Porter 1' })));
    expect(bar()).toBeNull();
    expect(shown.kept.size).toBe(0);
  });

  it("is left to the button of the robot's own page", async () => {
    await show({ found: [stopOf('1')], page: { page: 'robotData', query: { serialNumber: '1' } } });
    expect(bar()).toBeNull();
  });

  it('is shown there too when a person has to say what becomes of it', async () => {
    await show({ found: [stopOf('1')], no: 'notAllowed', page: { page: 'robotData', query: { serialNumber: '1' } } });
    expect(screen.getByRole('button', { name: 'Withdraw Stop for Porter 1' })).toBeTruthy();
  });

  it('speaks Chinese', async () => {
    await show({ found: [stopOf('1')], language: 'zhCN' });
    expect(screen.getByRole('region', { name: '待确认的停止指令' }).textContent).toMatch(
      /已向 Porter 1 发送停止指令.*等待机器人确认。/u,
    );
  });
});

it('several share a row: the longest wait first, at most five by name', async () => {
  const shown = await show({
    found: ['1', '2', '3', '4', '5', '6', '7'].map((each) => stopOf(each, { askedAt: NOW - Number(each) * 1_000 })),
  });
  expect(screen.getByRole('status').textContent).toBe('Stop pending for 7 robots');
  const chips = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(chips[0]).toBe('Porter 7, sent7.0 s');
  expect(chips.at(-1)).toBe('+2');
  fireEvent.click(screen.getByRole('button', { name: 'Show all' }));
  expect(shown.told).toMatchObject([{ type: 'navigation.go', to: '/home' }]);
});
