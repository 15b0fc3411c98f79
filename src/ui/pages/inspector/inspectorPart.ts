/** What every part of the inspector is drawn from. */
import type { OpenedCapsule } from '../../../machines/recording/opened.ts';
import type { Moment } from '../../../machines/recording/replay.ts';
import type { InspectorRef } from '../../../machines/inspector/inspector.selectors.ts';

export interface InspectorPart {
  readonly screen: InspectorRef;
  readonly capsule: OpenedCapsule;
  /** -1: before the first one. */
  readonly step: number;
  /** The number of the chosen actor. */
  readonly actor: number;
  readonly moment: { readonly before: Moment; readonly now: Moment };
}
