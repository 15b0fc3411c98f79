/** The banner of calls in jsdom: a visitor's call, who took it, and the way back to the own call. */
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import { type AnyActorLogic, createActor, type EventObject, fromCallback, fromTransition } from 'xstate';
import type { CarryInput } from '../../../src/machines/calls/callMedia.setup.ts';
import { type CallPreviewEvent, callPreviewMachine } from '../../../src/machines/calls/callPreview.machine.ts';
import type { PreviewPicture } from '../../../src/machines/calls/callPreview.selectors.ts';
import type { Call } from '../../../contract/entities/call.ts';
import { timeOfDay } from '../../../src/ui/shell/siteTime.ts';
import { CallBanner } from '../../../src/ui/shell/CallBanner.tsx';
import { connectedCall, SAMPLE_AT, visitorCall } from '../../fakes/callSample.ts';
import { renderInApp } from '../renderPage.tsx';

interface Shown {
  rows?: readonly Call[];
  own?: Call | null;
  elsewhere?: object | null;
  tag?: string;
  /** State of the robot's picture while its call rings. */
  preview?: PreviewPicture;
  width?: number;
  sent?: object;
  /** What the site of the robot keeps for calls. */
  phrases?: readonly string[];
}

/** The robot is at a site whose clock differs from that of the browser. */
const FLEET = {
  robots: { U1: { kind: 'reception', siteId: 'harbour' } },
  sites: [{ id: 'harbour', name: 'Harbour', timeZone: 'Pacific/Kiritimati' }],
};

const EVENTS: Record<PreviewPicture, readonly CallPreviewEvent[]> = {
  connecting: [],
  live: [{ type: 'media.flowing', at: SAMPLE_AT }],
  lost: [{ type: 'media.flowing', at: SAMPLE_AT }, { type: 'media.frozen' }],
  blind: [{ type: 'media.refused', reason: 'noCamera' }],
};
function previewOf(state: PreviewPicture) {
  const preview = createActor(
    callPreviewMachine.provide({
      actors: {
        holdKey: fromCallback<EventObject, { key: string }>(() => () => undefined),
        carry: fromCallback<EventObject, CarryInput>(() => () => undefined),
        watchTab: fromCallback(() => () => undefined),
      },
    }),
    {
      input: { serialNumber: 'U1', callId: 'visit-1' },
    },
  ).start();
  onTestFinished(() => void preview.stop());
  for (const event of EVENTS[state]) preview.send(event);
  return preview;
}

async function show({ rows = [], own = null, elsewhere = null, tag = '', preview, width, sent, phrases = [] }: Shown) {
  const told: object[] = [];
  const calls = fromTransition(
    (state: object, event: object) => {
      told.push(event);
      return state;
    },
    {
      ...{ userId: 'me', rows, own, elsewhere, sent: sent ?? null, serialNumber: own?.serialNumber ?? '' },
      phrases: { serialNumber: 'U1', texts: phrases },
    },
  );
  const withTags = {
    ...calls,
    getInitialSnapshot: (...given: Parameters<typeof calls.getInitialSnapshot>) =>
      Object.assign(calls.getInitialSnapshot(...given), {
        hasTag: (one: string) => one === tag,
        children: preview ? { preview: previewOf(preview) } : {},
      }),
    transition: (snapshot: object, event: object) => {
      told.push(event);
      return snapshot;
    },
  } as unknown as AnyActorLogic;
  const shown = await renderInApp(<CallBanner />, {
    ...(width !== undefined && { width }),
    now: () => SAMPLE_AT + 10_000,
    live: { stream: () => null, onStream: () => () => {} },
    siblings: { calls: withTags },
    contexts: { fleet: FLEET, session: { user: { id: 'me' } }, app: { page: null } },
  });
  return { ...shown, told };
}

it('a visitor call says from where, for whom and how long it rings; each answer is one press', async () => {
  const { told } = await show({ rows: [visitorCall(), visitorCall({ id: 'visit-2', robotName: 'Night guard' })] });
  const banner = within(screen.getByRole('region', { name: 'Incoming call' }));
  expect(banner.getByRole('heading', { name: 'A visitor calls from Lobby host' })).toBeTruthy();
  expect(banner.getByText('Rings for you, Chen Yu')).toBeTruthy();
  expect(banner.getByText('20 s')).toBeTruthy();
  expect(banner.getByText('Night guard calls too')).toBeTruthy();
  for (const name of ['Answer', 'Sound only', 'Ask to wait', 'Not me'])
    fireEvent.click(banner.getByRole('button', { name }));
  expect(told).toEqual([
    { type: 'calls.answer', callId: 'visit-1', camera: true },
    { type: 'calls.answer', callId: 'visit-1', camera: false },
    { type: 'calls.askToWait', callId: 'visit-1' },
    { type: 'calls.decline', callId: 'visit-1' },
  ]);
});

it('on a phone answers without talking: two phrases, once each', async () => {
  const { told } = await show({ rows: [visitorCall()], width: 390 });
  for (const name of [
    'Say "One moment please, someone is coming."',
    'Say "Please go to the front desk."',
    'Sound only',
    'Not me',
  ])
    fireEvent.click(screen.getByRole('button', { name }));
  expect(screen.queryByRole('button', { name: 'Ask to wait' })).toBeNull();
  expect(told).toEqual([
    { type: 'calls.askToWait', callId: 'visit-1' },
    { type: 'calls.act', callId: 'visit-1', text: 'Please go to the front desk.', picture: null },
    { type: 'calls.answer', callId: 'visit-1', camera: false },
    { type: 'calls.decline', callId: 'visit-1' },
  ]);
});

it('on a phone offers what the site keeps for calls, before the built-in phrase', async () => {
  const phrases = ['The pool is closed.', 'Breakfast is on floor two.'];
  const sent = { callId: 'visit-1', actId: '', text: phrases[1], picture: null };
  const { told } = await show({ rows: [visitorCall()], width: 390, phrases, sent });
  const list = within(screen.getByRole('list', { name: 'Phrases that the robot can say' }));
  expect(list.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Say "The pool is closed."',
    'Sent',
    'Say "Please go to the front desk."',
  ]);
  fireEvent.click(list.getByRole('button', { name: 'Say "The pool is closed."' }));
  expect(told).toEqual([{ type: 'calls.act', callId: 'visit-1', text: phrases[0], picture: null }]);
});

it("says when Call was pressed in the time of the robot's site", async () => {
  await show({ rows: [visitorCall()] });
  expect(screen.getByText(`Lobby. Pressed Call at ${timeOfDay(SAMPLE_AT, 'Pacific/Kiritimati')}.`)).toBeTruthy();
  expect(timeOfDay(SAMPLE_AT, 'Pacific/Kiritimati')).not.toBe(timeOfDay(SAMPLE_AT, 'UTC'));
});

it.each([
  ['visit-1', true],
  ['visit-0', false],
])('on a phone a phrase said in the call %s is marked as sent: %s', async (callId, isSent) => {
  const sent = { callId, actId: 'act-1', text: 'Please go to the front desk.', picture: null };
  await show({ rows: [visitorCall({ isAskedToWait: true })], width: 390, sent });
  expect(screen.queryByRole('button', { name: 'Sent' }) !== null).toBe(isSent);
  expect(screen.getByRole('button', { name: 'Asked to wait' }).getAttribute('aria-disabled')).toBe('true');
});

it.each([
  ['live', true],
  ['connecting', false],
  ['lost', false],
  ['blind', false],
] as const)("the robot's picture, while %s, is shown as live: %s", async (preview, isShown) => {
  await show({ rows: [visitorCall()], preview });
  expect(screen.queryByLabelText('Camera of Lobby host') !== null).toBe(isShown);
  expect(screen.queryByText('Live') !== null).toBe(isShown);
});

it('never takes the focus', async () => {
  const field = document.createElement('input');
  document.body.append(field);
  field.focus();
  await show({ rows: [visitorCall()] });
  expect(document.activeElement).toBe(field);
  field.remove();
});

it('on every page says that the connection of the own call was lost, until it is closed', async () => {
  const { told } = await show({ own: connectedCall(), tag: 'lost' });
  expect(screen.getByRole('alert').textContent).toBe('The call with Lobby host ended because the connection was lost');
  expect(screen.queryByText('In a call with Lobby host')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(told).toEqual([{ type: 'calls.close' }]);
});

it('says who answered elsewhere', async () => {
  const { told, toldTo } = await show({
    elsewhere: { serialNumber: 'U1', robotName: 'Lobby host', by: 'Chen Yu', afterMs: 8_000 },
  });
  expect(screen.getByText('Chen Yu answered Lobby host')).toBeTruthy();
  expect(screen.getByText(/after 8 s/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Watch call' }));
  expect(toldTo('navigation')).toEqual([{ type: 'navigation.go', to: '/robot/call?serialNumber=U1&watch=yes' }]);
  expect(told).toEqual([{ type: 'calls.closeElsewhere' }]);
});

it('leads back to the own call from any other page, and ends it', async () => {
  const { told, toldTo } = await show({ own: connectedCall(), tag: 'inCall' });
  expect(screen.getByText('In a call with Lobby host')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Back to call' }));
  expect(toldTo('navigation')).toEqual([{ type: 'navigation.go', to: '/robot/call?serialNumber=U1' }]);
  fireEvent.click(screen.getByRole('button', { name: 'End the call' }));
  expect(told).toEqual([{ type: 'calls.hangUp' }]);
});
