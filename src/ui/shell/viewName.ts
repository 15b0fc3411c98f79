/** Locale key of each view of the robot list. */
import type { RobotView } from '../../../contract/entities/constants.ts';

const NAMES = {
  all: 'common.all',
  w: 'shell.views.w',
  xp: 'shell.views.xp',
  s: 'shell.views.s',
  d: 'shell.views.d',
} as const satisfies Record<RobotView, string>;

export const viewName = (view: RobotView) => NAMES[view];
