/** A call for tests of machines and pages. */
import type { Call } from '../../contract/entities/call.ts';

export const SAMPLE_AT = 1_700_000_000_000;

export const sampleCall = (change: Partial<Call> = {}): Call => ({
  id: 'call-1',
  serialNumber: 'U1',
  robotName: 'Lobby host',
  place: 'Lobby',
  area: '',
  origin: 'operator',
  tool: 'direct',
  state: 'ringing',
  operator: { id: 'me', name: 'Lin Wei' },
  ringsFor: [],
  isDeclined: false,
  isAskedToWait: false,
  createdAt: SAMPLE_AT,
  rangAt: SAMPLE_AT + 1_000,
  answeredAt: null,
  lostAt: null,
  loss: null,
  endedAt: null,
  endedBy: null,
  end: null,
  interruptions: 0,
  interruptedMs: 0,
  roundTrip: null,
  screen: null,
  topic: null,
  note: '',
  ...change,
});
export const visitorCall = (change: Partial<Call> = {}): Call =>
  sampleCall({
    id: 'visit-1',
    origin: 'visitor',
    operator: null,
    ringsFor: [
      { id: 'me', name: 'Lin Wei' },
      { id: 'chen', name: 'Chen Yu' },
    ],
    ...change,
  });
export const connectedCall = (change: Partial<Call> = {}): Call =>
  sampleCall({ state: 'connected', answeredAt: SAMPLE_AT + 4_000, ...change });
export const endedCall = (change: Partial<Call> = {}): Call =>
  connectedCall({ state: 'ended', endedAt: SAMPLE_AT + 256_000, endedBy: 'operator', end: 'hungUp', ...change });
