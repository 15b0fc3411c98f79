/**
 * Options of a call that must still be sent while its page closes. The browser's own signature comes in a later task, which
 * a closing page does not get; this one comes in a microtask of the same task, and the request outlives the page.
 */
import { portableHmac } from './portableHmac.ts';
import type { SendOptions } from './transport.ts';

export const LEAVING: SendOptions = { hmac: portableHmac, keepalive: true, once: true };
