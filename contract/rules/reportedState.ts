/** What the VDA 5050 `state` message of a robot says about the robot itself, for its live state: the server and the console read it alike. */
import type { RobotLive } from '../entities/robot.ts';
import type { StateMessage, VisualizationMessage } from '../wire/vda5050.ts';

export type ReportedState = Pick<
  RobotLive,
  'battery' | 'charging' | 'driving' | 'paused' | 'eStop' | 'mode' | 'located' | 'localization' | 'speed'
>;

/** m/s, whatever the direction; null when the message has no velocity. Turning on the spot is no speed. */
export const reportedSpeed = ({ velocity }: Pick<StateMessage | VisualizationMessage, 'velocity'>): number | null =>
  velocity ? Math.hypot(velocity.vx ?? 0, velocity.vy ?? 0) : null;

/** Optional fields of the standard that a robot leaves out mean: not paused, not localized, no localization score, standing. */
export const reportedStateOf = (state: StateMessage): ReportedState => ({
  battery: state.batteryState.batteryCharge,
  charging: state.batteryState.charging,
  driving: state.driving,
  paused: state.paused ?? false,
  eStop: state.safetyState.eStop,
  mode: state.operatingMode,
  located: state.agvPosition?.positionInitialized ?? false,
  localization: state.agvPosition?.localizationScore ?? null,
  speed: reportedSpeed(state) ?? 0,
});
