/** What is read of a robot, beside what was heard of it meanwhile: neither may revert the other. */
import { withPicture } from './fastState.ts';
import { withNews } from './ledger.ts';
import { isNewerLease } from './leaseOrder.ts';
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

/** It can do something else than when its page was opened, e.g. because it had never been connected then. */
export const isOtherRobot = ({ loaded }: RobotDataContext, { detail }: LoadedRobot): boolean =>
  JSON.stringify(detail.abilities) !== JSON.stringify(loaded?.detail.abilities);
