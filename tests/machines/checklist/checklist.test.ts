import { describe, expect, it } from 'vitest';
import { SimulatedClock } from 'xstate';
import type { Checklist } from '../../../contract/entities/checklist.ts';
import { CHECKLIST_STEPS } from '../../../contract/entities/checklist.ts';
import { ApiError } from '../../../contract/wire/errors.ts';
import { POLL_MS } from '../../../src/machines/checklist/checklist.machine.ts';
import { checklistFormRedaction, checklistRedaction } from '../../../src/machines/checklist/checklist.redaction.ts';
import {
  selectChecklist,
  selectChecklistForm,
  selectDone,
  selectIsLost,
  selectIsReachable,
  selectOpenStep,
} from '../../../src/machines/checklist/checklist.selectors.ts';
import {
  checklistFaults,
  type ChecklistFields,
  fieldsOfStep,
  robotOf,
} from '../../../src/machines/checklist/checklistForm.machine.ts';
import { selectLeaving, selectQuestion } from '../../../src/machines/factories/recordPage.selectors.ts';
import {
  checklistServer,
  DRIVEN,
  EMPTY,
  HEARD,
  READY,
  WITH_FLOOR,
  WITH_ROBOT,
  WITH_SITE,
} from '../../fakes/checklistServer.ts';
import { settle } from '../../fakes/settle.ts';
import { userOf } from '../../fakes/startSession.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

async function start(first: Checklist = EMPTY) {
  const clock = new SimulatedClock();
  const { server, machine } = checklistServer(first);
  const started = startUnderApp(machine, {
    as: 'screen',
    clock,
    input: { page: 'checklist', params: {}, query: {}, user: userOf(), serialNumber: '', language: 'enUS' },
  });
  await settle();
  const snapshot = () => started.actor.getSnapshot();
  const form = () => {
    const found = selectChecklistForm(snapshot());
    if (!found) throw new Error('no form is open');
    return found;
  };
  const change = <Field extends keyof ChecklistFields>(field: Field, value: ChecklistFields[Field]): void =>
    form().send({ type: 'field.change', field, value });
  return {
    ...started,
    server,
    snapshot,
    form,
    change,
    see: () => selectChecklist(snapshot()),
    step: () => selectOpenStep(snapshot()),
    submit: async () => {
      form().send({ type: 'form.submit' });
      await settle();
    },
    wait: async (ms: number = POLL_MS) => {
      clock.increment(ms);
      await settle();
    },
  };
}

describe('the steps', () => {
  it('lead from an empty installation to a registered robot, each form beginning when the step before is done', async () => {
    const page = await start();
    expect(page.step()).toBe('site');
    page.change('name', ' Kai ');
    await page.submit();
    expect(page.server.saved.at(-1)).toMatchObject({ what: 'site', name: 'Kai', timeZone: 'Europe/Berlin' });

    expect(page.step()).toBe('floor');
    await page.submit();
    expect(page.server.saved.at(-1)).toMatchObject({ what: 'floor', siteId: 'one', floor: '1F', width: '20' });

    expect(page.step()).toBe('robot');
    expect(page.form().getSnapshot().context.draft).toMatchObject({ mapId: 'map-1', mapName: '1F', isMine: true });
    page.change('manufacturer', 'Kestrel');
    page.change('serialNumber', 'K-7');
    page.change('robotModel', 'W1');
    await page.submit();
    // The password is shown once; the list waits for the robot behind it.
    expect(page.see().shown).toMatchObject({ what: 'credentials', serialNumber: 'K-7' });
    page.actor.send({ type: 'dialog.close' });
    expect(page.step()).toBe('firstMessage');
    expect(selectChecklistForm(page.snapshot())).toBeNull();
  });

  it('are done by what happens, also elsewhere, and the count in the top bar follows', async () => {
    const page = await start(WITH_ROBOT);
    expect(page.toldTo('session')).toEqual([]);
    for (const [next, step] of [
      [HEARD, 'drive'],
      [DRIVEN, 'colleague'],
      [READY, null],
    ] as const) {
      page.server.checklist = next;
      await page.wait();
      expect(page.step()).toBe(step);
    }
    expect(selectDone(page.snapshot())).toBe(CHECKLIST_STEPS.length);
    expect(page.toldTo('session')).toEqual(Array.from({ length: 3 }, () => ({ type: 'session.refresh' })));
    // A retired robot undoes its steps.
    page.server.checklist = { ...WITH_FLOOR, steps: { ...WITH_FLOOR.steps, colleague: READY.steps.colleague } };
    await page.wait();
    expect(page.step()).toBe('robot');
    expect(page.toldTo('session')).toHaveLength(4);
  });

  it('can be opened in any order that their needs allow', async () => {
    const reachable = (checklist: Checklist) => async () => {
      const page = await start(checklist);
      return CHECKLIST_STEPS.filter((step) => selectIsReachable(step)(page.snapshot()));
    };
    expect(await reachable(EMPTY)()).toEqual(['site', 'colleague']);
    expect(await reachable(WITH_SITE)()).toEqual(['floor', 'robot', 'colleague']);
    expect(await reachable(WITH_ROBOT)()).toEqual(['firstMessage', 'colleague']);
    expect(await reachable(HEARD)()).toEqual(['drive', 'colleague']);

    const page = await start(WITH_SITE);
    page.actor.send({ type: 'step.open', step: 'robot' });
    expect(page.step()).toBe('robot');
    expect(page.form().getSnapshot().context.draft).toMatchObject({ what: 'robot', mapId: '' });
    page.actor.send({ type: 'step.open', step: 'colleague' });
    expect(page.step()).toBe('colleague');
    expect(selectChecklistForm(page.snapshot())).toBeNull();
    page.actor.send({ type: 'step.open', step: 'floor' });
    await page.submit();
    expect(page.step()).toBe('robot');
  });

  it('keep what is being typed while they are read again', async () => {
    const page = await start(WITH_SITE);
    page.change('width', '31');
    // Somebody else adds a floor meanwhile.
    page.server.checklist = WITH_FLOOR;
    await page.wait();
    await page.wait();
    expect(page.step()).toBe('floor');
    expect(page.form().getSnapshot().context.draft.width).toBe('31');
  });

  it('stay in sight while the server does not answer, and go on when it does', async () => {
    const page = await start(WITH_ROBOT);
    page.server.isAway = true;
    await page.wait();
    expect(selectIsLost(page.snapshot())).toBe(true);
    expect(page.see().checklist).toEqual(WITH_ROBOT);
    page.server.isAway = false;
    await page.wait();
    expect(selectIsLost(page.snapshot())).toBe(false);
    expect(page.see().failure).toBeNull();
  });

  it('show what the server refused in the form', async () => {
    const page = await start();
    page.server.error = new ApiError('siteNameTaken', { field: 'name' });
    page.change('name', 'Kai');
    await page.submit();
    expect(page.form().getSnapshot().context.failure).toMatchObject({ field: 'name' });
    expect(page.step()).toBe('site');
  });
});

describe('waiting for the first message', () => {
  const task = { act: 'changeSerial', serialNumber: 'K-7', name: 'Porter', to: 'K-8' } as const;

  it('corrects the serial number after a question', async () => {
    const page = await start(WITH_ROBOT);
    page.actor.send({ type: 'record.act', task });
    selectQuestion(page.snapshot())?.send({ type: 'confirm.accept' });
    await settle();
    expect(page.server.acts).toEqual([task]);
    expect(page.toldTo('notices')).toMatchObject([
      { notice: { key: 'checklist.saved.serial', params: { to: 'K-8' } } },
    ]);
  });

  it('shows a renewed password once, and asks before the page is left', async () => {
    const page = await start(WITH_ROBOT);
    page.actor.send({ type: 'record.act', task: { ...task, act: 'renew', to: '' } });
    selectQuestion(page.snapshot())?.send({ type: 'confirm.accept' });
    await settle();
    expect(page.see().shown).not.toBeNull();
    expect(page.snapshot().hasTag('unsaved')).toBe(true);
    page.actor.send({ type: 'page.leaveAsked', to: '/home' });
    selectLeaving(page.snapshot())?.send({ type: 'confirm.accept' });
    expect(page.toldTo('navigation')).toEqual([{ type: 'navigation.leave', to: '/home' }]);
    page.actor.send({ type: 'dialog.close' });
    expect(page.snapshot().hasTag('unsaved')).toBe(false);
  });

  it('tests the ports', async () => {
    const page = await start(WITH_ROBOT);
    page.actor.send({ type: 'ports.test' });
    await settle();
    expect(page.see().ports).toEqual(page.server.ports);
    page.server.error = new Error('away');
    page.actor.send({ type: 'ports.test' });
    await settle();
    expect(page.toldTo('notices')).toHaveLength(1);
    expect(page.see().ports).toEqual(page.server.ports);
  });
});

describe('leaving the checklist', () => {
  it('for later is told to the session, which goes home', async () => {
    const page = await start(WITH_SITE);
    page.actor.send({ type: 'checklist.putOff' });
    expect(page.toldTo('session')).toEqual([{ type: 'session.putOffSetUp' }]);
  });

  it('for good hides it for everyone', async () => {
    const page = await start(READY);
    page.actor.send({ type: 'checklist.hide' });
    await settle();
    expect(page.server.hidden).toBe(1);
    expect(page.toldTo('navigation')).toEqual([{ type: 'navigation.go', to: '/' }]);
    page.server.error = new ApiError('checklistOpen');
    page.actor.send({ type: 'checklist.hide' });
    await settle();
    expect(page.toldTo('notices')).toHaveLength(1);
  });
});

describe('the forms', () => {
  const site = fieldsOfStep('site', EMPTY, 'Europe/Berlin') as ChecklistFields;
  const floor = fieldsOfStep('floor', WITH_SITE, '') as ChecklistFields;
  const robot = fieldsOfStep('robot', WITH_FLOOR, '') as ChecklistFields;

  it('begin only where they can be saved', () => {
    expect(fieldsOfStep('floor', EMPTY, '')).toBeNull();
    expect(fieldsOfStep('robot', EMPTY, '')).toBeNull();
    expect(fieldsOfStep('drive', HEARD, '')).toBeNull();
    // Done by somebody else: there is nothing to create.
    expect(fieldsOfStep('site', WITH_SITE, '')).toBeNull();
    // A floor of another site is not one of this robot's maps.
    const elsewhere = { steps: { ...WITH_FLOOR.steps, floor: { ...WITH_FLOOR.steps.floor, siteId: 'two' } } };
    expect(fieldsOfStep('robot', elsewhere as never, '')).toMatchObject({ mapId: '', mapName: '' });
  });

  it.each<[string, ChecklistFields, string[]]>([
    ['a site without a name', site, ['name']],
    ['a site in no time zone', { ...site, name: 'Kai', timeZone: 'Nowhere/Land' }, ['timeZone']],
    ['a good site', { ...site, name: 'Kai' }, []],
    ['a floor without a label', { ...floor, floor: ' ' }, ['floor']],
    ['a floor that is too wide', { ...floor, width: '900' }, ['width']],
    ['a floor of no size', { ...floor, height: 'x' }, ['width']],
    ['a good floor', floor, []],
    ['an empty robot', robot, ['manufacturer', 'serialNumber', 'robotModel', 'kind']],
    [
      'a serial number with a slash',
      { ...robot, manufacturer: 'A', serialNumber: 'a/b', robotModel: 'W1' },
      ['serialNumber'],
    ],
    ['a good robot', { ...robot, manufacturer: 'A', serialNumber: 'a', robotModel: 'W1' }, []],
  ])('find the faults of %s', (_, fields, faulty) => expect(Object.keys(checklistFaults(fields))).toEqual(faulty));

  it('register a robot with one name in both languages and its map', () => {
    expect(robotOf({ ...robot, name: 'Porter' })).toMatchObject({
      nameEn: 'Porter',
      nameZh: 'Porter',
      siteId: 'one',
      maps: { 'map-1': '1F' },
    });
  });
});

it('records neither names nor passwords', () => {
  const text = JSON.stringify([checklistRedaction, checklistFormRedaction]);
  for (const secret of ['password":true,"connection', 'claimCode', 'userName', 'nickname', '"name"'])
    expect(text).not.toContain(secret);
});
