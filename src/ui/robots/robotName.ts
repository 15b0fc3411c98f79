import type { Robot } from '../../../contract/entities/robot.ts';

/** Display name of a robot: its nickname, or its serial number if it has none. */
export const robotName = ({ robotNickName, serialNumber }: Pick<Robot, 'robotNickName' | 'serialNumber'>): string =>
  robotNickName || serialNumber;
