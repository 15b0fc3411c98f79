/** Title of a visited view's tab: the page's title, or the robot's name if the page is about a robot. Pure. */
import type { VisitedView } from '../../machines/app/events.ts';
import type { Robot } from '../../../contract/entities/robot.ts';

const ROBOT_PAGE = 'RobotData';

export function tabName(
  { name, titleKey, search }: VisitedView,
  title: (titleKey: string, name: string) => string,
  robotOf: (serialNumber: string) => Robot | undefined,
): string {
  if (name === ROBOT_PAGE) {
    const serialNumber = new URLSearchParams(search).get('serialNumber') ?? '';
    const named = robotOf(serialNumber)?.robotNickName || serialNumber;
    if (named) return named;
  }
  return title(titleKey, name);
}
