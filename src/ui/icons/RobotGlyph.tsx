/** The kind of a robot as a small filled glyph: drawers, speech, shield, tubes. */
import type { RobotKind } from '../../../contract/entities/constants.ts';
import { ROBOT_GLYPHS } from './robotGlyphs.ts';

export const RobotGlyph = ({ kind, size = 15 }: { readonly kind: RobotKind; readonly size?: number }) => (
  <svg width={size} height={size} viewBox="-6.5 -6.5 13 13" aria-hidden="true" className="flex-none fill-heading">
    <path d={ROBOT_GLYPHS[kind]} />
  </svg>
);
