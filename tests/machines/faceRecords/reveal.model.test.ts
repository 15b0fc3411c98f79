/**
 * Model-based: a face is clear for at most a minute, only after a reason, and never once something else is on the screen.
 * Every simple path is walked on the real machine; in each state the memory of clear pictures is checked.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import { createTestModel } from 'xstate/graph';
import { REVEAL_CHECK_MS } from '../../../contract/rules/faces.ts';
import type { FaceDetails } from '../../../contract/entities/face.ts';
import type { ErrorName } from '../../../contract/wire/errors.ts';
import type { Notice } from '../../../contract/wire/feed.ts';
import { sampleFaceDetails } from '../../fakes/faceSample.ts';
import { settle } from '../../fakes/settle.ts';
import { faceServices } from '../../fakes/startFaceRecords.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';
import { walk } from '../../fakes/walkModel.ts';

const spec = setup({
  types: {
    events: {} as {
      type:
        | 'a reason is chosen'
        | 'four words are typed'
        | 'it is asked for'
        | 'the server refuses'
        | '59999 ms pass'
        | 'a minute passes'
        | 'the right is lost'
        | 'the picture is deleted'
        | 'the person is erased'
        | 'recognition is switched off'
        | 'the right is withdrawn, with a notice'
        | 'a face of the site is deleted'
        | 'the server does not answer'
        | 'the tab is hidden'
        | 'it is closed'
        | 'another record is opened'
        | 'the page is left';
    },
  },
}).createMachine({
  initial: 'blurred',
  states: {
    blurred: { on: { 'a reason is chosen': 'reasoned', 'it is asked for': 'blurred', 'the page is left': 'left' } },
    reasoned: { on: { 'four words are typed': 'ready', 'it is asked for': 'reasoned' } },
    ready: {
      on: { 'it is asked for': 'clear', 'the server refuses': 'refused', 'another record is opened': 'otherRecord' },
    },
    refused: { on: { 'it is asked for': 'clear' } },
    clear: {
      on: {
        '59999 ms pass': 'almostOver',
        'a minute passes': 'over',
        'the right is lost': 'over',
        'the picture is deleted': 'over',
        'the person is erased': 'over',
        'recognition is switched off': 'over',
        'the right is withdrawn, with a notice': 'over',
        'a face of the site is deleted': 'stillClear',
        'the server does not answer': 'over',
        'the tab is hidden': 'over',
        'it is closed': 'over',
        'another record is opened': 'otherRecord',
        'the page is left': 'left',
      },
    },
    stillClear: { on: { '59999 ms pass': 'almostOver', 'a minute passes': 'over' } },
    almostOver: { on: { 'the tab is hidden': 'over', 'the page is left': 'left' } },
    over: { on: { 'it is asked for': 'over' } },
    otherRecord: { on: { 'it is asked for': 'otherRecord' } },
    left: {},
  },
});

const reached = new Set<string>();

describe('a revealed face', () => {
  for (const path of createTestModel(spec).getSimplePaths()) {
    it(path.description, async () => {
      const details = sampleFaceDetails();
      const services = faceServices({ details });
      const { actor, clock, stop } = startUnderApp(services.machine, {
        as: 'screen',
        input: {
          page: 'faceRecords',
          params: {},
          query: { face: 'face-1' },
          user: null,
          serialNumber: '',
          language: 'enUS',
        },
      });
      await settle();
      actor.subscribe(({ value }) => reached.add(JSON.stringify(value.reveal)));
      const { held, calls } = services;
      /** The next check of the page, at most 5 s later, is answered so. */
      const check = async (answer: Partial<FaceDetails> | ErrorName) => {
        if (typeof answer === 'string') services.breaks('detail', answer);
        else Object.assign(details, answer);
        clock.increment(REVEAL_CHECK_MS);
        await settle();
        await settle();
      };
      /** A notice arrives, and no time passes. */
      const noticed = async (notice: Notice, change: Partial<FaceDetails>) => {
        Object.assign(details, change);
        actor.send({ type: 'page.noticed', notice });
        await settle();
        await settle();
      };
      const blurred = () => expect([...held]).toEqual([]);
      const clear = () => {
        expect([...held]).toEqual(['face-1']);
        // The picture itself is nowhere in what could be recorded.
        expect(JSON.stringify(actor.getSnapshot().context)).not.toMatch(/blob:|jpeg/u);
        expect(actor.getSnapshot().context).toMatchObject({ reason: null, note: '' });
      };

      await walk(
        path,
        { model: 'reveal', actor },
        {
          events: {
            'a reason is chosen': () => actor.send({ type: 'reveal.reason', reason: 'guestAsks' }),
            'four words are typed': () => actor.send({ type: 'reveal.note', note: 'the guest asked me' }),
            'it is asked for': async () => {
              services.works('reveal');
              actor.send({ type: 'reveal.submit' });
              await settle();
              await settle();
            },
            'the server refuses': async () => {
              services.breaks('reveal', 'tooManyReveals');
              actor.send({ type: 'reveal.submit' });
              await settle();
              await settle();
            },
            '59999 ms pass': () => clock.increment(59_999),
            'a minute passes': () => clock.increment(60_000),
            'the right is lost': () => check({ canReveal: false }),
            'the picture is deleted': () => check({ record: { ...sampleFaceDetails().record, pictureUntil: null } }),
            'the person is erased': () => check('notFound'),
            'recognition is switched off': () =>
              noticed({ type: 'facesChanged', siteId: details.record.siteId }, { isOn: false }),
            'the right is withdrawn, with a notice': () => noticed({ type: 'relationsChanged' }, { canReveal: false }),
            'a face of the site is deleted': () => noticed({ type: 'facesChanged', siteId: details.record.siteId }, {}),
            'the server does not answer': () => check('networkFailed'),
            'the tab is hidden': () => services.hideTab(),
            'it is closed': () => actor.send({ type: 'reveal.close' }),
            'another record is opened': () => actor.send({ type: 'page.queryChanged', query: { face: 'face-2' } }),
            'the page is left': () => void stop(),
          },
          states: {
            blurred,
            reasoned: () => {
              blurred();
              expect(calls.filter(({ call }) => call === 'reveal')).toEqual([]);
            },
            ready: blurred,
            refused: () => {
              blurred();
              expect(actor.getSnapshot().context.revealFailure).not.toBeNull();
              expect(actor.getSnapshot().context.note).toBe('the guest asked me');
            },
            clear,
            stillClear: clear,
            almostOver: clear,
            over: blurred,
            otherRecord: () => {
              blurred();
              expect(actor.getSnapshot().context).toMatchObject({ reason: null, note: '', open: 'face-2' });
            },
            left: blurred,
          },
        },
      );
      stop();
    });
  }

  afterAll(() =>
    expect([...reached].sort()).toEqual(['"blurred"', '"revealing"', '{"clear":"checking"}', '{"clear":"shown"}']),
  );
});
