/** What visitors wrote in the contact form, for account administrators: read, found, deleted. */
import '../../styles/changelog.css';
import { useSelector } from '@xstate/react';
import Mail from 'lucide-react/icons/mail';
import RotateCw from 'lucide-react/icons/rotate-cw';
import Search from 'lucide-react/icons/search';
import Trash from 'lucide-react/icons/trash-2';
import type { ActorRefFrom } from 'xstate';
import type { Inquiry } from '../../../../contract/entities/inquiry.ts';
import { INQUIRIES_PER_PAGE, type inquiriesMachine } from '../../../machines/inquiries/inquiries.machine.ts';
import { selectAreInquiriesRead, selectInquiries, selectInquiryPages, selectInquiryQuestion } from '../../../machines/inquiries/inquiries.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { Pager } from '../../kit/Pager.tsx';
import { SkeletonBlocks } from '../../kit/SkeletonBlocks.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { Table, type Column } from '../../kit/Table.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import { Question } from '../../shell/Question.tsx';
import { timeStamp } from '../../shell/siteTime.ts';

type Screen = ActorRefFrom<typeof inquiriesMachine>;

export function InquiriesPage({ screen }: { readonly screen: Screen }) {
  const t = useT();
  const { rows, total, text, asked, failure } = useSelector(screen, selectInquiries);
  const reading = useSelector(screen, selectAreInquiriesRead);
  const question = useSelector(screen, selectInquiryQuestion);
  // Or a page beyond the last one.
  const isFiltered = asked !== '' || total > 0;
  return (
    <div className="flex min-h-0 flex-col gap-3">
      <div className="page-head">
        <div className="page-title">
          <h1 className="max-desk:sr-only">{t('inquiries.title')}</h1>
          <p>{t('inquiries.intro')}</p>
        </div>
        <Button icon={RotateCw} busy={reading && rows.length > 0} onClick={() => screen.send({ type: 'inquiries.refresh' })}>{t('inquiries.refresh')}</Button>
      </div>
      <div className="filters">
        <TextInput icon={Search} value={text} placeholder={t('inquiries.search')} aria-label={t('inquiries.search')} onChange={(next) => screen.send({ type: 'inquiries.search', text: next })} />
      </div>
      {failure && (
        <StatePanel state="failed" title={t('inquiries.failed')} text={t.failure(failure)}>
          <Button size="s" onClick={() => screen.send({ type: 'inquiries.refresh' })}>{t('inquiries.retry')}</Button>
        </StatePanel>
      )}
      {!failure && rows.length === 0 && (reading
        ? <SkeletonBlocks shape="table" count={8} label={t('inquiries.loading')} />
        : <StatePanel state="empty" icon={Mail} title={t(isFiltered ? 'inquiries.noneFound' : 'inquiries.none')} text={t(isFiltered ? 'inquiries.noneFoundText' : 'inquiries.noneText')} />)}
      {!failure && rows.length > 0 && <Rows screen={screen} rows={rows} />}
      {!failure && total > 0 && <Pages screen={screen} />}
      {question && <Question question={question} cancelLabel={t('inquiries.remove.keep')} />}
    </div>
  );
}

function Rows({ screen, rows }: { readonly screen: Screen; readonly rows: readonly Inquiry[] }) {
  const t = useT();
  // Visitors belong to no site: the reader's own clock, and its name in the head.
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const columns: Column<Inquiry>[] = [
    { id: 'at', head: t('inquiries.table.at', { zone: timeZone }), cell: ({ at }) => <span className="serial">{timeStamp(at, timeZone)}</span> },
    {
      id: 'name', head: t('inquiries.table.who'), className: 'whitespace-normal',
      cell: ({ name, company, phone }) => <><b className="font-semibold">{name}</b>{company && <span className="block text-12 text-text-2">{company}</span>}<span className="block text-12 text-text-2">{phone}</span></>,
    },
    { id: 'question', head: t('inquiries.table.question'), className: 'whitespace-normal', cell: ({ question }) => <span className="inquiries-words">{question}</span> },
    { id: 'acts', head: t('inquiries.table.acts'), cell: (inquiry) => <IconButton size="s" icon={Trash} label={t('inquiries.remove.one', { name: inquiry.name })} onClick={() => screen.send({ type: 'inquiry.remove', inquiry })} /> },
  ];
  return <div className="card card-clip"><Table label={t('inquiries.table.name')} columns={columns} rows={rows} idOf={({ id }) => id} /></div>;
}

function Pages({ screen }: { readonly screen: Screen }) {
  const t = useT();
  const { page, rows, total } = useSelector(screen, selectInquiries);
  const pages = useSelector(screen, selectInquiryPages);
  const first = (page - 1) * INQUIRIES_PER_PAGE + 1;
  return (
    <Pager
      label={t('inquiries.pages')} page={page} pages={pages} onPage={(to) => screen.send({ type: 'inquiries.turn', page: to })}
      summary={rows.length === 0 ? t('inquiries.count', { count: total }) : t('inquiries.range', { from: first, to: first + rows.length - 1, total })}
      previousLabel={t('inquiries.previous')} nextLabel={t('inquiries.next')} pageLabel={(to) => t('inquiries.page', { page: to })}
    />
  );
}
