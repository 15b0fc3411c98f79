import { describe, expect, it } from 'vitest';
import { SimulatedClock } from 'xstate';
import { ApiError, ERRORS } from '../../../contract/wire/errors.ts';
import { selectLeaving, selectQuestion } from '../../../src/machines/factories/recordPage.selectors.ts';
import { robotFleetRedaction, robotFormRedaction } from '../../../src/machines/robotFleet/robotFleet.redaction.ts';
import {
  FLEET_POLL_MS,
  type RobotAct,
  SERIAL_CHECK_MS,
  UNDO_MS,
} from '../../../src/machines/robotFleet/robotFleet.machine.ts';
import {
  selectFleet,
  selectIsChecking,
  selectOpened,
  selectRobotForm,
  selectUndoable,
} from '../../../src/machines/robotFleet/robotFleet.selectors.ts';
import { selectIsExporting } from '../../../src/machines/factories/longJob.ts';
import { robotFleetRequest } from '../../../src/machines/robotFleet/robotFleetQuery.ts';
import {
  fieldsOf,
  namedMaps,
  newRobot,
  type RobotFields,
  robotFaults,
  serialNumbersIn,
} from '../../../src/machines/robotFleet/robotForm.machine.ts';
import { FLEET, fleetServer, NEWCOMER, PORTER, REVEALED, SECRET } from '../../fakes/fleetRobots.ts';
import { settle } from '../../fakes/settle.ts';
import { userOf } from '../../fakes/startSession.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

async function start() {
  const clock = new SimulatedClock();
  const { server, machine } = fleetServer();
  const started = startUnderApp(machine, {
    as: 'screen',
    clock,
    input: { page: 'robotFleet', params: {}, query: {}, user: userOf(), serialNumber: '', language: 'enUS' },
  });
  await settle();
  const snapshot = () => started.actor.getSnapshot();
  const form = () => {
    const found = selectRobotForm(snapshot());
    if (!found) throw new Error('no editor is open');
    return found;
  };
  return {
    ...started,
    server,
    snapshot,
    form,
    see: () => selectFleet(snapshot()),
    wait: async (ms: number) => {
      clock.increment(ms);
      await settle();
    },
    act: async (act: RobotAct) => {
      started.actor.send({
        type: 'record.act',
        task: { act, serialNumber: 'W1-1', name: 'Porter', charging: false },
      });
      selectQuestion(snapshot())?.send({ type: 'confirm.accept' });
      await settle();
    },
    save: async (fields: RobotFields) => {
      started.actor.send({ type: 'record.edit', fields });
      form().send({ type: 'form.submit' });
      await settle();
    },
  };
}
const GOOD: RobotFields = { ...newRobot('register', 'one', 'Acme'), serialNumber: 'W1-9', robotModel: 'W1' };

/** Faults whose texts other forms have too. */
const SHARED_FAULTS: Readonly<Record<string, string>> = {
  nameEmpty: 'shared.enterAName',
  nameLong: 'shared.atMost40Characters',
  siteEmpty: 'shared.chooseASite',
};

describe('the fleet', () => {
  it('is asked for by the filters of the URL', () => {
    expect(robotFleetRequest({ q: ' por ', state: 'retired', kind: 'no', site: 'one', page: '2' })).toMatchObject({
      text: 'por',
      life: 'retired',
      kind: '',
      ofSite: 'one',
      page: 2,
    });
  });

  it('turns live by itself, and keeps its rows when that fails', async () => {
    const page = await start();
    page.server.found = { ...FLEET, rows: [{ ...PORTER, life: 'notBound' }] };
    await page.wait(FLEET_POLL_MS);
    expect(page.see().rows.map(({ life }) => life)).toEqual(['notBound']);
    page.server.refusal = new ApiError('networkFailed');
    await page.wait(FLEET_POLL_MS);
    expect([page.see().rows.length, page.see().failure]).toEqual([1, null]);
    page.server.refusal = null;
    await page.wait(FLEET_POLL_MS);
    expect(page.server.requests).toHaveLength(4);
  });

  it('a poll for other filters is dropped', async () => {
    const page = await start();
    await page.wait(FLEET_POLL_MS - 1);
    page.actor.send({ type: 'page.queryChanged', query: { state: 'bound' } });
    await settle();
    await page.wait(1);
    expect(page.server.requests.map(({ life }) => life)).toEqual(['', 'bound']);
  });

  it('opens the details of a robot while the list has it', async () => {
    const page = await start();
    page.actor.send({ type: 'robot.open', serialNumber: 'W1-1' });
    expect(selectOpened(page.snapshot())).toBe(PORTER);
    page.actor.send({ type: 'robot.open', serialNumber: 'gone' });
    expect(selectOpened(page.snapshot())).toBeNull();
    page.actor.send({ type: 'robot.close' });
    expect(page.see().opened).toBeNull();
  });
});

describe('a serial number', () => {
  it('is checked after a pause in typing; the newest counts', async () => {
    const page = await start();
    page.actor.send({ type: 'record.edit', fields: GOOD });
    page.actor.send({ type: 'serial.typed', typed: 'W1' });
    await page.wait(SERIAL_CHECK_MS - 1);
    page.actor.send({ type: 'serial.typed', typed: ' w1-1 ' });
    expect(selectIsChecking(page.snapshot())).toBe(true);
    await page.wait(SERIAL_CHECK_MS);
    expect(page.server.checked).toEqual(['w1-1']);
    expect(page.see().check).toMatchObject({ typed: 'w1-1', takenBy: { robotNickName: 'Porter' } });
    page.actor.send({ type: 'serial.typed', typed: '' });
    expect(page.see().check).toBeNull();
  });
});

describe('credentials', () => {
  it('are shown once after a registration, and forgotten with their dialog', async () => {
    const page = await start();
    await page.save(GOOD);
    expect([page.see().shown, page.server.guarded]).toEqual([REVEALED, 1]);
    expect(page.snapshot().hasTag('unsaved')).toBe(true);
    page.actor.send({ type: 'dialog.close' });
    expect([page.see().shown, page.see().fields, page.server.guarded]).toEqual([null, null, 0]);
    expect(page.snapshot().hasTag('unsaved')).toBe(false);
  });

  it.each(['renew', 'reinstate'] as const)('are shown after %s, which is asked about', async (act) => {
    const page = await start();
    await page.act(act);
    expect([page.server.acts, page.see().shown]).toEqual([[`${act} W1-1`], REVEALED]);
  });

  it('a claim code is shown after its role was chosen', async () => {
    const page = await start();
    page.server.revealed = {
      what: 'claim',
      serialNumber: 'K-7',
      claim: { claimCode: '7QK4-M2XD', claimQr: '', claimRole: 'operator' },
    };
    await page.save({ ...fieldsOf('claim', NEWCOMER), claimRole: 'operator' });
    expect(page.server.saved).toMatchObject([{ mode: 'claim', serialNumber: 'K-7', claimRole: 'operator' }]);
    expect(page.see().shown).toEqual(page.server.revealed);
    expect(page.toldTo('notices')).toEqual([]);
  });

  it.each(['revoke', 'retire'] as const)('%s shows none', async (act) => {
    const page = await start();
    await page.act(act);
    expect([page.server.acts, page.see().shown, page.server.requests.length]).toEqual([[`${act} W1-1`], null, 2]);
  });

  it('ask before the page is left with them', async () => {
    const page = await start();
    await page.act('renew');
    page.actor.send({ type: 'page.leaveAsked', to: '/home' });
    selectLeaving(page.snapshot())?.send({ type: 'confirm.cancel' });
    expect(page.see().shown).toEqual(REVEALED);
    page.actor.send({ type: 'page.leaveAsked', to: '/home' });
    selectLeaving(page.snapshot())?.send({ type: 'confirm.accept' });
    expect(page.toldTo('navigation')).toContainEqual({ type: 'navigation.leave', to: '/home' });
  });

  it('of many are saved as a file as often as wanted', async () => {
    const page = await start();
    page.actor.send({ type: 'archive.save' });
    page.server.revealed = { what: 'batch', count: 2, fileName: 'robots.zip', zip: 'UEs=' };
    await page.save({ ...GOOD, mode: 'batch', serialNumbers: 'W1-8 W1-9' });
    for (let n = 0; n < 2; n++) {
      page.actor.send({ type: 'archive.save' });
      await settle();
    }
    expect(page.server.files).toEqual(['robots.zip', 'robots.zip']);
  });

  it('never enter a recording', () => {
    const rules = JSON.stringify([robotFleetRedaction, robotFormRedaction]);
    for (const secret of ['claimCode', 'claimQr', 'zip', '"password":true,"connection"', 'mqttPassword'])
      expect(rules).not.toContain(secret);
    expect(JSON.stringify(REVEALED)).toContain(SECRET);
  });
});

describe('a name', () => {
  it('can be undone for a while', async () => {
    const page = await start();
    await page.save({ ...fieldsOf('rename', PORTER), nameEn: 'Runner' });
    expect(selectUndoable(page.snapshot())?.serialNumber).toBe('W1-1');
    page.actor.send({ type: 'undo.take' });
    await settle();
    expect(page.server.undone).toEqual([{ serialNumber: 'W1-1', before: PORTER.names }]);
    expect(selectUndoable(page.snapshot())).toBeNull();

    await page.save({ ...fieldsOf('rename', PORTER), nameEn: 'Runner' });
    await page.wait(UNDO_MS);
    expect(selectUndoable(page.snapshot())).toBeNull();
  });

  it('that was not saved has nothing to undo', async () => {
    const page = await start();
    page.actor.send({ type: 'record.edit', fields: fieldsOf('rename', PORTER) });
    page.actor.send({ type: 'dialog.close' });
    await settle();
    expect([selectUndoable(page.snapshot()), page.see().renamed]).toEqual([null, null]);
  });

  it('that cannot be undone says why', async () => {
    const page = await start();
    await page.save({ ...fieldsOf('rename', PORTER), nameEn: 'Runner' });
    page.server.refusal = new ApiError('robotRetired');
    page.actor.send({ type: 'undo.take' });
    await settle();
    expect(page.toldTo('notices').at(-1)).toMatchObject({ notice: { failure: { code: ERRORS.robotRetired } } });
  });
});

it('moving loads what stays behind', async () => {
  const page = await start();
  page.actor.send({ type: 'record.edit', fields: fieldsOf('move', PORTER) });
  expect(page.see().belongings).toBeNull();
  await settle();
  expect(page.see().belongings).toMatchObject({ routes: 2, defaultRoute: 'Round' });
  expect(page.form().getSnapshot().context.draft).toMatchObject({ siteId: '', maps: {} });
});

describe('the export', () => {
  it('is of the filter, can be cancelled, and says how it ended', async () => {
    const { actor, server, snapshot, toldTo } = await start();
    actor.send({ type: 'page.queryChanged', query: { q: 'porter', state: 'bound', page: '2' } });
    server.exporting = new Promise(() => undefined);
    actor.send({ type: 'export.start' });
    await settle();
    expect(selectIsExporting(snapshot())).toBe(true);
    expect(server.exported).toMatchObject([{ text: 'porter', life: 'bound', ofSite: '', kind: '' }]);
    actor.send({ type: 'export.cancel' });
    expect(selectIsExporting(snapshot())).toBe(false);
    expect(toldTo('notices')).toEqual([]);
    server.exporting = Promise.resolve();
    actor.send({ type: 'export.start' });
    await settle();
    expect(toldTo('notices')).toMatchObject([{ notice: { tone: 'success', key: 'robotFleet.exported' } }]);
    server.refusal = new ApiError('serverError');
    actor.send({ type: 'export.start' });
    await settle();
    expect([selectIsExporting(snapshot()), toldTo('notices').length]).toEqual([false, 2]);
  });
});

describe('the form', () => {
  it.each([
    [{ serialNumber: '' }, 'serialNumber', 'serialNumberEmpty'],
    [{ serialNumber: 'W 1' }, 'serialNumber', 'serialNumberWrong'],
    [{ serialNumber: 'W/1' }, 'serialNumber', 'serialNumberWrong'],
    [{ serialNumber: '机器人' }, 'serialNumber', 'serialNumberWrong'],
    [{ serialNumber: 'x'.repeat(51) }, 'serialNumber', 'serialNumberWrong'],
    [{ manufacturer: ' ' }, 'manufacturer', 'manufacturerEmpty'],
    [{ manufacturer: 'A/B' }, 'manufacturer', 'manufacturerWrong'],
    [{ robotModel: '' }, 'robotModel', 'modelEmpty'],
    [{ robotModel: 'Q7' }, 'kind', 'kindEmpty'],
    [{ siteId: '' }, 'siteId', 'siteEmpty'],
    [{ nameZh: '名'.repeat(41) }, 'nameZh', 'nameLong'],
    [{ maps: { a: 'x', b: ' x ' } }, 'maps', 'mapTwice'],
    [{ mode: 'batch', serialNumbers: ' , ' }, 'serialNumbers', 'listEmpty'],
    [{ mode: 'batch', serialNumbers: 'A a' }, 'serialNumbers', 'listTwice'],
    [{ mode: 'batch', serialNumbers: 'A B#' }, 'serialNumbers', 'listWrong'],
    [
      { mode: 'batch', serialNumbers: Array.from({ length: 201 }, (_, i) => `A${i}`).join('\n') },
      'serialNumbers',
      'listLong',
    ],
    [{ mode: 'rename', nameEn: ' ' }, 'nameEn', 'nameEmpty'],
    [{ mode: 'move', siteId: '' }, 'siteId', 'siteEmpty'],
  ] as const)('%o has a fault of %s', (change, field, fault) => {
    expect(robotFaults({ ...GOOD, ...change })[field]).toBe(SHARED_FAULTS[fault] ?? `robotFleet.fault.${fault}`);
  });

  it('accepts known models of any case without a kind, and unknown ones with it', () => {
    for (const robotModel of ['w1', 'P1', 'X1']) expect(robotFaults({ ...GOOD, robotModel })).toEqual({});
    expect(robotFaults({ ...GOOD, robotModel: 'Q7', kind: 'security' })).toEqual({});
    expect(robotFaults({ ...fieldsOf('edit', PORTER), serialNumber: '' })).toEqual({});
  });

  it('reads lists of any separator, and sends named maps only', () => {
    expect(serialNumbersIn('A1, B2；C3\n\nD4')).toEqual(['A1', 'B2', 'C3', 'D4']);
    expect(namedMaps({ maps: { a: ' one ', b: '', c: ' ' } })).toEqual([{ registerMapId: 'a', robotMapName: 'one' }]);
  });
});
