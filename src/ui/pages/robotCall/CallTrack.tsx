/** How far the call is: asked, rang, talking, ended, each with its time. */
import { CALL_RING_MS } from '../../../../contract/rules/call.ts';
import { durationText, endedByText, END_NAMES, talkedMs } from '../../calls/callTexts.ts';
import { useT } from '../../hooks/useT.ts';
import { classes } from '../../kit/classes.ts';
import { TRACK_LINE, TRACK_NODE } from '../../kit/Track.tsx';
import type { CallPageProps } from './callPage.ts';

type Station = { label: string; note: string; node: keyof typeof TRACK_NODE; line: keyof typeof TRACK_LINE };

export function CallTrack({ call, state, userId, now, time }: CallPageProps) {
  const t = useT();
  const at = (moment: number | null): string => (moment === null ? '' : time(moment));
  const isOver = call?.state === 'ended';
  /** Over here; the server has yet to say when. */
  const isLost = state === 'lost' && !isOver;
  const talked = call ? talkedMs(call, now) : null;
  const done = isOver && call.end === 'hungUp';
  const passed: Station['node'] = done ? 'proven' : 'done';
  const line: Station['line'] = done ? 'proven' : 'done';
  const stations: Station[] = [
    { label: t('robotCall.track.asked'), note: at(call?.createdAt ?? null), node: call ? passed : 'todo', line },
    {
      label: t('robotCall.track.rang'),
      note: at(call?.rangAt ?? null),
      node: call?.rangAt ? passed : 'todo',
      line: call?.rangAt ? line : 'todo',
    },
    {
      label: t(talked === null ? 'robotCall.track.answered' : 'robotCall.track.talking'),
      note:
        talked === null
          ? call && !isOver && !isLost
            ? t('robotCall.track.until', { time: time(call.createdAt + CALL_RING_MS) })
            : ''
          : isOver
            ? durationText(talked)
            : t('robotCall.track.since', { time: at(call?.answeredAt ?? null) }),
      node:
        talked === null ? (isOver || isLost ? 'expired' : call ? 'now' : 'todo') : isOver || isLost ? passed : 'now',
      line: talked === null ? 'todo' : line,
    },
    {
      label: isLost ? t(END_NAMES.linkLost) : isOver && call.end ? t(END_NAMES[call.end]) : t('shared.end'),
      note: isOver ? [at(call.endedAt), endedByText(t, call, userId)].filter(Boolean).join(', ') : '',
      node: isLost ? 'fail' : isOver ? (done ? 'proven' : 'fail') : 'todo',
      line: isOver || isLost ? line : 'todo',
    },
  ];
  return (
    <ol className="grid flex-none grid-cols-4 px-5 pt-4 pb-3 max-desk:px-2" aria-label={t('robotCall.track.name')}>
      {stations.map(({ label, note, node, line: leading }, index) => (
        <li key={index} className="relative flex min-w-0 flex-col items-center gap-1 text-center text-12">
          {index > 0 && (
            <span className={classes('absolute top-1.5 right-1/2 w-full', TRACK_LINE[leading])} aria-hidden="true" />
          )}
          <span className="relative grid h-3 place-items-center">
            <span className={TRACK_NODE[node]} data-node={node} />
          </span>
          <b className="font-semibold">{label}</b>
          <span className="text-11 text-text-2 tabular-nums">{note}</span>
        </li>
      ))}
    </ol>
  );
}
