/** Notifies the users of a site that its faces changed (contract/wire/feed.ts, facesChanged). */
import type { Notice } from '../../contract/wire/feed.ts';
import { noticesTopic } from '../../contract/wire/topics.ts';
import type { AppDeps } from '../appDeps.ts';
import { readersOfSite } from './mapNotifications.ts';

/** Call after the commit. Never rejects: clients that miss it ask within REVEAL_CHECK_MS. */
export async function notifyFacesChanged(
  { fleet, broker, log }: Pick<AppDeps, 'fleet' | 'broker' | 'log'>,
  siteId: string,
): Promise<void> {
  if (!broker.isUp()) return;
  const notice: Notice = { type: 'facesChanged', siteId };
  try {
    await Promise.all(
      readersOfSite({ fleet, broker }, siteId).map(([reader]) => broker.publish(noticesTopic(reader), notice)),
    );
  } catch (error) {
    log.warn({ err: error, siteId }, 'a notice about faces was not sent');
  }
}
