/** Wires sign-in by QR code. The pick-up key signs requests and is not sent. */
import { fromCallback, fromPromise } from 'xstate';
import { qrSignIn } from '../../../contract/endpoints/qrSignIn.ts';
import { type LoginQr, type QrAnswer, qrSignInMachine } from '../../machines/qrSignIn/qrSignIn.machine.ts';
import { createClient } from '../../services/api.ts';
import { type TabParts, watchTab } from '../../services/tabVisibility.ts';
import type { Transport } from '../../services/transport.ts';
import type { Services } from '../services.ts';

export function wireQrSignIn(
  { transport, world: { origin, clock } }: Services,
  browser: TabParts = { window, document },
) {
  // No automatic retry: the machine polls anyway, and a result that is delivered only once must not be fetched twice.
  const once: Transport = (path, data, options) => transport(path, data, { ...options, once: true });
  const api = createClient(qrSignIn, once);
  const askCode = async (signal: AbortSignal): Promise<LoginQr> => {
    const { qrcode, url, pickUpKey, expiresAt, serverTime } = await api.ask({}, { signal });
    clock.observe(serverTime);
    // Without a configured origin, the server is at this page's origin.
    return { qrcode, url: new URL(url, origin).href, pickUpKey, lasts: expiresAt - serverTime };
  };
  const pickUp = async (codes: readonly LoginQr[], signal: AbortSignal): Promise<QrAnswer> => {
    const ask = async ({ qrcode, pickUpKey }: LoginQr): Promise<QrAnswer> => {
      const { state, number, accessToken, userId } = await api.pickUp({ qrcode }, { signal, key: pickUpKey });
      return { qrcode, state, number, accessToken, userId };
    };
    const [now, before] = codes;
    if (!now) throw new Error('there is no code to ask about');
    // An error of the previous code (expired or refused) does not affect the current one.
    const [answer, earlier] = await Promise.all([ask(now), before ? ask(before).catch(() => null) : null]);
    return answer.state === 'shown' && (earlier?.state === 'scanned' || earlier?.state === 'done') ? earlier : answer;
  };
  return qrSignInMachine.provide({
    actors: {
      askCode: fromPromise<LoginQr>(({ signal }) => askCode(signal)),
      pickUp: fromPromise<QrAnswer, { codes: readonly LoginQr[] }>(({ input, signal }) => pickUp(input.codes, signal)),
      watchTab: fromCallback(({ sendBack }) =>
        watchTab(browser, (seen) => sendBack({ type: seen === 'hidden' ? 'tab.hidden' : 'tab.seen' })),
      ),
    },
  });
}
