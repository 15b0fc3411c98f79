import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise, type AnyEventObject } from 'xstate';
import type { CaughtEvent, Press } from '../../../src/machines/peek/explained.ts';
import { peekMachine } from '../../../src/machines/peek/peek.machine.ts';
import { PeekPanel } from '../../../src/ui/peek/PeekPanel.tsx';
import { renderWithTexts } from '../withTexts.tsx';
import { settle } from '../../fakes/settle.ts';

afterEach(cleanup);

const EVENT: CaughtEvent = {
  event: 'lease.takeOver',
  payload: '',
  actor: 'screen / lease',
  machine: 'lease',
  state: 'watching.resting',
  candidates: [
    {
      state: 'lease.watching.resting',
      targets: ['lease.watching.givingReason'],
      guard: { name: 'canAct', holds: true },
      parts: [],
      isTaken: true,
    },
  ],
  row: { act: 'takeLease', obstacle: null },
  aftermath: { state: 'watching.givingReason', calls: [], messages: [], effects: [], told: [] },
  said: '',
};

async function shown(press: Press | null, language: 'enUS' | 'zhCN' = 'enUS') {
  let report: (event: AnyEventObject) => void = () => {};
  const peek = createActor(
    peekMachine.provide({
      actors: {
        catchPresses: fromCallback<AnyEventObject>(({ sendBack }) => {
          report = sendBack;
        }),
        explain: fromPromise<Press, { number: number }>(async () => press!),
      },
    }),
  ).start();
  if (press) report({ type: 'press.caught', number: 1 });
  await settle();
  await renderWithTexts(<PeekPanel peek={peek} />, language);
  return { peek, panel: screen.getByRole('complementary') };
}
const said = (panel: HTMLElement): string => panel.querySelector('[aria-live=polite]')?.textContent ?? '';
/** The value beside a term of the list. */
const beside = (panel: HTMLElement, term: string): string =>
  within(panel).getByText(term, { selector: 'dt' }).nextElementSibling?.textContent ?? '';

it('says that it is on, that nothing is sent, and is turned off', async () => {
  const { peek, panel } = await shown(null);
  expect(panel.textContent).toMatch(/Nothing is sent. Stop and Esc work as usual/u);
  expect(said(panel)).toMatch(/Select a control/u);
  act(() => void fireEvent.click(screen.getByRole('button', { name: /End preview/u })));
  expect(peek.getSnapshot().status).toBe('done');
});

it('shows what would be sent, to whom, and what would follow', async () => {
  const { panel } = await shown({
    control: 'Drive',
    reason: '',
    events: [
      {
        ...EVENT,
        payload: '{ forward: 1 }',
        aftermath: {
          state: 'mine',
          calls: [{ path: '/control/take-lease', fields: ['serialNumber', 'clientId'] }],
          messages: [
            { topic: 'uagv/x/teleop/3', payload: '{ vx: 0.5 }' },
            { topic: 'rtc/x/down', payload: null },
          ],
          effects: ['sendPulse'],
          told: [{ actor: 'navigation', event: 'access.changed' }],
        },
      },
    ],
  });
  expect(said(panel)).toContain('“Drive”sends lease.takeOver to screen / lease It would be accepted.');
  expect(beside(panel, 'Payload')).toBe('{ forward: 1 }');
  expect(beside(panel, 'Transitions')).toContain('lease.watching.resting → lease.watching.givingReason');
  expect(beside(panel, 'Next state')).toBe('mine');
  expect(beside(panel, 'Requests')).toBe('/control/take-lease { serialNumber, clientId }');
  expect(beside(panel, 'MQTT')).toBe('uagv/x/teleop/3 { vx: 0.5 }rtc/x/down subscription');
  expect(beside(panel, 'Events sent')).toBe('access.changed → navigation');
  expect(beside(panel, 'Effects')).toBe('sendPulse');
});

it.each<[what: string, press: Partial<CaughtEvent>, reason: string, words: RegExp]>([
  [
    'a guard that refuses',
    {
      candidates: [
        { ...EVENT.candidates[0]!, guard: { name: 'hasReason and not isMine', holds: false }, isTaken: false },
      ],
    },
    'Say why.',
    /Say why\..*Blocked by the guard hasReason and not isMine\./u,
  ],
  [
    'a rule that forbids',
    { row: { act: 'takeLease', obstacle: 'robotOffline' } },
    'Offline.',
    /Blocked by robotCan\.takeLease, robotOffline: /u,
  ],
  ['a state without a transition', { candidates: [] }, '', /Ignored: watching\.resting has no transition for it\./u],
  ['a screen that alone forbids', { row: null }, 'Not now.', /Blocked only by the screen/u],
])('names %s', async (_, change, reason, words) => {
  const { panel } = await shown({ control: 'Take over', reason, events: [{ ...EVENT, ...change }] });
  expect(said(panel)).toMatch(words);
  expect(panel.querySelector('[data-accepted]')?.getAttribute('data-accepted')).toBe('false');
});

it('says which part of a guard refuses, to the ear too', async () => {
  const { panel } = await shown({
    control: 'Drive',
    reason: '',
    events: [
      {
        ...EVENT,
        row: null,
        candidates: [
          {
            ...EVENT.candidates[0]!,
            isTaken: false,
            guard: { name: 'isLinked and canAct', holds: false },
            parts: [
              { name: 'isLinked', holds: true },
              { name: 'canAct', holds: false },
            ],
          },
        ],
      },
    ],
  });
  expect([...panel.querySelectorAll('[data-holds]')].map(({ textContent }) => textContent)).toEqual([
    'isLinked and canActfalse',
    'isLinkedtrue',
    'canActfalse',
  ]);
});

it('has words for a press that sends nothing, for what cannot be worked out, and in Chinese', async () => {
  const nothing = await shown({ control: 'Share', reason: '', events: [] });
  expect(said(nothing.panel)).toMatch(/Sends nothing to a state machine/u);
  cleanup();
  const unknown = await shown({
    control: '',
    reason: '',
    events: [{ ...EVENT, aftermath: null, said: 'no such actor' }],
  });
  expect(beside(unknown.panel, 'Next state')).toBe("Couldn't be determined: no such actor");
  cleanup();
  const chinese = await shown({ control: '充电', reason: '', events: [EVENT] }, 'zhCN');
  expect(said(chinese.panel)).toContain('会被接受。');
});
