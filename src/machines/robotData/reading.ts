/** What is read of a robot, beside what was heard of it meanwhile: neither may revert the other. */
import { withPicture } from './fastState.ts';
import { withNews } from './ledger.ts';
import { isHeldBy, isNewerLease } from './leaseOrder.ts';
import type { LoadedRobot, MissedNews, RobotDataContext } from './robotData.setup.ts';

export const withReading = (context: RobotDataContext, found: LoadedRobot): Partial<RobotDataContext> => ({
  loaded: found,
  live: withPicture(context.live, found.detail.live),
  ...withMissed(context, found),
  failure: null,
});
export function withMissed(context: RobotDataContext, { lease, ledger }: MissedNews): Partial<RobotDataContext> {
  return {
    lease: isNewerLease(lease, context.lease) ? lease : context.lease,
    ledger: withNews(context.ledger, ledger),
    failedReadings: 0,
  };
}

/**
 * The robot can do something else than when its page was opened, e.g. because it had never been connected then. Nobody
 * who controls it loses control because of that.
 */
export const mustStartOver = (context: RobotDataContext, { detail }: LoadedRobot): boolean =>
  !isHeldBy(context.lease, context.clientId) &&
  JSON.stringify(detail.abilities) !== JSON.stringify(context.loaded?.detail.abilities);
/** With the abilities that the page's children know: others wait for a reading after which it may start over. */
export const asBefore = ({ loaded }: RobotDataContext, found: LoadedRobot): LoadedRobot =>
  loaded ? { ...found, detail: { ...found.detail, abilities: loaded.detail.abilities } } : found;
