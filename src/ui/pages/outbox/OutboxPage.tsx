/**
 * Messages sent to users, for account administrators (design 1). Where no delivery service is set up, they are read
 * here.
 */
import { useSelector } from '@xstate/react';
import Mail from 'lucide-react/icons/mail';
import type { OutboxMessage } from '../../../../contract/entities/message.ts';
import { outboxQuery, TOPIC_FILTERS } from '../../../machines/outbox/outboxQuery.ts';
import { type OutboxRef, selectOutbox } from '../../../machines/outbox/outbox.selectors.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { useT } from '../../hooks/useT.ts';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import type { ListColumn } from '../../lists/columns.ts';
import { ListPage } from '../../lists/ListPage.tsx';
import { ListTable } from '../../lists/ListTable.tsx';
import { PagedList, PagedListBar } from '../../shell/PagedList.tsx';
import { ownZone, timeStamp, zoneName } from '../../shell/siteTime.ts';

const CHANNELS = {
  sms: 'outbox.channel.sms',
  email: 'shared.emailMessage',
  call: 'shared.phoneCall',
} as const satisfies Record<OutboxMessage['channel'], string>;
const TOPICS = {
  all: 'common.all',
  account: 'outbox.topic.account',
  visit: 'shared.visits',
  delivery: 'routes.deliveries',
  inquiry: 'routes.inquiries',
  alarm: 'routes.alarms',
} as const satisfies Record<(typeof TOPIC_FILTERS)[number], string>;
const STATES = {
  waiting: 'outbox.state.waiting',
  kept: 'outbox.state.kept',
  sent: 'common.sent',
  delivered: 'shared.delivered',
  answered: 'shared.confirmedByKey',
  failed: 'outbox.state.failed',
} as const satisfies Record<OutboxMessage['state'], string>;

export function OutboxPage({ screen }: { readonly screen: OutboxRef }) {
  const t = useT();
  const { rows, query } = useSelector(screen, selectOutbox);
  const filtered = outboxQuery.isFiltered(query);
  // Messages belong to no site: times are in the reader's time zone, which the page's head names.
  const zone = ownZone();
  const columns: readonly ListColumn<OutboxMessage>[] = [
    {
      id: 'at',
      head: t('shared.time'),
      cell: ({ at }) => <span className="serial">{timeStamp(at, zone)}</span>,
      phone: 'hidden',
    },
    {
      id: 'target',
      head: t('outbox.table.target'),
      cell: ({ target, channel }) => (
        <>
          <b className="font-semibold">{target}</b>
          <span className="block text-12 text-text-2">{t(CHANNELS[channel])}</span>
        </>
      ),
      phone: 'title',
      phoneCell: ({ target }) => target,
    },
    {
      id: 'body',
      head: t('outbox.table.body'),
      className: 'whitespace-normal',
      cell: (message) => <MessageText message={message} />,
      phoneCell: (message) => (
        <>
          {[t(CHANNELS[message.channel]), t(STATES[message.state]), message.error].filter(Boolean).join(' · ')}
          <MessageText message={message} />
          <time className="tabular-nums">{timeStamp(message.at, zone)}</time>
        </>
      ),
    },
    {
      id: 'state',
      head: t('common.status'),
      className: 'whitespace-normal',
      cell: ({ state, error }) => (
        <>
          <span className="whitespace-nowrap">{t(STATES[state])}</span>
          {error && <span className="block text-12 text-text-2">{error}</span>}
        </>
      ),
      phone: 'hidden',
    },
  ];
  return (
    <ListPage
      title={t('routes.outbox')}
      facts={t('outbox.intro', { zone: zoneName(zone, t.language, useServerNow()) })}
      filters={
        <>
          <PagedListBar screen={screen} search="shared.emailOrPhoneNumber" count="outbox.count" />
          <div className="flex overflow-x-auto">
            <SegmentedControl
              size="s"
              label={t('outbox.topic.name')}
              value={outboxQuery.read(query).topic}
              options={TOPIC_FILTERS.map((value) => ({ value, label: t(TOPICS[value]) }))}
              onChange={(topic) => screen.send({ type: 'list.show', query: outboxQuery.patch({ topic }) })}
            />
          </div>
        </>
      }
    >
      <PagedList
        screen={screen}
        loading="outbox.loading"
        failed="outbox.failed"
        empty={
          <StatePanel
            state="empty"
            icon={Mail}
            title={t(filtered ? 'outbox.noneFound' : 'outbox.none')}
            text={t(filtered ? 'outbox.noneFoundText' : 'outbox.noneText')}
          />
        }
      >
        <ListTable label={t('outbox.table.name')} columns={columns} rows={rows} idOf={({ id }) => id} />
      </PagedList>
    </ListPage>
  );
}

function MessageText({ message: { subject, body, link, language } }: { readonly message: OutboxMessage }) {
  const t = useT();
  return (
    <span className="list-words" lang={language === 'zhCN' ? 'zh-CN' : 'en-US'}>
      <b>{subject}</b>
      {body}
      {link !== '' && (
        <a
          className="mt-1 block w-fit text-link underline"
          href={link}
          target="_blank"
          rel="noreferrer"
          lang={t.language === 'zhCN' ? 'zh-CN' : 'en-US'}
        >
          {t('outbox.open')}
        </a>
      )}
    </span>
  );
}
