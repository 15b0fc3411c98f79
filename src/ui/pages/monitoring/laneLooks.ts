/** Colours and outlines of the lanes, for the lanes and their legend. */
import type { PlannedBar, Stretch } from './laneShapes.ts';

const LOOK: Readonly<Record<Stretch['state'], string>> = {
  working: 'bg-st-working h-2',
  charging: 'bg-st-charging opacity-50 h-2',
  standby: 'bg-line-3 h-px',
  alarm: 'bg-st-alarm h-2',
  stopped: 'bg-st-stopped h-2',
  silent: 'border border-dashed border-line-3 bg-hatch-grey h-2.5',
  gap: 'bg-hatch-grey h-3.5 opacity-60',
};
/** Beside the names of the runs. */
const NEAR_LOOK: Readonly<Record<Stretch['state'], string>> = {
  ...LOOK,
  working: 'bg-st-working-soft h-3.75',
  charging: 'border border-st-charging bg-st-charging-soft h-3.75',
  alarm: 'border border-st-alarm bg-st-alarm-soft h-3.75',
  stopped: 'border border-st-stopped-line bg-st-stopped-soft h-3.75',
};
export const PLANNED_LOOK: Readonly<Record<PlannedBar['run']['look'], string>> = {
  planned: 'border-n-500',
  doubtful: 'border-attn bg-attn-soft',
  skipped: 'border-n-500 bg-hatch-grey',
  missed: 'border-st-alarm',
};
export const BY_HAND_LOOK = 'rounded-in border-2 border-attn';

/** Above the state of the robot, which stays visible. */
export const COMMAND_LOOK = 'rounded-in border border-heading';

export const lookOf = (isNear: boolean): Readonly<Record<Stretch['state'], string>> => (isNear ? NEAR_LOOK : LOOK);
