import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { Caption } from '../../../contract/entities/caption.ts';
import type { voiceMachine } from './voice.machine.ts';

export type VoiceRef = ActorRefFrom<typeof voiceMachine>;

type Snapshot = SnapshotFrom<typeof voiceMachine>;

export const selectVoice = ({ context }: Snapshot) => context;
export const selectVoiceState = (snapshot: Snapshot): 'closed' | 'lost' | 'waiting' | 'up' =>
  (['closed', 'lost', 'waiting'] as const).find((tag) => snapshot.hasTag(tag)) ?? 'up';

/** Captions older than this are dimmed. */
const FADES_AFTER_MS = 20_000;
/** The number of lines that fit on the screen. */
const SHOWN = 6;

export interface ShownCaption extends Caption {
  isOld: boolean;
}
/** The last lines, oldest first; their age is measured by the server clock. */
export const captionsShown = ({ heard }: Snapshot['context']): readonly ShownCaption[] =>
  heard === null
    ? []
    : heard.captions.slice(-SHOWN).map((caption, i, all) => ({
        ...caption,
        isOld: i < all.length - 1 && heard.now - caption.at > FADES_AFTER_MS,
      }));
