/** The drawn floors of the maps page: for account administrators only, with a form for a new one. */
import { describe, expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import type { FloorDrawing } from '../../../contract/entities/floorDrawing.ts';
import { ApiError } from '../../../contract/wire/errors.ts';
import {
  drawnFloorFaults,
  drawnFloorMachine,
  type DrawnFloorFields,
  metresIn,
} from '../../../src/machines/maps/drawnFloor.machine.ts';
import { drawnFloorsMachine, type DrawnFloorsResult } from '../../../src/machines/maps/drawnFloors.machine.ts';
import {
  type DrawnFloorsRef,
  selectDrawnForm,
  selectDrawnQuestion,
} from '../../../src/machines/maps/maps.selectors.ts';
import { settle } from '../../fakes/settle.ts';
import { floorOf } from '../../fakes/startFloorDrawing.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';
import { editorInTab } from '../../fakes/keptDialog.ts';

const { tab, keepDialog, recallDialog, keepDraft } = editorInTab<DrawnFloorFields>();

const SITES = [
  { id: 's1', name: 'Harbour Hotel' },
  { id: 's2', name: 'Riverside' },
];
const GOOD: DrawnFloorFields = { siteId: 's1', floor: '5F', name: 'Attic', width: '20', height: '12,5' };

async function start({ isAdmin = true, sites = SITES, refuse = false } = {}) {
  const calls: string[] = [];
  const { drawing: _, trace: _trace, ...row } = floorOf();
  const started = startUnderApp(
    drawnFloorsMachine.provide({
      actions: { keepDialog },
      actors: {
        recallDialog,
        loadDrawings: fromPromise<DrawnFloorsResult>(async () => {
          calls.push('load');
          return { sites, drawings: [row] };
        }),
        deleteDrawing: fromPromise<unknown, { drawingId: string; revision: number }>(async ({ input }) => {
          calls.push(`delete ${input.drawingId} ${input.revision}`);
          if (refuse) throw new ApiError('drawingChanged');
        }),
        form: drawnFloorMachine.provide({
          actions: { keepDraft },
          actors: {
            save: fromPromise<FloorDrawing, { fields: DrawnFloorFields }>(async ({ input: { fields } }) => {
              calls.push(`create ${fields.siteId} ${fields.name}`);
              return floorOf();
            }),
          },
        }),
      },
    }),
    { as: 'screen', input: { isAdmin } },
  );
  await settle();
  const actor = started.actor as DrawnFloorsRef;
  const form = () => selectDrawnForm(actor.getSnapshot());
  return { ...started, actor, calls, row, form, question: () => selectDrawnQuestion(actor.getSnapshot()) };
}

describe('the drawn floors', () => {
  it('are loaded for administrators only', async () => {
    expect((await start({ isAdmin: false })).calls).toEqual([]);
    const { actor, calls } = await start();
    expect(actor.getSnapshot().context.drawings).toHaveLength(1);
    actor.send({ type: 'drawings.reload' });
    await settle();
    expect(calls).toEqual(['load', 'load']);
  });

  it('a new one begins with the site on the page, and is opened when it was made', async () => {
    const { actor, form, calls, toldTo } = await start();
    actor.send({ type: 'drawing.new', siteId: 's2' });
    expect(form()?.getSnapshot().context.draft.siteId).toBe('s2');
    actor.send({ type: 'drawing.close' });
    actor.send({ type: 'drawing.new', siteId: 'unknown' });
    for (const [field, value] of Object.entries(GOOD))
      form()?.send({ type: 'field.change', field: field as keyof DrawnFloorFields, value });
    form()?.send({ type: 'form.submit' });
    await settle();
    await settle();
    expect(calls).toContain('create s1 Attic');
    expect(toldTo('navigation')).toEqual([{ type: 'navigation.go', to: '/setting/floor-drawing?drawing=f1' }]);
  });

  it('need a site first', async () => {
    const { actor, form } = await start({ sites: [] });
    actor.send({ type: 'drawing.new', siteId: '' });
    expect(form()).toBeUndefined();
  });

  it('are deleted after a confirmation, and the list is loaded again even if that was refused', async () => {
    for (const refuse of [false, true]) {
      const { actor, question, calls, row, toldTo } = await start({ refuse });
      actor.send({ type: 'drawing.delete', drawing: row });
      question()?.send({ type: 'confirm.cancel' });
      await settle();
      actor.send({ type: 'drawing.delete', drawing: row });
      question()?.send({ type: 'confirm.accept' });
      await settle();
      await settle();
      expect(calls).toEqual(['load', 'delete f1 3', 'load']);
      expect(toldTo('notices')).toHaveLength(refuse ? 1 : 0);
    }
  });
});

describe('the form', () => {
  it('says what is wrong', () => {
    expect(drawnFloorFaults(GOOD)).toEqual({});
    expect(Object.keys(drawnFloorFaults({ ...GOOD, siteId: '', floor: ' ', name: '' }))).toEqual([
      'siteId',
      'floor',
      'name',
    ]);
    expect(drawnFloorFaults({ ...GOOD, width: '1' })).toEqual({ width: 'maps.draw.fault.side' });
    expect(drawnFloorFaults({ ...GOOD, width: 'wide' })).toEqual({ width: 'maps.draw.fault.side' });
    expect(drawnFloorFaults({ ...GOOD, width: '300', height: '300' })).toEqual({ width: 'maps.draw.fault.area' });
    expect([metresIn('12,5'), metresIn(' 3 '), metresIn('-3')]).toEqual([12.5, 3, Number.NaN]);
  });
});

it('a new floor that was being filled in is open again after a forced sign-out', async () => {
  const before = await start({});
  before.actor.send({ type: 'drawing.new', siteId: '' });
  before.form()?.send({ type: 'field.change', field: 'name', value: 'Attic' });
  const after = await start({});
  expect(after.form()?.getSnapshot().context.draft).toMatchObject({ name: 'Attic', width: '20' });
  after.actor.send({ type: 'drawing.close' });
  expect([after.form() ?? null, tab.kept]).toEqual([null, null]);
});
