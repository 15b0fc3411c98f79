/** Maps the VDA 5050 `state` message to the robot's live state, shared by the server and the console. */
import type { RobotLive } from '../entities/robot.ts';
import type { StateMessage, VisualizationMessage } from '../wire/vda5050.ts';

export type ReportedState = Pick<
  RobotLive,
  'battery' | 'charging' | 'driving' | 'paused' | 'eStop' | 'mode' | 'located' | 'localization' | 'speed'
>;

/** m/s, in any direction; null if the message has no velocity. Turning in place counts as 0. */
export const reportedSpeed = ({ velocity }: Pick<StateMessage | VisualizationMessage, 'velocity'>): number | null =>
  velocity ? Math.hypot(velocity.vx ?? 0, velocity.vy ?? 0) : null;

/** Defaults for optional fields: not paused, not localized, no localization score, speed 0. */
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
