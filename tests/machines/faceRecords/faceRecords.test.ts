/** The face recognition records: list, details, acts, dialogs, and what a recording of them may contain. */
import { describe, expect, it } from 'vitest';
import { ERRORS } from '../../../contract/wire/errors.ts';
import {
  facePersonFormMachine,
  newPerson,
  personFaults,
} from '../../../src/machines/faceRecords/facePersonForm.machine.ts';
import { settingFaults } from '../../../src/machines/faceRecords/faceSettingForm.machine.ts';
import { faceRecordsMachine } from '../../../src/machines/faceRecords/faceRecords.machine.ts';
import {
  selectIsOn,
  selectPersonForm,
  selectQuestion,
  selectSettingForm,
} from '../../../src/machines/faceRecords/faceRecords.selectors.ts';
import { faceQuery } from '../../../src/machines/faceRecords/faceRecordsQuery.ts';
import { createRedactor } from '../../../src/machines/recording/redact.ts';
import { redactionRules } from '../../../src/machines/recording/redactionRules.ts';
import {
  sampleFace,
  sampleFaceDetails,
  sampleFacePerson,
  sampleFaceRequest,
  sampleFaceSetting,
} from '../../fakes/faceSample.ts';
import { settle } from '../../fakes/settle.ts';
import { faceServices } from '../../fakes/startFaceRecords.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

const start = async (query: Record<string, string> = {}, options: Parameters<typeof faceServices>[0] = {}) => {
  const services = faceServices(options);
  const started = startUnderApp(services.machine, {
    as: 'screen',
    input: { page: 'faceRecords', params: {}, query, user: null, serialNumber: '', language: 'enUS' },
  });
  await settle();
  const { actor } = started;
  const send = async (event: Parameters<typeof actor.send>[0]) => {
    actor.send(event);
    await settle();
    await settle();
  };
  return { ...services, ...started, send, context: () => actor.getSnapshot().context };
};
const answer = async (page: Awaited<ReturnType<typeof start>>, type: 'confirm.accept' | 'confirm.cancel') => {
  selectQuestion(page.actor.getSnapshot())?.send({ type });
  await settle();
  await settle();
};

describe('the list', () => {
  it('is loaded by the query of the URL, and not again when only another record is opened', async () => {
    const page = await start({ selectType: 'highTemperature', name: 'ada', robots: 'U1,U2', days: '7' });
    expect(page.of('list')).toEqual([
      { selectType: 'highTemperature', name: 'ada', robots: ['U1', 'U2'], days: '7', from: '', until: '', page: 1 },
    ]);
    await page.send({
      type: 'page.queryChanged',
      query: { selectType: 'highTemperature', name: 'ada', robots: 'U1,U2', days: '7', face: 'face-1' },
    });
    expect(page.of('list')).toHaveLength(1);
    expect(page.of('detail')).toEqual([{ id: 'face-1' }]);
  });

  it('takes dates before a number of days, and knows no other kinds', () => {
    expect(faceQuery.read({ from: '2026-01-01', days: '7', selectType: 'clear' })).toMatchObject({
      days: '',
      from: '2026-01-01',
      selectType: 'all',
    });
  });

  it('says whether any site records faces', async () => {
    expect(selectIsOn((await start()).actor.getSnapshot())).toBe(true);
    const off = await start({}, { settings: [sampleFaceSetting({ isOn: false })] });
    expect(selectIsOn(off.actor.getSnapshot())).toBe(false);
    expect(selectIsOn((await start({}, { settings: [] })).actor.getSnapshot())).toBeNull();
  });

  it('is exported by its filters', async () => {
    const page = await start({ selectType: 'stranger' });
    await page.send({ type: 'export.start' });
    expect(page.of('export')).toMatchObject([{ selectType: 'stranger' }]);
    expect(page.toldTo('notices')).toMatchObject([{ notice: { tone: 'success', key: 'faceRecords.export.done' } }]);
  });
});

describe('a record', () => {
  it('is opened and closed by the URL', async () => {
    const page = await start();
    await page.send({ type: 'face.open', id: 'face-1' });
    expect(page.toldTo('navigation')).toMatchObject([
      { type: 'navigation.query', query: { face: 'face-1' }, push: true },
    ]);
    await page.send({ type: 'page.queryChanged', query: { face: 'face-1' } });
    expect(page.context().detail?.record.id).toBe('face-1');
    await page.send({ type: 'page.queryChanged', query: {} });
    expect(page.context()).toMatchObject({ open: '', detail: null });
  });

  it('that could not be loaded is tried again', async () => {
    const page = await start();
    page.breaks('detail');
    await page.send({ type: 'page.queryChanged', query: { face: 'face-1' } });
    expect(page.context().detailFailure?.code).toBe(ERRORS.serverError);
    page.works('detail');
    await page.send({ type: 'detail.retry' });
    expect(page.context()).toMatchObject({ detailFailure: null, detail: { record: { id: 'face-1' } } });
  });

  it('is checked once, and loaded again', async () => {
    const page = await start({ face: 'face-1' });
    await page.send({ type: 'face.check' });
    expect(page.of('check')).toEqual([{ id: 'face-1' }]);
    expect(page.of('detail')).toHaveLength(2);
    const checked = await start(
      { face: 'face-1' },
      { details: sampleFaceDetails({}, { checked: { byName: 'Lin', at: 1 } }) },
    );
    await checked.send({ type: 'face.check' });
    expect(checked.of('check')).toEqual([]);
  });

  it('that cannot be checked says why', async () => {
    const page = await start({ face: 'face-1' });
    page.breaks('check', 'notAllowed');
    await page.send({ type: 'face.check' });
    expect(page.toldTo('notices')).toHaveLength(1);
    expect(page.actor.getSnapshot().matches({ act: 'idle' })).toBe(true);
  });

  it('is deleted after a question, and closed when the server no longer has it', async () => {
    const page = await start({ face: 'face-1' });
    await page.send({ type: 'record.act', task: { type: 'delete', id: 'face-1' } });
    await answer(page, 'confirm.cancel');
    expect(page.of('act')).toEqual([]);
    await page.send({ type: 'record.act', task: { type: 'delete', id: 'face-1' } });
    page.breaks('detail', 'notFound');
    await answer(page, 'confirm.accept');
    expect(page.of('act')).toEqual([{ type: 'delete', id: 'face-1' }]);
    expect(page.toldTo('navigation')).toMatchObject([{ query: { face: '' } }]);
  });

  it.each([
    ['without the right', sampleFaceDetails({ canReveal: false })],
    ['without a picture', sampleFaceDetails({}, { pictureUntil: null, blurred: '' })],
  ])('cannot be revealed %s, not even by an event', async (_, details) => {
    const page = await start({ face: 'face-1' }, { details });
    await page.send({ type: 'reveal.reason', reason: 'other' });
    await page.send({ type: 'reveal.note', note: 'one two three four' });
    await page.send({ type: 'reveal.submit' });
    expect(page.of('reveal')).toEqual([]);
    expect(page.held.size).toBe(0);
  });
});

describe('persons', () => {
  it('are registered with a name and consent', async () => {
    expect(personFaults(newPerson('f'))).toEqual({
      name: 'faceRecords.fault.nameEmpty',
      consent: 'faceRecords.fault.consent',
    });
    const page = await start({ face: 'face-1' });
    await page.send({ type: 'register.open' });
    const form = selectPersonForm(page.actor.getSnapshot());
    form?.send({ type: 'field.change', field: 'name', value: 'Ada Berg' });
    form?.send({ type: 'form.submit' });
    await settle();
    expect(page.of('register')).toEqual([]);
    form?.send({ type: 'field.change', field: 'consent', value: true });
    form?.send({ type: 'form.submit' });
    await settle();
    await settle();
    expect(page.of('register')).toMatchObject([{ faceId: 'face-1', name: 'Ada Berg', consent: true }]);
    expect(page.of('list')).toHaveLength(2);
  });

  it('that are registered already are not registered again', async () => {
    const person = { id: 'p', name: 'Ada', kind: 'staff' as const, consentAt: 1 };
    const page = await start({ face: 'face-1' }, { details: sampleFaceDetails({}, { person }) });
    await page.send({ type: 'register.open' });
    expect(selectPersonForm(page.actor.getSnapshot())).toBeUndefined();
  });

  it('of a site are listed, erased after a question that names them, and listed again', async () => {
    const page = await start();
    page.breaks('persons');
    await page.send({ type: 'persons.open', siteId: 'harbour' });
    expect(page.context().personsFailure).not.toBeNull();
    page.works('persons');
    await page.send({ type: 'persons.retry' });
    expect(page.context().persons).toEqual([sampleFacePerson()]);
    await page.send({ type: 'record.act', task: { type: 'erase', id: 'person-1', name: 'Ada Berg', records: 4 } });
    expect(selectQuestion(page.actor.getSnapshot())?.getSnapshot().context).toMatchObject({
      words: { name: 'Ada Berg', records: 4 },
      destructive: true,
    });
    await answer(page, 'confirm.accept');
    expect(page.of('act')).toMatchObject([{ type: 'erase', id: 'person-1' }]);
    expect(page.of('persons')).toHaveLength(3);
    await page.send({ type: 'dialog.close' });
    expect(page.context().persons).toEqual([]);
  });
});

describe('the setting of a site', () => {
  it('is saved with its revision', async () => {
    const page = await start(
      {},
      { settings: [sampleFaceSetting(), sampleFaceSetting({ siteId: 'riverside', isOn: false, ground: '' })] },
    );
    await page.send({ type: 'setting.open', siteId: 'riverside' });
    await page.send({ type: 'setting.open', siteId: 'harbour' });
    const form = selectSettingForm(page.actor.getSnapshot());
    form?.send({ type: 'field.change', field: 'pictureDays', value: '14' });
    form?.send({ type: 'form.submit' });
    await settle();
    await settle();
    expect(page.of('setting')).toMatchObject([{ siteId: 'harbour', pictureDays: '14', rowDays: '90', revision: 3 }]);
  });

  it('is only shortened by an administrator of its robots', async () => {
    const page = await start({}, { settings: [sampleFaceSetting({ mayChange: 'shorter' })] });
    await page.send({ type: 'setting.open', siteId: 'harbour' });
    const form = selectSettingForm(page.actor.getSnapshot());
    const save = async (pictureDays: string, rowDays: string) => {
      form?.send({ type: 'field.change', field: 'pictureDays', value: pictureDays });
      form?.send({ type: 'field.change', field: 'rowDays', value: rowDays });
      form?.send({ type: 'form.submit' });
      await settle();
      await settle();
    };
    await save('31', '90');
    await save('30', '91');
    await save('10', '9');
    expect(page.of('setting')).toEqual([]);
    await save('10', '20');
    expect(page.of('setting')).toMatchObject([
      { pictureDays: '10', rowDays: '20', most: { pictureDays: 30, rowDays: 90 } },
    ]);
  });

  it('of an unknown site is not opened', async () => {
    const page = await start();
    await page.send({ type: 'setting.open', siteId: 'nowhere' });
    expect(selectSettingForm(page.actor.getSnapshot())).toBeUndefined();
  });

  it.each([
    [{ ground: 'short' }, { ground: 'faceRecords.fault.ground' }],
    [{ isOn: false, ground: '' }, {}],
    [{ pictureDays: '0' }, { pictureDays: 'faceRecords.fault.days' }],
    [{ pictureDays: '2.5' }, { pictureDays: 'faceRecords.fault.days' }],
    [{ rowDays: '366' }, { rowDays: 'faceRecords.fault.days' }],
    [{ rowDays: '20' }, { pictureDays: 'faceRecords.fault.order' }],
  ])('%j has the faults %j', (change, faults) => {
    const { siteName: _, byName: __, at: ___, mayChange: ____, ...rest } = sampleFaceSetting();
    const fields = { ...rest, most: null, pictureDays: '30', rowDays: '90', ...change };
    expect(settingFaults(fields)).toEqual(faults);
  });
});

describe('the right to reveal', () => {
  const foreign = sampleFaceDetails({ canReveal: false, mayAsk: true, administrators: ['Zhao Min'] });
  const submit = async (page: Awaited<ReturnType<typeof start>>, note = 'nurse asks whom to call') => {
    await page.send({ type: 'reveal.reason', reason: 'guestAsks' });
    await page.send({ type: 'reveal.note', note });
    await page.send({ type: 'reveal.submit' });
  };

  it('is asked for with a reason by a user without it, and nothing is revealed', async () => {
    const page = await start({ face: 'face-1' }, { details: foreign });
    await submit(page, 'too short');
    expect(page.of('ask')).toEqual([]);
    const details = page.of('detail').length;
    await submit(page);
    expect(page.of('ask')).toEqual([{ faceId: 'face-1', reason: 'guestAsks', note: 'nurse asks whom to call' }]);
    expect([page.of('reveal'), page.held.size]).toEqual([[], 0]);
    expect(page.context()).toMatchObject({ reason: null, note: '', revealFailure: null });
    expect(page.of('detail').length).toBeGreaterThan(details);
    expect(page.toldTo('notices').at(-1)).toMatchObject({ notice: { key: 'faceRecords.done.asked' } });
  });

  it('that could not be asked for says why, and keeps what was typed', async () => {
    const page = await start({ face: 'face-1' }, { details: foreign });
    page.breaks('ask', 'faceOff');
    await submit(page);
    expect(page.context()).toMatchObject({ note: 'nurse asks whom to call', revealFailure: { code: ERRORS.faceOff } });
  });

  it('is not asked for twice, nor where nobody can give it', async () => {
    for (const change of [{ askedAt: 1 }, { mayAsk: false }, { isOn: false }]) {
      const page = await start({ face: 'face-1' }, { details: { ...foreign, ...change } });
      await submit(page);
      expect([page.of('ask'), page.of('reveal')]).toEqual([[], []]);
    }
  });

  it('is allowed or refused by an administrator, and the list is read again, also when another one was first', async () => {
    const page = await start({}, { requests: [sampleFaceRequest()] });
    expect(page.context().requests).toHaveLength(1);
    const request = { serialNumber: 'U1-1', askerId: 'chen', at: sampleFaceRequest().at };
    await page.send({ type: 'request.answer', ...request, allow: true });
    page.breaks('answer', 'faceRequestOver');
    await page.send({ type: 'request.answer', ...request, allow: false });
    expect(page.of('answer')).toEqual([
      { ...request, allow: true },
      { ...request, allow: false },
    ]);
    expect(page.of('list')).toHaveLength(3);
    expect(page.toldTo('notices').at(-1)).toMatchObject({ notice: { failure: { code: ERRORS.faceRequestOver } } });
  });
});

describe('a recording', () => {
  it('has no face, blurred or clear, no name, no note and no ground', async () => {
    const person = { id: 'p', name: 'Ada Berg', kind: 'staff' as const, consentAt: 1 };
    const reveals = [
      { id: 'r', byName: 'Lin Wei', at: 1, reason: 'other' as const, note: 'secret words', isOpened: true },
    ];
    const page = await start(
      { face: 'face-1', name: 'Ada' },
      {
        rows: [sampleFace({ person })],
        details: sampleFaceDetails({ reveals }, { person }),
        requests: [sampleFaceRequest()],
      },
    );
    await page.send({ type: 'reveal.note', note: 'typed words of mine' });
    await page.send({ type: 'persons.open', siteId: 'harbour' });
    const redactor = createRedactor(() => new Set());
    const text = JSON.stringify([
      redactor.context(redactionRules['faceRecords'], page.context()),
      redactor.context(redactionRules['facePersonForm'], {
        saved: newPerson('f'),
        draft: { ...newPerson('f'), name: 'Ada Berg', consentNote: 'secret words' },
      }),
    ]);
    for (const secret of [
      'Ada',
      'Berg',
      'Lin Wei',
      'secret',
      'Chen Yu',
      'Nurse asks',
      'typed words',
      'works council',
      'base64',
      'QkxVUlJFRA',
      '37.9',
    ])
      expect(text, secret).not.toContain(secret);
    expect(text).toContain('face-1');
    expect(redactionRules['faceSettingForm']).toBeDefined();
    expect([faceRecordsMachine.id, facePersonFormMachine.id]).toEqual(['faceRecords', 'facePersonForm']);
  });
});
