/** The page of deliveries in jsdom: groups, states, the form by keyboard, details with codes and acts, records, phone. */
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { fromPromise } from 'xstate';
import type { CodeType, Delivery, DeliveryPerson, DeliveryPromise } from '../../../../contract/entities/delivery.ts';
import type { Language } from '../../../../contract/entities/constants.ts';
import { ApiError } from '../../../../contract/wire/errors.ts';
import {
  type Board,
  type Compartment,
  deliveriesMachine,
  type RecordsRequest,
} from '../../../../src/machines/deliveries/deliveries.machine.ts';
import {
  deliveryDetailMachine,
  type DeliveryDetailInput,
  type DeliveryDetails,
  type DeliveryTask,
} from '../../../../src/machines/deliveries/deliveryDetail.machine.ts';
import {
  type DeliveryOrder,
  newDeliveryMachine,
  type Recipient,
  type SitePlaces,
} from '../../../../src/machines/deliveries/newDelivery.machine.ts';
import type { ListResult } from '../../../../src/machines/factories/pagedList.ts';
import { DeliveriesPage } from '../../../../src/ui/pages/deliveries/DeliveriesPage.tsx';
import {
  AT,
  failedDelivery,
  PLACES,
  queuedDelivery,
  sampleBoard,
  sampleDelivery,
  waitingDelivery,
} from '../../../fakes/deliverySample.ts';
import { userOf } from '../../../fakes/startSession.ts';
import { renderPage } from '../../renderPage.tsx';

const FLEET = {
  robots: {},
  order: [],
  current: '',
  view: 'w',
  sites: [{ id: 'harbour', name: 'Harbour Hotel', timeZone: 'Asia/Shanghai', floors: [], demo: true }],
};
const ALL = [waitingDelivery(), failedDelivery(), sampleDelivery(), queuedDelivery()];

interface Options {
  rows?: readonly Delivery[];
  board?: Board | Error;
  query?: Record<string, string>;
  width?: number;
  later?: number;
  role?: 'operator' | 'viewer';
  language?: Language;
  promised?: Partial<DeliveryPromise>;
  photoUrl?: string;
}
async function open({
  rows = ALL,
  board,
  query = {},
  width,
  later = 0,
  role = 'operator',
  language,
  promised = {},
  photoUrl = '',
}: Options = {}) {
  const cloud = { sent: [] as DeliveryOrder[], tasks: [] as DeliveryTask[], cleared: [] as Compartment[] };
  const promise: DeliveryPromise = {
    serialNumber: 'P3',
    robotName: 'Porter 3',
    battery: 92,
    compartment: 1,
    isFree: true,
    loadingAt: AT + 120_000,
    arrivalAt: AT + 540_000,
    ahead: 0,
    reason: '',
    tellsRecipient: true,
    tellsLoader: false,
    messageLimit: '',
    ...promised,
  };
  const machine = deliveriesMachine.provide({
    actors: {
      loadBoard: fromPromise<Board, { site: string }>(async () => {
        if (board instanceof Error) throw board;
        return board ?? sampleBoard(rows);
      }),
      clearCompartment: fromPromise<void, Compartment>(async ({ input }) => void cloud.cleared.push(input)),
      loadList: fromPromise<ListResult<Delivery>, RecordsRequest>(async () => ({ total: rows.length, rows })),
      newDelivery: newDeliveryMachine.provide({
        actors: {
          loadPlaces: fromPromise<SitePlaces, { siteId: string }>(async () => ({
            siteId: 'harbour',
            places: PLACES,
            kept: null,
          })),
          askPromise: fromPromise<{ time: number; promise: DeliveryPromise }, DeliveryOrder>(async () => ({
            time: AT,
            promise,
          })),
          lastTo: fromPromise<Recipient | null, { areaId: string }>(async () => null),
          send: fromPromise<Delivery, DeliveryOrder>(async ({ input }) => {
            cloud.sent.push(input);
            return queuedDelivery();
          }),
        },
        delays: { pause: 0 },
        actions: { keepChoice: () => undefined },
      }),
      deliveryDetail: deliveryDetailMachine.provide({
        actors: {
          loadDetails: fromPromise<DeliveryDetails, DeliveryDetailInput>(async ({ input }) => {
            const delivery = rows.find(({ id }) => id === input.deliveryId);
            if (!delivery) throw new ApiError('notFound');
            const step = {
              status: 'created',
              cause: 'operator',
              by: 'Chen Yu',
              reason: '',
              subject: '',
              value: null,
            } as const;
            return {
              time: AT,
              delivery,
              steps: [
                { ...step, id: 1, at: AT - 600_000, kind: 'status' },
                { ...step, id: 2, at: AT - 590_000, kind: 'assigned', subject: 'Porter 2', by: '', cause: 'server' },
              ],
              track: [],
              map: null,
              photoUrl,
            };
          }),
          act: fromPromise<{ changed: Delivery; at: number }, { deliveryId: string; task: DeliveryTask }>(
            async ({ input }) => {
              cloud.tasks.push(input.task);
              const act = { type: 'openCabinet', at: AT, by: 'Lin', state: 'sent', reason: '' } as const;
              return { changed: waitingDelivery({ act }), at: AT };
            },
          ),
          revealCode: fromPromise<{ code: string }, { deliveryId: string; code: CodeType }>(async () => ({
            code: '903215',
          })),
          revealPhone: fromPromise<{ phoneNumber: string }, { deliveryId: string; person: DeliveryPerson }>(
            async () => ({ phoneNumber: '+8615012343341' }),
          ),
          copyPhone: fromPromise<{ isCopied: boolean }, { phone: string }>(async () => ({ isCopied: true })),
        },
      }),
    },
  });
  const user = userOf({ roles: [role] });
  const page = await renderPage(DeliveriesPage, machine, {
    query,
    user,
    now: () => AT + later,
    contexts: { fleet: FLEET, session: { user } },
    ...(width === undefined ? {} : { width }),
    ...(language === undefined ? {} : { language }),
  });
  return { ...page, cloud };
}
const group = (name: string) => screen.getByRole('region', { name: new RegExp(`^${name}`, 'u') });

describe('the board', () => {
  it('lists what needs somebody first, the longest wait on top, each with where it stands', async () => {
    await open();
    const needed = within(group('Needs attention')).getAllByRole('button');
    expect(needed.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/Room 211.*Porter 2 · 150 \*\*\*\* 3341.*At the room.*waiting 6:00, leaves in 4:00/u),
      expect.stringMatching(/Delivery failed.*path blocked · parcel is coming back/u),
    ]);
    expect(screen.getByText('2 need attention').className).toContain('alarm');
    expect(within(group('Under way')).getByRole('button').textContent).toMatch(/arrives around 14:35/u);
    expect(within(group('Waiting for a robot')).getByRole('button').textContent).toMatch(/Porter 3 next, about 14:38/u);
    expect(screen.getByText(/Today: 86 handed over, 2 not picked up, 1 failed\. Median 6:40\./u)).toBeTruthy();
  });
  it('says which lift a robot waits for, and when it is inside', async () => {
    const lift = { name: 'Lift 2', isRiding: false, since: AT - 65_000 };
    const lifts = [lift, { ...lift, isRiding: true }, { ...lift, name: '', since: null }];
    await open({ rows: lifts.map((one, i) => sampleDelivery({ id: `l${i}`, lift: one })) });
    expect(
      within(group('Under way'))
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual([
      expect.stringMatching(/waits for Lift 2, 1:05 · arrives/u),
      expect.stringMatching(/in Lift 2 · arrives/u),
      expect.stringMatching(/waits for the elevator · arrives/u),
    ]);
  });
  it('speaks Chinese', async () => {
    await open({ language: 'zhCN' });
    expect(within(group('待您处理')).getAllByRole('button')[0]?.textContent).toMatch(/已等 6:00，4:00 后离开/u);
  });
  it('that is old says so, shows countdowns as they were, and lets nothing be sent', async () => {
    await open({ later: 40_000 });
    expect(screen.getByText('No update from the server for 40 s.')).toBeTruthy();
    expect(within(group('Needs attention')).getAllByRole('button')[0]?.textContent).toMatch(
      /leaves in 4:00, at 14:32:00/u,
    );
    expect(screen.getByRole('button', { name: /^Send/u }).getAttribute('aria-disabled')).toBe('true');
  });
  it('lists compartments that jammed in deliveries of other robots, and takes that they work', async () => {
    const jam = { serialNumber: 'P9', robotName: 'Porter 9', compartment: 2, at: AT - 60_000, obstacle: null };
    const board = {
      ...sampleBoard([]),
      jams: [jam, { ...jam, compartment: 1, obstacle: 'notAllowed' }],
    };
    const { press, cloud } = await open({ board });
    expect(screen.getByText('Porter 9: compartment 2 is jammed')).toBeTruthy();
    const forbidden = screen.getByRole('button', { name: 'Confirm compartment 1 of Porter 9 works' });
    expect(forbidden.getAttribute('aria-disabled')).toBe('true');
    await press(screen.getByRole('button', { name: 'Confirm compartment 2 of Porter 9 works' }));
    expect(cloud.cleared).toEqual([{ serialNumber: 'P9', compartment: 2 }]);
  });
  it('that is empty offers the form; one that failed offers to try again', async () => {
    const { press } = await open({ rows: [] });
    await press(screen.getByRole('button', { name: 'Deliver' }));
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'To' }));
    await open({ board: new ApiError('networkFailed') });
    expect(screen.getByRole('heading', { name: "Couldn't load deliveries" })).toBeTruthy();
  });
  it('for a viewer is readable, and says why nothing can be sent', async () => {
    await open({ role: 'viewer' });
    const send = screen.getByRole('button', { name: /^Send/u });
    expect(document.getElementById(send.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(/only view/u);
  });
});

describe('a new delivery', () => {
  it('needs the keyboard only: N, the digits of the room, Enter, a phone number, Enter', async () => {
    const { after, cloud } = await open();
    fireEvent.keyDown(document.body, { key: 'n' });
    const to = screen.getByRole('combobox', { name: 'To' });
    expect(document.activeElement).toBe(to);
    await after(() => fireEvent.change(to, { target: { value: '20' } }));
    expect(
      within(screen.getByRole('listbox', { name: 'To' }))
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['Room 201F', 'Room 2082F']);
    fireEvent.keyDown(to, { key: 'ArrowDown' });
    await after(() => fireEvent.keyDown(to, { key: 'Enter' }));
    expect((to as HTMLInputElement).value).toBe('Room 208');
    const phone = screen.getByLabelText('Recipient phone (+1)');
    await after(() => fireEvent.change(phone, { target: { value: '2025550123' } }));
    await after(() => new Promise((resolve) => setTimeout(resolve, 0)));
    expect(screen.getByText('Porter 3 takes it, free now, 92%')).toBeTruthy();
    expect(screen.getByText('at the loading point 14:34, at the destination about 14:41')).toBeTruthy();
    await after(() => fireEvent.submit(phone));
    expect(cloud.sent).toMatchObject([
      { siteId: 'harbour', draft: { from: 'kitchen', to: 'r208', phoneNumber: '2025550123' } },
    ]);
    expect(screen.getByText('Delivery 415 to Room 211 created')).toBeTruthy();
  });
  it('is also sent by Enter from a choice, and keeps the fields that are rarely needed open', async () => {
    const { after, press, cloud } = await open();
    await press(screen.getByRole('button', { name: 'More options' }));
    const to = screen.getByRole('combobox', { name: 'To' });
    await after(() => fireEvent.change(to, { target: { value: '208' } }));
    await after(() => fireEvent.blur(to));
    expect(screen.getByLabelText('Loader phone')).toBeTruthy();
    await after(() => fireEvent.keyDown(screen.getByRole('combobox', { name: 'Compartment' }), { key: 'Enter' }));
    expect(cloud.sent).toMatchObject([{ draft: { to: 'r208' } }]);
    await press(screen.getByRole('button', { name: 'Fewer options' }));
    expect(screen.queryByLabelText('Loader phone')).toBeNull();
  });
  it('says before it is sent that a message will not be', async () => {
    const { after } = await open({ promised: { tellsRecipient: false, messageLimit: 'numberLimit' } });
    const to = screen.getByRole('combobox', { name: 'To' });
    await after(() => fireEvent.change(to, { target: { value: '208' } }));
    await after(() => fireEvent.blur(to));
    await after(() => new Promise((resolve) => setTimeout(resolve, 0)));
    expect(screen.getByText(/^Message limit of this number reached/u)).toBeTruthy();
  });
  it('says why this robot takes it, and why the others do not', async () => {
    const facts = { metres: null, battery: 15 };
    const choice = {
      serialNumber: 'P3',
      reason: 'nearest' as const,
      metres: 34,
      battery: 92,
      compartments: 2,
      carries: 1,
      others: [{ ...facts, serialNumber: 'P2', robotName: 'Porter 2', reason: 'batteryLow' as const }],
      more: 2,
    };
    const { after } = await open({ promised: { choice } });
    const to = screen.getByRole('combobox', { name: 'To' });
    await after(() => fireEvent.change(to, { target: { value: '208' } }));
    await after(() => fireEvent.blur(to));
    await after(() => new Promise((resolve) => setTimeout(resolve, 0)));
    fireEvent.click(screen.getByText('Why Porter 3?'));
    expect(
      screen.getByText(
        'The nearest free robot · 34 m to the loading point · battery 92% · 2 free compartments · carries 1 other delivery',
      ),
    ).toBeTruthy();
    expect(screen.getByRole('list', { name: 'Other robots' }).textContent).toBe(
      'Porter 2: battery too low · battery 15%',
    );
    expect(screen.getByText('and 2 more robots')).toBeTruthy();
  });
  it('says what is missing under its field', async () => {
    const { after } = await open();
    await after(() => fireEvent.submit(screen.getByRole('combobox', { name: 'To' })));
    expect(screen.getByText('Choose a destination.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'To' }));
  });
  it('on a phone is a sheet', async () => {
    const { press, toldTo } = await open({ width: 390 });
    await press(screen.getByRole('button', { name: 'Deliver' }));
    expect(toldTo('navigation').at(-1)).toMatchObject({ type: 'navigation.query', query: { new: '1' } });
    await open({ width: 390, query: { new: '1' } });
    expect(
      within(screen.getByRole('dialog', { name: 'New delivery' })).getByRole('combobox', { name: 'To' }),
    ).toBeTruthy();
  });
});

describe('the details', () => {
  it('show history and what follows; a code is shown on asking', async () => {
    const { press } = await open({ query: { delivery: 'd2' } });
    const history = screen.getByRole('list', { name: 'History' });
    expect(
      within(history)
        .getAllByRole('listitem')
        .map((line) => line.textContent),
    ).toEqual(['14:22CreatedChen Yu', '14:22Porter 2 takes it', '14:36Then, if nobody acts: Not picked up']);
    expect(screen.queryByText('903215')).toBeNull();
    await press(screen.getByRole('button', { name: /^Show Pickup code/u }));
    expect(screen.getByText('903215')).toBeTruthy();
    await press(screen.getByRole('button', { name: 'Hide Pickup code' }));
    expect(screen.queryByText('903215')).toBeNull();
  });
  it('name recipient and loader, and how each gets the code', async () => {
    const valueOf = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;
    await open({ rows: [waitingDelivery({ recipientName: 'Ada' })], query: { delivery: 'd2' } });
    expect(valueOf('Recipient')).toBe('Ada · Text message · 150 **** 3341');
    expect(valueOf('Loader')).toBe('no phone number');
  });
  it('show and copy a masked number, each of which is recorded', async () => {
    const { press } = await open({ query: { delivery: 'd2' } });
    await press(screen.getByRole('button', { name: 'Show number: Recipient. This is recorded.' }));
    expect(screen.getByText(/\+8615012343341/u)).toBeTruthy();
    await press(screen.getByRole('button', { name: 'Hide number: Recipient' }));
    expect(screen.queryByText(/\+8615012343341/u)).toBeNull();
    await press(screen.getByRole('button', { name: 'Copy number: Recipient. This is recorded.' }));
    expect(screen.getByText('Copied.')).toBeTruthy();
  });
  it('claim nothing of the numbers in a replay, which has none', async () => {
    const { recipientPhone: _, loaderPhone: __, ...redacted } = waitingDelivery({ recipientName: 'Ada' });
    await open({ rows: [redacted as Delivery], query: { delivery: 'd2' } });
    expect(screen.getByText('Recipient', { selector: 'dt' }).nextElementSibling?.textContent).toBe('Ada');
    expect(screen.queryByText('Loader', { selector: 'dt' })).toBeNull();
  });
  it('say where it was ordered, and show the picture at the door, or why there is none', async () => {
    const photo = { state: 'taken', fileId: 'f1', at: AT - 360_000 } as const;
    const { unmount } = await open({
      rows: [waitingDelivery({ photo, origin: 'call' })],
      query: { delivery: 'd2' },
      photoUrl: 'data:,door',
    });
    expect(screen.getByText('Ordered: By an app, Chen Yu')).toBeTruthy();
    expect(screen.getByRole('img', { name: 'Photo at the door' }).getAttribute('src')).toBe('data:,door');
    expect(screen.getByText('At the door 2026-11-21 14:26:00')).toBeTruthy();
    unmount();
    const none = { state: 'noCamera', fileId: '', at: null } as const;
    await open({ rows: [waitingDelivery({ photo: none })], query: { delivery: 'd2' } });
    expect(screen.getByText('No photo at the door: Porter 2 has no camera.')).toBeTruthy();
  });
  it('an act shows that it was sent, and one that is impossible says why', async () => {
    const { press, cloud } = await open({ query: { delivery: 'd2' } });
    await press(screen.getByRole('button', { name: 'Open compartment 1' }));
    expect(cloud.tasks).toEqual([{ type: 'openCabinet' }]);
    expect(await screen.findByText('sent 14:32:00, no response yet')).toBeTruthy();
    await open({ query: { delivery: 'd1' } });
    const [, impossible] = screen.getAllByRole('button', { name: 'Open compartment 1' });
    expect(impossible?.getAttribute('aria-disabled')).toBe('true');
    expect(document.getElementById(impossible?.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(
      /only at the loading point or at the destination/u,
    );
  });
  it('a message that was not sent is told on the board and in the drawer, and sent again', async () => {
    const { press, cloud } = await open({ rows: [sampleDelivery({ unsent: ['pickup'] })], query: { delivery: 'd1' } });
    expect(screen.getAllByText('Message to the recipient not sent')).toHaveLength(2);
    await press(screen.getByRole('button', { name: 'Send again' }));
    expect(cloud.tasks).toEqual([{ type: 'resendCode', code: 'pickup' }]);
  });
  it.each([
    [{ returns: 'failed', status: 'cancelled' }, 'Confirm parcel removed'],
    [{ returns: 'none', status: 'loadingFailed', reason: 'jammed' }, 'Confirm compartment works'],
    [{ returns: 'none', status: 'cancelled', reason: 'asked', isJammed: true }, 'Confirm compartment works'],
    [{ returns: 'none', status: 'loadingFailed', reason: 'jammed', isJammed: false }, 'Mark as dealt with'],
    [{ returns: 'failed', reason: 'jammed' }, 'Confirm parcel removed and compartment works'],
  ] as const)('of a compartment that no parcel gets offer to say that it is free: %j', async (change, name) => {
    const { press, cloud } = await open({ rows: [failedDelivery(change)], query: { delivery: 'd3' } });
    await press(screen.getByRole('button', { name }));
    expect(cloud.tasks).toEqual([{ type: 'acknowledge' }]);
  });
  it('of a cancelled delivery whose compartment is jammed say so', async () => {
    await open({ rows: [failedDelivery({ returns: 'none', status: 'cancelled', reason: 'asked', isJammed: true })] });
    expect(screen.getAllByText(/on request · compartment jammed/u).length).toBeGreaterThan(0);
  });
  it('of a delivery that was taken from a robot say which compartment is jammed there, until a person clears it', async () => {
    const jamsLeft = [{ serialNumber: 'P1', robotName: 'Porter 1', compartment: 2 }];
    const acts = { ...sampleDelivery().acts, acknowledge: null };
    const { press, cloud } = await open({
      rows: [sampleDelivery({ group: 'needsYou', jamsLeft, acts })],
      query: { delivery: 'd1' },
    });
    expect(screen.getAllByText(/compartment 2 of Porter 1 jammed$/u).length).toBeGreaterThan(0);
    expect(screen.getByRole('button', { name: 'Send back now' })).toBeTruthy();
    await press(screen.getByRole('button', { name: 'Confirm compartment 2 of Porter 1 works' }));
    expect(cloud.tasks).toEqual([{ type: 'acknowledge' }]);
  });
  it('a cancellation with the parcel on board asks, and says where the parcel goes', async () => {
    const { press, cloud } = await open({ query: { delivery: 'd2' } });
    await press(screen.getByRole('button', { name: 'Cancel delivery…' }));
    const question = screen.getByRole('alertdialog', { name: 'Cancel the delivery to Room 211?' });
    expect(within(question).getByText('The robot takes the parcel back to Kitchen pass.')).toBeTruthy();
    await press(within(question).getByRole('button', { name: 'Cancel delivery' }));
    expect(cloud.tasks).toEqual([{ type: 'cancel' }]);
  });
  it('of a failed delivery offer to mark it as dealt with; J and K go through the board', async () => {
    const { press, cloud, toldTo } = await open({ query: { delivery: 'd3' } });
    fireEvent.keyDown(document.body, { key: 'j' });
    expect(toldTo('navigation').at(-1)).toMatchObject({ query: { delivery: 'd1' } });
    fireEvent.keyDown(document.body, { key: 'k' });
    expect(toldTo('navigation').at(-1)).toMatchObject({ query: { delivery: 'd2' } });
    await press(screen.getByRole('button', { name: 'Mark as dealt with' }));
    expect(cloud.tasks).toEqual([{ type: 'acknowledge' }]);
    await press(screen.getByRole('button', { name: 'Replay' }));
    expect(toldTo('navigation').at(-1)?.['to']).toMatch(/^\/monitoring\?at=\d+&robot=[\w-]+$/u);
  });
  it('of a delivery that is gone say so', async () => {
    await open({ query: { delivery: 'nowhere' } });
    expect(screen.getByRole('heading', { name: "Couldn't load this delivery" })).toBeTruthy();
  });
});

describe('the records', () => {
  it('have filters in the address, and export what is filtered', async () => {
    const { after, toldTo } = await open({ query: { view: 'records', status: 'notPickedUp' } });
    expect(screen.getByRole('button', { name: 'Export 4 rows' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Remove Not picked up' })).toBeTruthy();
    await after(() =>
      fireEvent.change(screen.getByRole('combobox', { name: 'Status' }), { target: { value: 'expired' } }),
    );
    expect(toldTo('navigation').at(-1)).toMatchObject({ query: { status: 'notPickedUp,expired', page: '' } });
  });
  it('show where each was ordered, are filtered by it, and open without acts', async () => {
    const { after, toldTo } = await open({
      rows: [sampleDelivery({ origin: 'call' })],
      query: { view: 'records', delivery: 'd1', origin: 'call' },
    });
    expect(within(screen.getByRole('table')).getByText('By an app')).toBeTruthy();
    expect(screen.getByRole('list', { name: 'History' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Send back now' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Robot page' }));
    expect(toldTo('navigation').at(-1)).toMatchObject({ to: '/home/robot-data?serialNumber=P2' });
    const writeText = vi.fn<(text: string) => Promise<void>>(async () => undefined);
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { clipboard: { writeText } }));
    await after(() => fireEvent.click(screen.getByRole('button', { name: 'Copy link' })));
    expect(writeText.mock.calls[0]?.[0]).toMatch(/\/activities\/delivery-record\?view=records&delivery=d1$/u);
    vi.unstubAllGlobals();
    expect(screen.getByRole('button', { name: 'Remove By an app' })).toBeTruthy();
    await after(() =>
      fireEvent.change(screen.getByRole('combobox', { name: 'Ordered' }), { target: { value: 'demo' } }),
    );
    expect(toldTo('navigation').at(-1)).toMatchObject({ query: { origin: 'call,demo' } });
  });
  it.each([
    [20, null, true],
    [19, null, false],
    // It was ordered half an hour before it was wanted.
    [49, AT - 600_000 + 30 * 60_000, false],
  ])('in amber took twice the usual ten minutes or longer (%i min, wanted %s)', async (minutes, notBefore, isSlow) => {
    const took = minutes * 60_000;
    const row = sampleDelivery({ status: 'completed', endedAt: AT, tookMs: took, usualMs: 600_000, notBefore });
    await open({ rows: [row], query: { view: 'records', delivery: 'd1' } });
    const shown = within(screen.getByRole('table')).getByText(`${minutes}:00`);
    expect(shown.className.includes('text-attn-text')).toBe(isSlow);
    expect(screen.queryAllByText('Took twice the usual 10:00 or longer.')).toHaveLength(isSlow ? 2 : 0);
  });
  it('without a row clear the filters', async () => {
    await open({ rows: [], query: { view: 'records', q: 'nothing' } });
    expect(screen.getByRole('heading', { name: 'No deliveries match these filters' })).toBeTruthy();
    expect(screen.getByRole('button', { name: /^Export/u }).getAttribute('aria-disabled')).toBe('true');
  });
});
