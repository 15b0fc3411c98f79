/** The QR sign-in machine with an API that the test resolves call by call. */
import { fromCallback, fromPromise, SimulatedClock } from 'xstate';
import { LOGIN_QR_TTL_MS } from '../../contract/rules/limits.ts';
import { type LoginQr, type QrAnswer, qrSignInMachine } from '../../src/machines/qrSignIn/qrSignIn.machine.ts';
import { selectFailure, selectNumber, selectPhase, selectUrl } from '../../src/machines/qrSignIn/qrSignIn.selectors.ts';
import { settle } from './settle.ts';
import { startUnderApp } from './startWithSiblings.ts';

interface Asked<Input, Output> {
  input: Input;
  answer(output: Output): void;
  fail(error: unknown): void;
  isGivenUp(): boolean;
}
function asked<Input, Output>() {
  const calls: Asked<Input, Output>[] = [];
  const logic = fromPromise<Output, Input>(
    ({ input, signal }) =>
      new Promise(
        (resolve, reject) => void calls.push({ input, answer: resolve, fail: reject, isGivenUp: () => signal.aborted }),
      ),
  );
  return { calls, logic, last: () => calls.at(-1) };
}

export const qrOf = (name: string): LoginQr => ({
  qrcode: name,
  url: `https://robots.example/mini-program?sign-in=${name}`,
  pickUpKey: `key of ${name}`,
  lasts: LOGIN_QR_TTL_MS,
});

export function startQrSignIn() {
  const codes = asked<unknown, LoginQr>();
  const questions = asked<{ codes: readonly LoginQr[] }, QrAnswer>();
  let tab: ((event: { type: 'tab.seen' | 'tab.hidden' }) => void) | undefined;
  const started = startUnderApp(
    qrSignInMachine.provide({
      actors: {
        askCode: codes.logic,
        pickUp: questions.logic,
        watchTab: fromCallback(({ sendBack }) => void (tab = sendBack)),
      },
    }),
    {
      as: 'screen',
      input: { page: 'qrSignIn', params: {}, query: {}, user: null, serialNumber: '', language: 'enUS' },
      clock: new SimulatedClock(),
    },
  );
  const see = <Seen>(select: (snapshot: ReturnType<typeof started.actor.getSnapshot>) => Seen): Seen =>
    select(started.actor.getSnapshot());
  const said = (qrcode: string, answer: Partial<QrAnswer>): QrAnswer => ({
    qrcode,
    state: 'shown',
    number: '',
    accessToken: '',
    userId: '',
    ...answer,
  });
  return {
    ...started,
    codes,
    questions,
    see,
    phase: () => see(selectPhase),
    url: () => see(selectUrl),
    number: () => see(selectNumber),
    failure: () => see(selectFailure),
    tab: (type: 'tab.seen' | 'tab.hidden') => tab?.({ type }),
    pass: async (ms: number) => {
      started.clock.increment(ms);
      await settle();
    },
    show: async (name: string) => {
      codes.last()?.answer(qrOf(name));
      await settle();
    },
    refuseCode: async (error: unknown) => {
      codes.last()?.fail(error);
      await settle();
    },
    /** Resolves the pending poll. */
    say: async (qrcode: string, answer: Partial<QrAnswer> = {}) => {
      questions.last()?.answer(said(qrcode, answer));
      await settle();
    },
    fail: async (error: unknown) => {
      questions.last()?.fail(error);
      await settle();
    },
    entered: () => started.toldTo('session'),
  };
}
