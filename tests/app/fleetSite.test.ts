/**
 * Pages that are opened by their address start beside the fleet: what they ask the server about the days, the robots or
 * the points of a site waits until the fleet is known, and no longer than it can take.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AnyActorLogic, type AnyStateMachine, createActor, fromCallback, fromPromise, setup } from 'xstate';
import { alarmCases } from '../../contract/endpoints/alarmCases.ts';
import { calls } from '../../contract/endpoints/calls.ts';
import { maps } from '../../contract/endpoints/maps.ts';
import { zonedInstant } from '../../contract/rules/zonedTime.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { Services } from '../../src/app/services.ts';
import { wireAlarmCases } from '../../src/app/wiring/alarmCases.ts';
import { wireAlarmRules } from '../../src/app/wiring/alarmRules.ts';
import { wireCallRecords } from '../../src/app/wiring/callRecords.ts';
import { wireContacts } from '../../src/app/wiring/contacts.ts';
import { wireCruiseRecord } from '../../src/app/wiring/cruiseRecord.ts';
import { wireDeliveries } from '../../src/app/wiring/deliveries.ts';
import { wireDeliveryDetail } from '../../src/app/wiring/deliveryDetail.ts';
import { wireDisinfectionRecords } from '../../src/app/wiring/disinfectionRecords.ts';
import { wireEventRecords } from '../../src/app/wiring/eventRecords.ts';
import { wireFaceRecords } from '../../src/app/wiring/faceRecords.ts';
import { FLEET_WAIT_MS } from '../../src/app/wiring/fleetSite.ts';
import { wireMonitoring } from '../../src/app/wiring/monitoring.ts';
import { wireNewDelivery } from '../../src/app/wiring/newDelivery.ts';
import { wirePhotos } from '../../src/app/wiring/photos.ts';
import { alarmCasesQuery } from '../../src/machines/alarmCases/alarmCasesQuery.ts';
import { callRecordsQuery } from '../../src/machines/callRecords/callRecordsQuery.ts';
import { recordQuery } from '../../src/machines/cruiseRecord/cruiseRecordQuery.ts';
import { deliveriesQuery } from '../../src/machines/deliveries/deliveriesQuery.ts';
import { disinfectionQuery } from '../../src/machines/disinfectionRecords/disinfectionRecordsQuery.ts';
import { eventRecordsQuery } from '../../src/machines/eventRecords/eventRecordsQuery.ts';
import { faceQuery } from '../../src/machines/faceRecords/faceRecordsQuery.ts';
import { fleetMachine, type FleetList } from '../../src/machines/fleet/fleet.machine.ts';
import { photosQuery } from '../../src/machines/photos/photosQuery.ts';
import { childLogicOf } from '../../src/machines/xstateInternals.ts';
import { createClient } from '../../src/services/api.ts';
import type { Transport } from '../../src/services/transport.ts';
import type { TabParts } from '../../src/services/tabVisibility.ts';
import { memoryStorage } from '../fakes/memoryStorage.ts';
import { HARBOUR } from '../fakes/siteSample.ts';
import { NOW, robotOf } from '../ui/robotOf.ts';

/** Its days begin at other times than where tests run. */
const ZONE = 'Pacific/Kiritimati';
const SITE = { ...HARBOUR, timeZone: ZONE };
const ROBOT = robotOf({ serialNumber: 'P-2', siteId: SITE.id });
/** The start of today there. */
const TODAY = zonedInstant(ZONE, '2026-11-21');
const LOADED: FleetList = { serverTime: NOW, robots: [ROBOT], sites: [SITE], accessRequests: 0 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Starts what a page asks for, beside a fleet whose list is not there yet. */
function openedByAddress(wire: (services: Services) => AnyStateMachine, name: string, input: object) {
  const asked: { path: string; data: unknown }[] = [];
  const transport: Transport = async (path, data) => {
    asked.push({ path, data });
    return path.includes('map-list') ? { sites: [], maps: [] } : [];
  };
  const services = {
    transport,
    present: () => ({
      api: {
        alarmCases: createClient(alarmCases, transport),
        calls: createClient(calls, transport),
        maps: createClient(maps, transport),
      },
    }),
    pasts: { put: () => {} },
    world: { clock: { now: () => NOW }, storage: memoryStorage() },
    language: () => 'enUS',
  };
  let answer: (list: FleetList) => void = () => {};
  let fail: (error: unknown) => void = () => {};
  const list = new Promise<FleetList>((resolve, reject) => {
    answer = resolve;
    fail = reject;
  });
  const outputs: unknown[] = [];
  const root = createActor(
    setup({
      actors: {
        ignored: fromCallback(() => {}),
        fleet: fleetMachine.provide({
          actors: { load: fromPromise<FleetList, { userId: string }>(() => list) },
          actions: { keepCurrent: () => {}, keepView: () => {} },
        }),
        // Nothing else of the services is read by what is wired.
        page: childLogicOf(wire(services as unknown as Services), name) as AnyActorLogic,
      },
    }).createMachine({
      invoke: [
        { src: 'ignored', systemId: 'app' },
        { src: 'fleet', systemId: 'fleet', input: { userId: 'u', serialNumber: '', view: 'all' } },
      ],
      initial: 'opened',
      states: {
        opened: {
          invoke: {
            src: 'page',
            input: input as never,
            onDone: { target: 'done', actions: ({ event }) => void outputs.push(event.output) },
            // The answers of this test are empty.
            onError: 'done',
          },
          on: { leave: 'done' },
        },
        done: {},
      },
    }),
  ).start();
  return {
    asked,
    outputs,
    load: async () => (answer(LOADED), vi.advanceTimersByTimeAsync(1)),
    refuse: async () => (fail(new ApiError('networkFailed')), vi.advanceTimersByTimeAsync(1)),
    leave: async () => (root.send({ type: 'leave' }), vi.advanceTimersByTimeAsync(FLEET_WAIT_MS + 1)),
  };
}

const faceRecordsOf = (services: Services) => wireFaceRecords(services, {} as TabParts);
const today = { days: '1' };
const cases: [page: string, wire: (services: Services) => unknown, actor: string, input: object, asked: object][] = [
  ['alarm cases', wireAlarmCases, 'loadList', alarmCasesQuery.read(today), { startTime: TODAY }],
  ['calls', wireCallRecords, 'loadList', callRecordsQuery.read(today), { startTime: TODAY }],
  ['cruise records', wireCruiseRecord, 'loadList', recordQuery.read(today), { startTime: TODAY }],
  ['disinfections', wireDisinfectionRecords, 'loadList', disinfectionQuery.read(today), { startTime: TODAY }],
  ['events', wireEventRecords, 'loadList', eventRecordsQuery.read(today), { startTime: TODAY }],
  ['faces', faceRecordsOf, 'loadList', faceQuery.read(today), { startTime: TODAY }],
  ['the library', wirePhotos, 'loadPage', photosQuery.read(today), { startTime: TODAY }],
  ['its overview', wirePhotos, 'loadOverview', photosQuery.read(today), { startTime: TODAY }],
  ['deliveries', wireDeliveries, 'loadList', { ...deliveriesQuery.read(today), site: '' }, { startTime: TODAY }],
  ['their board', wireDeliveries, 'loadBoard', { site: '' }, { siteId: SITE.id }],
  ['places of a new one', wireNewDelivery, 'loadPlaces', { siteId: '' }, { serialNumber: 'P-2' }],
  ['places to redirect to', wireDeliveryDetail, 'loadPlaces', { siteId: SITE.id }, { serialNumber: 'P-2' }],
  ['contacts', wireContacts, 'loadList', {}, { serialNumber: 'P-2' }],
  ['alarm rules', wireAlarmRules, 'loadRules', {}, { serialNumber: 'P-2' }],
];

describe.each(cases)('%s', (_, wire, actor, input, expected) => {
  it('are asked for once the fleet is loaded, for its site', async () => {
    const page = openedByAddress(wire as (services: Services) => AnyStateMachine, actor, input);
    await vi.advanceTimersByTimeAsync(FLEET_WAIT_MS - 1);
    expect(page.asked).toEqual([]);
    await page.load();
    expect(page.asked[0]?.data).toMatchObject(expected);
  });
});

const records = () => openedByAddress(wireCruiseRecord, 'loadList', recordQuery.read(today));
it('a page does not wait for a fleet that cannot be loaded', async () => {
  const page = records();
  await page.refuse();
  expect(page.asked.length).toBeGreaterThan(0);
});

it('nor longer than a few seconds for one that does not answer', async () => {
  const page = records();
  await vi.advanceTimersByTimeAsync(FLEET_WAIT_MS + 1);
  expect(page.asked.length).toBeGreaterThan(0);
});

it('and asks for nothing once it is left', async () => {
  const page = records();
  await page.leave();
  expect(page.asked).toEqual([]);
});

it('the history is opened at the site of the frame', async () => {
  const wire = (services: Services) => wireMonitoring(services, { visibilityState: 'visible' } as Document);
  const page = openedByAddress(wire, 'loadPlaces', {});
  await vi.advanceTimersByTimeAsync(1);
  await page.load();
  expect(page.outputs).toMatchObject([{ siteId: SITE.id }]);
});
