/**
 * Requirement (design 10): the inspector opens a recording or follows a live tab; a failure to open is shown and leaves
 * the open recording untouched; the user can step, play and go back to the selection. Every simple path of the model is
 * walked on the real machine.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import { createTestModel } from 'xstate/graph';
import { startInspector, shownOf, TAB } from '../../fakes/inspected.ts';
import { settle } from '../../fakes/settle.ts';
import { walk } from '../../fakes/walkModel.ts';

type Event =
  | 'opens a file'
  | 'opens a bad file'
  | 'opens a slow file'
  | 'gives up'
  | 'closes'
  | 'follows'
  | 'tab answers'
  | 'tab sends rubbish'
  | 'tab is silent'
  | 'tab goes'
  | 'tab grows'
  | 'plays'
  | 'steps back';

/** Outcomes of opening files. */
const files = setup({ types: { events: {} as { type: Event } } }).createMachine({
  initial: 'nothing',
  states: {
    nothing: { on: { 'opens a file': 'file', 'opens a bad file': 'refused', 'opens a slow file': 'waiting' } },
    waiting: { on: { 'gives up': 'nothing', 'opens a file': 'file' } },
    refused: { on: { 'opens a file': 'file' } },
    file: { on: { 'opens a bad file': 'file, refused', plays: 'playing' } },
    'file, refused': { on: { closes: 'nothing' } },
    playing: { on: { 'steps back': 'file', closes: 'nothing' } },
  },
});
/** Outcomes of following tabs. */
const tabs = setup({ types: { events: {} as { type: Event } } }).createMachine({
  initial: 'nothing',
  states: {
    nothing: { on: { 'opens a file': 'file', follows: 'joining' } },
    file: { on: { follows: 'joining over a file' } },
    joining: { on: { 'tab answers': 'live', 'tab sends rubbish': 'refused', 'tab is silent': 'silent' } },
    'joining over a file': { on: { 'gives up': 'file', 'tab answers': 'live' } },
    refused: {},
    silent: { on: { follows: 'joining' } },
    live: { on: { 'tab grows': 'live, longer', 'tab goes': 'what is left', 'opens a file': 'file' } },
    'live, longer': { on: { 'tab goes': 'what is left' } },
    'what is left': { on: { closes: 'nothing' } },
  },
});
const reached = new Set<string>();

describe.each([
  ['files', files],
  ['tabs', tabs],
])('opening and following: %s', (_, spec) => {
  for (const path of createTestModel(spec).getSimplePaths()) {
    it(path.description, async () => {
      const { actor, world, clock, context, is, tab, openFile } = startInspector();
      const note = () => reached.add(JSON.stringify(actor.getSnapshot().value));
      const open = async (refusal: typeof world.refusal): Promise<void> => {
        world.refusal = refusal;
        openFile(refusal ?? 'porter.capsule');
        await settle();
      };
      await walk(
        path,
        { model: 'inspector', actor },
        {
          events: {
            'opens a file': () => open(null),
            'opens a bad file': () => open('capsuleForeign'),
            'opens a slow file': () => open('never'),
            'gives up': () => actor.send({ type: 'capsule.close' }),
            closes: () => actor.send({ type: 'capsule.close' }),
            follows: () => actor.send({ type: 'tab.follow', tab: TAB }),
            'tab answers': () =>
              tab({ type: 'tab.answered', shown: shownOf({ key: 'tab/1', from: 'tab', length: 20 }) }),
            'tab sends rubbish': () => tab({ type: 'tab.refused', failure: { code: 40605, said: '' } }),
            'tab is silent': () => void clock.increment(5_000),
            'tab goes': () => tab({ type: 'tab.gone' }),
            'tab grows': () => tab({ type: 'tab.grew', length: 25, dropped: 0 }),
            plays: () => actor.send({ type: 'play.toggle' }),
            'steps back': () => actor.send({ type: 'step.go', step: 3 }),
          },
          states: {
            nothing: () => {
              note();
              expect(context().shown).toBeNull();
              expect(context().failure).toBeNull();
              expect(is('waiting')).toBe(false);
            },
            waiting: () => {
              note();
              expect(is('waiting')).toBe(true);
            },
            refused: () => {
              note();
              expect(context().shown).toBeNull();
              expect([40604, 40605]).toContain(context().failure?.code);
            },
            file: () => {
              note();
              expect(context()).toMatchObject({ shown: { key: 'capsule/1' }, failure: null });
              expect(is('open')).toBe(true);
              expect(is('following')).toBe(false);
              expect(is('playing')).toBe(false);
            },
            'file, refused': () => {
              note();
              expect(context()).toMatchObject({ shown: { key: 'capsule/1' }, failure: { code: 40604 } });
              expect(world.kept.at(-1)).toBe('capsule/1');
            },
            playing: () => {
              note();
              expect(is('playing')).toBe(true);
              const { step } = context();
              clock.increment(1_000 / context().speed);
              expect(context().step).toBe(step + 1);
            },
            joining: () => {
              note();
              expect(is('waiting')).toBe(true);
              expect(world.follows.at(-1)).toBe(TAB.id);
            },
            'joining over a file': () => {
              expect(is('waiting')).toBe(true);
              expect(context().shown?.key).toBe('capsule/1');
            },
            silent: () => {
              note();
              expect(is('silent')).toBe(true);
              expect(world.left).toEqual(world.follows);
            },
            live: () => {
              note();
              expect(context()).toMatchObject({ shown: { key: 'tab/1' }, step: 19 });
              expect(is('following')).toBe(true);
              expect(world.kept.at(-1)).toBe('tab/1');
            },
            'live, longer': () => expect(context()).toMatchObject({ shown: { length: 25 }, step: 24 }),
            'what is left': () => {
              note();
              expect(is('following')).toBe(false);
              expect(is('open')).toBe(true);
              expect(world.left).toEqual(world.follows);
            },
          },
        },
      );
    });
  }
});
afterAll(() => {
  for (const state of ['empty', 'opening', 'joining', 'failed', 'silent', 'still', 'playing', 'following'])
    expect(
      [...reached].some((value) => value.includes(state)),
      state,
    ).toBe(true);
});
