/** Common props of the inspector's parts. */
import type { OpenedRecording } from '../../../machines/recording/opened.ts';
import type { Moment } from '../../../machines/recording/replay.ts';
import type { InspectorRef } from '../../../machines/inspector/inspector.selectors.ts';

export interface InspectorPart {
  readonly screen: InspectorRef;
  readonly capsule: OpenedRecording;
  /** -1: before the first step. */
  readonly step: number;
  /** Number of the selected actor. */
  readonly actor: number;
  readonly moment: { readonly before: Moment; readonly now: Moment };
}
