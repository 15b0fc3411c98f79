/** Sends a notice to the consoles of accounts (contract/wire/feed.ts). */
import type { Notice } from '../../contract/wire/feed.ts';
import { noticesTopic } from '../../contract/wire/topics.ts';
import type { Broker } from '../broker/broker.ts';

export type SendNotice = (userIds: readonly string[], notice: Notice) => Promise<void>;

/** A notice that the broker cannot take is dropped: clients load everything again when they reconnect. */
export const createNoticeSender =
  ({ broker }: { broker: Pick<Broker, 'isUp' | 'publish'> }): SendNotice =>
  async (userIds, notice) => {
    if (broker.isUp())
      await Promise.all([...new Set(userIds)].map((userId) => broker.publish(noticesTopic(userId), notice)));
  };
