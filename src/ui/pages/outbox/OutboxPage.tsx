/** What was written to people, for account administrators (design 1): where nothing sends it, it is read here. */
import { useSelector } from '@xstate/react';
import Mail from 'lucide-react/icons/mail';
import RotateCw from 'lucide-react/icons/rotate-cw';
import Search from 'lucide-react/icons/search';
import type { ActorRefFrom } from 'xstate';
import type { OutboxMessage } from '../../../../contract/entities/message.ts';
import { MESSAGES_PER_PAGE, type outboxMachine } from '../../../machines/outbox/outbox.machine.ts';
import { selectIsReading, selectOutbox, selectPages } from '../../../machines/outbox/outbox.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Pager } from '../../kit/Pager.tsx';
import { SkeletonBlocks } from '../../kit/SkeletonBlocks.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { Table, type Column } from '../../kit/Table.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import { timeStamp } from '../../shell/siteTime.ts';

type Screen = ActorRefFrom<typeof outboxMachine>;

const CHANNELS = { sms: 'outbox.channel.sms', email: 'outbox.channel.email', call: 'outbox.channel.call' } as const satisfies Record<OutboxMessage['channel'], string>;
const STATES = { waiting: 'outbox.state.waiting', kept: 'outbox.state.kept', sent: 'outbox.state.sent', failed: 'outbox.state.failed' } as const satisfies Record<OutboxMessage['state'], string>;

export function OutboxPage({ screen }: { readonly screen: Screen }) {
  const t = useT();
  const { rows, total, text, asked, failure } = useSelector(screen, selectOutbox);
  const reading = useSelector(screen, selectIsReading);
  // Or a page beyond the last one.
  const isFiltered = asked !== '' || total > 0;
  return (
    <div className="flex min-h-0 flex-col gap-3">
      <div className="page-head">
        <div className="page-title">
          <h1 className="max-desk:sr-only">{t('outbox.title')}</h1>
          <p>{t('outbox.intro')}</p>
        </div>
        <Button icon={RotateCw} busy={reading && rows.length > 0} onClick={() => screen.send({ type: 'outbox.refresh' })}>{t('outbox.refresh')}</Button>
      </div>
      <div className="filters">
        <TextInput icon={Search} value={text} placeholder={t('outbox.search')} aria-label={t('outbox.search')} onChange={(next) => screen.send({ type: 'outbox.search', text: next })} />
      </div>
      {failure && (
        <StatePanel state="failed" title={t('outbox.failed')} text={t.failure(failure)}>
          <Button size="s" onClick={() => screen.send({ type: 'outbox.refresh' })}>{t('outbox.retry')}</Button>
        </StatePanel>
      )}
      {!failure && rows.length === 0 && (reading
        ? <SkeletonBlocks shape="table" count={8} label={t('outbox.loading')} />
        : <StatePanel state="empty" icon={Mail} title={t(isFiltered ? 'outbox.noneFound' : 'outbox.none')} text={t(isFiltered ? 'outbox.noneFoundText' : 'outbox.noneText')} />)}
      {!failure && rows.length > 0 && <Messages rows={rows} />}
      {!failure && total > 0 && <Pages screen={screen} />}
    </div>
  );
}

function Messages({ rows }: { readonly rows: readonly OutboxMessage[] }) {
  const t = useT();
  // Messages belong to no site: the reader's own clock, and its name in the head.
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const columns: Column<OutboxMessage>[] = [
    { id: 'at', head: t('outbox.table.at', { zone: timeZone }), cell: ({ at }) => <span className="serial">{timeStamp(at, timeZone)}</span> },
    { id: 'target', head: t('outbox.table.target'), cell: ({ target, channel }) => <><b className="font-semibold">{target}</b><span className="block text-12 text-text-2">{t(CHANNELS[channel])}</span></> },
    {
      id: 'body', head: t('outbox.table.body'), className: 'whitespace-normal',
      cell: ({ subject, body, language }) => (
        <span className="block min-w-60 py-1" lang={language === 'zhCN' ? 'zh-CN' : 'en-US'}><b className="font-semibold">{subject}</b><span className="block text-text-2">{body}</span></span>
      ),
    },
    { id: 'state', head: t('outbox.table.state'), className: 'whitespace-normal', cell: ({ state, error }) => <>{t(STATES[state])}{error && <span className="block text-12 text-text-2">{error}</span>}</> },
  ];
  return <div className="card card-clip"><Table label={t('outbox.table.name')} columns={columns} rows={rows} idOf={({ id }) => id} /></div>;
}

function Pages({ screen }: { readonly screen: Screen }) {
  const t = useT();
  const { page, rows, total } = useSelector(screen, selectOutbox);
  const pages = useSelector(screen, selectPages);
  const first = (page - 1) * MESSAGES_PER_PAGE + 1;
  return (
    <Pager
      label={t('outbox.pages')} page={page} pages={pages} onPage={(to) => screen.send({ type: 'outbox.turn', page: to })}
      summary={rows.length === 0 ? t('outbox.count', { count: total }) : t('outbox.range', { from: first, to: first + rows.length - 1, total })}
      previousLabel={t('outbox.previous')} nextLabel={t('outbox.next')} pageLabel={(to) => t('outbox.page', { page: to })}
    />
  );
}
