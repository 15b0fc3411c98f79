/** Selectors of the calls of a signed-in user; without the actor (nobody signed in, old recordings) there are none. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { Call } from '../../../contract/entities/call.ts';
import type { CallMediaRef } from './callMedia.selectors.ts';
import type { CallPreviewRef } from './callPreview.selectors.ts';
import type { callsMachine } from './calls.machine.ts';
import { NO_PHRASES, ringingOf } from './calls.setup.ts';

export type CallsRef = ActorRefFrom<typeof callsMachine>;
type Snapshot = SnapshotFrom<typeof callsMachine> | undefined;

const NONE: readonly Call[] = [];
const rung = new WeakMap<object, readonly Call[]>();
/** Visitors' calls that wait for the user, the oldest first. */
export function selectRinging(snapshot: Snapshot): readonly Call[] {
  if (!snapshot) return NONE;
  const known = rung.get(snapshot.context);
  if (known) return known;
  const found = ringingOf(snapshot.context);
  rung.set(snapshot.context, found);
  return found;
}
/** The call of this tab; after its end until it is closed. */
export const selectOwnCall = (snapshot: Snapshot): Call | null => snapshot?.context.own ?? null;
export type OwnState = 'idle' | 'starting' | 'answering' | 'inCall' | 'ending' | 'ended' | 'refused' | 'lost';
const STATES = ['starting', 'answering', 'inCall', 'ending', 'ended', 'refused', 'lost'] as const;
export const selectOwnState = (snapshot: Snapshot): OwnState => STATES.find((tag) => snapshot?.hasTag(tag)) ?? 'idle';
/** The robot of the call of this tab. */
export const selectCalledRobot = (snapshot: Snapshot): string => snapshot?.context.serialNumber ?? '';
export const selectCallFailure = (snapshot: Snapshot) => snapshot?.context.failure ?? null;
/** Whether this tab has lost the server: the call may have changed since. */
export const selectIsUnheard = (snapshot: Snapshot): boolean => snapshot?.context.heard === 'failed';
export const selectSentAct = (snapshot: Snapshot) => snapshot?.context.sent ?? null;
export const selectElsewhere = (snapshot: Snapshot) => snapshot?.context.elsewhere ?? null;
/** What the site of a robot that rings keeps for calls; none until they are loaded. */
export const selectRingPhrases = (snapshot: Snapshot, serialNumber: string): readonly string[] =>
  snapshot?.context.phrases.serialNumber === serialNumber ? snapshot.context.phrases.texts : NO_PHRASES.texts;
/** Picture of the call that rings; undefined without one. */
export const selectPreviewRef = (snapshot: Snapshot) => snapshot?.children.preview as CallPreviewRef | undefined;
/** Picture and sound; undefined before the call is answered. */
export const selectMediaRef = (snapshot: Snapshot) => snapshot?.children.media as CallMediaRef | undefined;
