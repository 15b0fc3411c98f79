/** One page of face recognition records. */
import { useSelector } from '@xstate/react';
import type { FaceRecord } from '../../../../contract/entities/face.ts';
import { daysMs, daysUntil, FACE_DAYS } from '../../../../contract/rules/faces.ts';
import { type FaceRecordsRef, selectFaces } from '../../../machines/faceRecords/faceRecords.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import type { ListColumn } from '../../lists/columns.ts';
import { ListTable } from '../../lists/ListTable.tsx';
import { timeStamp } from '../../shell/siteTime.ts';
import { BlurredFace } from './FacePicture.tsx';
import { consentText, pictureText, whoText } from './faceTexts.ts';
import { Temperature } from './Temperature.tsx';

interface TableProps {
  readonly screen: FaceRecordsRef;
  readonly timeZone: string;
  /** Server time, ms. */
  readonly now: number;
}

export function FaceTable({ screen, timeZone, now }: TableProps) {
  const t = useT();
  const { rows, open, settings } = useSelector(screen, selectFaces);
  const keptDays = (siteId: string): number =>
    settings.find((one) => one.siteId === siteId)?.pictureDays ?? FACE_DAYS.pictures;
  const share = ({ pictureUntil, siteId }: FaceRecord): number =>
    pictureUntil === null ? 0 : Math.min(1, Math.max(0, pictureUntil - now) / daysMs(keptDays(siteId)));
  const two = (first: string, second: string) => (
    <span className="block leading-4.5">
      {first}
      <small className="block text-12 leading-4 text-text-2">{second}</small>
    </span>
  );
  const columns: readonly ListColumn<FaceRecord>[] = [
    {
      id: 'who',
      head: t('shared.person'),
      cell: (row) => (
        <span className="flex h-13 items-center gap-3">
          <BlurredFace blurred={row.blurred} size="s" />
          <span className="min-w-0">
            <span className={`block truncate leading-4.5 ${row.person ? 'font-medium' : ''}`}>{whoText(t, row)}</span>
            <span className="block truncate text-12 leading-4 text-text-2">{consentText(t, row)}</span>
          </span>
        </span>
      ),
      className: 'w-full max-w-0 min-w-[160px] py-0',
      phone: 'title',
    },
    {
      id: 'when',
      head: t('shared.time'),
      cell: ({ at }) => {
        const [date = '', time = ''] = timeStamp(at, timeZone).split(' ');
        return <span className="whitespace-nowrap tabular-nums">{two(time, date)}</span>;
      },
      phoneCell: ({ at }) => timeStamp(at, timeZone),
    },
    {
      id: 'robot',
      head: t('faceRecords.column.robot'),
      cell: ({ robotName, place }) => two(robotName, place),
      phoneCell: ({ robotName, place }) => [robotName, place].filter(Boolean).join(' · '),
      className: 'max-w-44 overflow-hidden text-ellipsis',
    },
    {
      id: 'temperature',
      head: t('faceRecords.column.temperature'),
      numeric: true,
      cell: (row) => <Temperature record={row} />,
    },
    {
      id: 'picture',
      head: t('faceRecords.column.picture'),
      cell: (row) => (
        <span className="inline-flex items-center gap-2 whitespace-nowrap">
          <span className="block h-1 w-10 overflow-hidden rounded-full bg-surface-3" aria-hidden="true">
            <span className="block h-full bg-n-500" style={{ width: `${Math.round(share(row) * 100)}%` }} />
          </span>
          <span className={daysUntil(row.pictureUntil ?? 0, now) === 0 ? 'text-text-2' : ''}>
            {pictureText(t, row, now)}
          </span>
        </span>
      ),
      phone: 'beside',
    },
  ];
  return (
    <ListTable
      label={t('routes.faceRecords')}
      columns={open === '' ? columns : columns.filter(({ id }) => id !== 'picture')}
      rows={rows}
      idOf={({ id }) => id}
      current={open || undefined}
      onOpen={(id) => screen.send({ type: 'face.open', id })}
    />
  );
}
