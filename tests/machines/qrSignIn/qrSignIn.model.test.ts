/**
 * Model-based: sign-in approved by number, as a small model written without looking at the code; every simple path is
 * walked on the real machine. In every case a sign-in happens only if the phone approved what this page shows, and only
 * once.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import { createTestModel } from 'xstate/graph';
import { LOGIN_QR_ASK_MS } from '../../../contract/rules/limits.ts';
import { ApiError } from '../../../contract/wire/errors.ts';
import { qrOf, startQrSignIn } from '../../fakes/startQrSignIn.ts';
import { walk } from '../../fakes/walkModel.ts';

type Happening =
  | 'the code comes'
  | 'no code comes'
  | 'a phone scans'
  | 'it approves'
  | 'it refuses'
  | 'its time is over'
  | 'the cloud is away'
  | 'another is wanted'
  | 'it waits';

const spec = setup({ types: { events: {} as { type: Happening } } }).createMachine({
  initial: 'without',
  states: {
    without: { on: { 'the code comes': 'shown', 'no code comes': 'trying' } },
    trying: { on: { 'another is wanted': 'without', 'it waits': 'without' } },
    shown: {
      on: {
        'a phone scans': 'number',
        'its time is over': 'without',
        'the cloud is away': 'shown',
        'another is wanted': 'without',
      },
    },
    number: {
      on: {
        'it approves': 'in',
        'it refuses': 'refused',
        'its time is over': 'without',
        'the cloud is away': 'number',
        'another is wanted': 'without',
      },
    },
    refused: { on: { 'another is wanted': 'without' } },
    in: {},
  },
});
const reached = new Set<string>();

describe('approving by the number', () => {
  for (const path of createTestModel(spec).getSimplePaths()) {
    it(path.description, async () => {
      const page = startQrSignIn();
      page.actor.subscribe(({ value }) => reached.add(JSON.stringify(value)));
      let codes = 0;
      const name = () => `code ${codes}`;
      /** Resolves the page's next request. */
      const answered = async (answer: () => Promise<void>) => {
        if (
          page.actor.getSnapshot().matches({ code: { shown: 'pausing' } }) ||
          page.actor.getSnapshot().matches({ code: { scanned: 'pausing' } })
        )
          await page.pass(LOGIN_QR_ASK_MS);
        await answer();
      };
      await walk(
        path,
        { model: 'qrSignIn', actor: page.actor },
        {
          events: {
            'the code comes': () => ((codes += 1), page.show(name())),
            'no code comes': () => page.refuseCode(new ApiError('networkFailed')),
            'a phone scans': () => answered(() => page.say(name(), { state: 'scanned', number: '42' })),
            'it approves': () =>
              answered(() => page.say(name(), { state: 'done', accessToken: 'token', userId: 'lin' })),
            'it refuses': () => answered(() => page.say(name(), { state: 'refused' })),
            'its time is over': () => answered(() => page.fail(new ApiError('qrCodeExpired'))),
            'the cloud is away': () => answered(() => page.fail(new ApiError('networkFailed'))),
            'another is wanted': () => page.actor.send({ type: 'code.renew' }),
            'it waits': () => page.pass(3_000),
          },
          states: {
            '*': ({ value }) => expect(page.entered()).toHaveLength(value === 'in' ? 1 : 0),
            without: () => expect([page.phase(), page.url(), page.number()]).toEqual(['fetching', '', '']),
            trying: () => expect([page.phase(), page.url()]).toEqual(['unreachable', '']),
            shown: () => expect([page.phase(), page.url(), page.number()]).toEqual(['shown', qrOf(name()).url, '']),
            number: () => expect([page.phase(), page.number()]).toEqual(['scanned', '42']),
            refused: () => expect([page.phase(), page.url(), page.number()]).toEqual(['refused', '', '']),
            in: () => expect([page.phase(), page.url()]).toEqual(['entering', '']),
          },
        },
      );
    });
  }
  afterAll(() => expect([...reached].some((value) => value.includes('scanned'))).toBe(true));
});
