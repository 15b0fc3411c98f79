/** What the parts of the map editor share: the machine they speak to, and how they say what is wrong. */
import type { ActorRefFrom } from 'xstate';
import type { PointFault } from '../../../../contract/rules/points.ts';
import { pointIn, type Points } from '../../../machines/mapEditor/draft.ts';
import type { mapEditorMachine } from '../../../machines/mapEditor/mapEditor.machine.ts';
import type { Translate } from '../../hooks/translate.ts';
import { POINT_FAULT_KEYS } from '../../words/pointLocaleKeys.ts';

export type MapEditorScreen = ActorRefFrom<typeof mapEditorMachine>;

export const faultText = (t: Translate, { error, other }: PointFault, points: Points): string =>
  t(POINT_FAULT_KEYS[error], { other: (other === null ? null : pointIn(points, other)?.name) ?? '' });
export const metresText = (metres: number): string => metres.toFixed(2);
