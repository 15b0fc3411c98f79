/** The page of a robot's conformance: verdict, findings with their fix, message log, payload, test order with Stop. */
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import type { ConformanceReport, StartedTest } from '../../../../contract/entities/conformance.ts';
import { ApiError } from '../../../../contract/wire/errors.ts';
import {
  conformanceMachine,
  type ReportRequest,
  type RuleTask,
} from '../../../../src/machines/conformance/conformance.machine.ts';
import { testOrderMachine, type TestOrderInput } from '../../../../src/machines/conformance/testOrder.machine.ts';
import { ConformancePage } from '../../../../src/ui/pages/conformance/ConformancePage.tsx';
import { REPORT_TIME, sampleFinding, sampleMessage, sampleReport } from '../../../fakes/conformanceSample.ts';
import { settle } from '../../../fakes/settle.ts';
import { renderPage, type RenderPageOptions } from '../../renderPage.tsx';

afterEach(cleanup);

async function show(answer: ConformanceReport | ApiError, options: RenderPageOptions = {}) {
  const changed: RuleTask[] = [];
  const rendered = await renderPage(
    ConformancePage,
    conformanceMachine.provide({
      actors: {
        loadReport: fromPromise<ConformanceReport, ReportRequest>(async ({ input }) => {
          if (answer instanceof Error) throw answer;
          return input.after === 0 ? answer : { ...answer, log: [] };
        }),
        changeRule: fromPromise<null, RuleTask>(async ({ input }) => {
          changed.push(input);
          return null;
        }),
        testOrder: testOrderMachine.provide({
          actors: {
            startTest: fromPromise<StartedTest, TestOrderInput>(() => Promise.reject(new ApiError('wayNotFree'))),
          },
        }),
      },
      actions: { saveLog: () => undefined },
    }),
    { query: { serialNumber: 'KR7-00213' }, now: () => REPORT_TIME, ...options },
  );
  await settle();
  return { ...rendered, changed };
}
const press = async (name: string | RegExp, role = 'button') => {
  fireEvent.click(screen.getByRole(role, { name }));
  await settle();
};
const heading = () => screen.getByRole('heading', { level: 1 }).textContent;

describe('the verdict', () => {
  it.each([
    [sampleReport(), '1 problem keeps Kestrel 7 from driving'],
    [sampleReport({ findings: [sampleFinding({ severity: 'breaks' })] }), 'Kestrel 7 breaks the standard in 1 point'],
    [sampleReport({ findings: [sampleFinding({ severity: 'note' })] }), 'Kestrel 7 follows the standard; 1 note'],
    [sampleReport({ findings: [] }), 'Kestrel 7 follows the standard'],
    [
      sampleReport({ findings: [], topics: sampleReport().topics.map((one) => ({ ...one, total: 0 })) }),
      'No messages from Kestrel 7 yet',
    ],
  ])('is the title', async (report, title) => {
    await show(report);
    expect(heading()).toBe(title);
  });

  it('is in Chinese for Chinese readers', async () => {
    await show(sampleReport(), { language: 'zhCN' });
    expect(heading()).toBe('1 个问题导致 Kestrel 7 无法行驶');
  });

  it('an unknown robot has a page that says so', async () => {
    await show(new ApiError('robotUnknown'));
    expect(screen.getByRole('heading', { name: 'Robot not found' })).toBeTruthy();
  });
});

it('shows refused connections that may be those of a silent robot', async () => {
  await show(
    sampleReport({
      findings: [],
      refused: [
        {
          reason: 'unknownUser',
          userName: 'KR7-0213',
          network: '10.0.0.7',
          detail: '',
          count: 4,
          firstAt: 1,
          lastAt: REPORT_TIME,
        },
      ],
    }),
  );
  expect(screen.getByText('Unknown user name KR7-0213').closest('li')?.textContent).toContain('10.0.0.7');
});

describe('a finding', () => {
  it('opens to its rule, effect and fix, and is accepted as what one chooses', async () => {
    const { changed } = await show(sampleReport());
    const row = screen.getByRole('button', { name: /operatingMode has a value that isn't allowed/u });
    expect(row.textContent).toContain('state.operatingMode = "AUTO"');
    expect(row.textContent).toContain('25 times');
    fireEvent.click(row);
    await settle();
    const list = screen.getByRole('region', { name: 'Findings' });
    expect(list.textContent).toContain('AUTOMATIC, SEMIAUTOMATIC, MANUAL, SERVICE, TEACHIN');
    expect(list.textContent).toContain('VDA 5050 2.1, section 6.10.6');
    fireEvent.change(screen.getByRole('combobox', { name: 'Read as' }), { target: { value: 'MANUAL' } });
    await press('Accept "AUTO" as MANUAL');
    expect(changed).toMatchObject([{ what: 'accept', kind: 'operatingMode', value: 'AUTO', meaning: 'MANUAL' }]);
  });

  it('leads to its message, with the problem at its line', async () => {
    await show(sampleReport());
    await press(/operatingMode has a value/u);
    await press('Show message');
    const payload = screen.getByRole('region', { name: /^state/u });
    const bad = within(payload)
      .getAllByRole('listitem')
      .filter((line) => line.textContent?.includes("isn't allowed"));
    expect(bad.map((line) => line.textContent)).toEqual([expect.stringContaining('"operatingMode": "AUTO"')]);
  });

  it('that is accepted stays listed and can be withdrawn', async () => {
    const { changed } = await show(sampleReport());
    expect(screen.getByText('Map "floor_1" is Lobby')).toBeTruthy();
    await press('Withdraw');
    expect(changed).toMatchObject([{ what: 'withdraw', kind: 'mapName', value: 'floor_1' }]);
  });
});

describe('the message log', () => {
  it('folds a run, filters, and moves by J and K', async () => {
    await show(
      sampleReport({
        log: [
          ...[1, 2, 3, 4, 5].map((seq) => sampleMessage(seq)),
          sampleMessage(6, { topic: 'order', sent: true, problems: [], missing: 0 }),
        ],
      }),
    );
    const log = screen.getByRole('region', { name: 'Message log' });
    expect(within(log).getByRole('button', { name: /4 more like this #1–4/u })).toBeTruthy();
    fireEvent.keyDown(log, { key: 'j' });
    await settle();
    expect(screen.getByRole('region', { name: /^order/u })).toBeTruthy();
    fireEvent.keyDown(log, { key: 'j' });
    await settle();
    fireEvent.click(screen.getByRole('radio', { name: 'Changes' }));
    await settle();
    expect(screen.getByRole('region', { name: /^state/u }).textContent).toContain('headerId');
    fireEvent.click(screen.getByRole('radio', { name: 'Sent 1' }));
    await settle();
    expect(within(log).queryByText(/more like this/u)).toBeNull();
  });

  it('shows one topic after a press on it, and a gap in its place', async () => {
    await show(sampleReport({ log: [sampleMessage(1), sampleMessage(5, { missing: 3 })] }));
    expect(screen.getByText('3 header IDs missing')).toBeTruthy();
    await press(/^connection/u);
    expect(screen.getByRole('heading', { name: 'No message matches' })).toBeTruthy();
    await press('All topics');
    expect(screen.queryByRole('heading', { name: 'No message matches' })).toBeNull();
  });
});

describe('the test order', () => {
  it('says why it cannot be sent', async () => {
    const { robot } = sampleReport();
    await show(sampleReport({ robot: { ...robot, operable: false } }));
    const button = screen.getByRole('button', { name: 'Send a test order' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
  });

  it('has Stop below it, warns of a robot that never confirmed one, and tells why it ended', async () => {
    const { toldTo } = await show(sampleReport(), { contexts: { pendingStops: { entries: {} } } });
    await press('Send a test order');
    const card = screen.getByRole('region', { name: 'Test order' });
    expect(card.textContent).toContain("The 2 m ahead of the robot aren't free on its map.");
    expect(card.textContent).toContain("Orders are blocked: this robot hasn't confirmed a Stop yet.");
    expect(within(card).getAllByRole('listitem')).toHaveLength(7);
    await press(/^Stop/u);
    expect(toldTo('pendingStops')).toEqual([{ type: 'stop.ask', serialNumber: 'KR7-00213', at: REPORT_TIME }]);
  });

  it('warns only of what applies: a robot in use without a confirmed Stop, and none that has confirmed one', async () => {
    const { robot } = sampleReport();
    const cardOf = async (change: Partial<typeof robot>): Promise<string> => {
      cleanup();
      await show(sampleReport({ robot: { ...robot, ...change } }), { contexts: { pendingStops: { entries: {} } } });
      expect(screen.queryAllByText(/Orders are blocked/u)).toHaveLength(change.drivingBlocked ? 1 : 0);
      await press('Send a test order');
      return screen.getByRole('region', { name: 'Test order' }).textContent ?? '';
    };
    expect(await cardOf({ drivingBlocked: false })).toContain('This robot has never confirmed a Stop.');
    const used = await cardOf({ drivingBlocked: false, stopConfirmed: true });
    expect(used).not.toMatch(/never confirmed|blocked/u);
    // Registered again: Stops before that do not count.
    expect(await cardOf({ drivingBlocked: true, stopConfirmed: true })).toContain('Orders are blocked');
  });

  it('keeps everything on a phone, where a message is a page', async () => {
    await show(sampleReport(), { width: 390 });
    expect(screen.getByRole('region', { name: 'Findings' })).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Message log' })).toBeTruthy();
    await press(/operatingMode has a value/u);
    await press('Show message');
    const message = screen.getByRole('dialog', { name: /^state/u });
    expect(message.textContent).toContain('"operatingMode": "AUTO"');
    fireEvent.click(within(message).getByRole('button', { name: 'Close' }));
    await settle();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
