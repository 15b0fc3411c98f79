/** Which order a robot goes on with once it is free, in words. */
import type { RobotLive } from '../../../../contract/entities/robot.ts';
import type { Translate } from '../../hooks/translate.ts';
import { orderName } from '../../words/orderName.ts';

export function orderWords(t: Translate, live: RobotLive, name: string): string {
  const order = orderName(t, live);
  return order === null ? t('robotData.resume.nothing', { name }) : t('robotData.resume.goesOn', { name, order });
}
