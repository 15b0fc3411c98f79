/**
 * One intercepted event: its payload, its guard results, and its simulated effects. Names are those of the charts, in
 * every language.
 */
import Check from 'lucide-react/icons/check';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import type { Aftermath, Candidate, CaughtEvent, GuardVerdict } from '../../machines/peek/explained.ts';
import { useT } from '../hooks/useT.ts';
import { classes } from '../kit/classes.ts';
import { Icon } from '../kit/Icon.tsx';
import { rowName } from './useVerdict.ts';

const MARK_PX = 13;
const ARROW = '→';

export function EventDetails({
  event: { event, payload, machine, state, candidates, row, aftermath, said },
}: {
  readonly event: CaughtEvent;
}) {
  const t = useT();
  return (
    <dl
      className="mt-2.5 grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1 border-t border-line pt-2 max-desk:grid-cols-1 max-desk:gap-0 [&_ul]:grid [&_ul]:gap-0.5"
      aria-label={event}
    >
      {payload !== '' && (
        <Line name={t('peek.payload')}>
          <code>{payload}</code>
        </Line>
      )}
      {machine !== null && (
        <Line name={t('peek.state')}>
          <code>{machine}</code> <code>{state}</code>
        </Line>
      )}
      {candidates.length > 0 && (
        <Line name={t('peek.transitions')}>
          <ul>
            {candidates.map((candidate, index) => (
              <Transition key={index} candidate={candidate} />
            ))}
          </ul>
        </Line>
      )}
      {row && (
        <Line name={t('peek.row')}>
          <Guard
            verdict={{
              name: row.obstacle ? `${rowName(row.act)}: ${row.obstacle}` : rowName(row.act),
              holds: row.obstacle === null,
            }}
          />
        </Line>
      )}
      {aftermath ? (
        <After aftermath={aftermath} before={state} />
      ) : (
        <Line name={t('peek.next')}>{said === '' ? t('peek.gone') : t('peek.unknown', { said })}</Line>
      )}
    </dl>
  );
}

function Line({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-text-2">{name}</dt>
      <dd className="flex flex-wrap gap-x-2.5 gap-y-0.5 max-desk:mb-1.5">{children}</dd>
    </>
  );
}

function Transition({ candidate: { state, targets, guard, parts, isTaken } }: { readonly candidate: Candidate }) {
  const t = useT();
  return (
    <li data-taken={isTaken}>
      <code>{state}</code>
      {targets.length > 0 && (
        <>
          {' '}
          {ARROW} <code>{targets.join(', ')}</code>
        </>
      )}
      {guard && <Guard verdict={guard} />}
      {parts.map((part) => (
        <Guard key={part.name} verdict={part} />
      ))}
      {isTaken && <b className="ml-2 text-st-online-text">{t('peek.taken')}</b>}
    </li>
  );
}

function Guard({ verdict: { name, holds } }: { readonly verdict: GuardVerdict }) {
  const t = useT();
  return (
    <span
      className={classes(
        'inline-flex items-center gap-[3px] in-[li]:ml-2',
        holds ? 'text-st-online-text' : 'text-st-alarm-text',
      )}
      data-holds={holds}
    >
      <Icon of={holds ? Check : X} size={MARK_PX} />
      <code>{name}</code>
      <span className="sr-only">{t(holds ? 'peek.holds' : 'peek.refuses')}</span>
    </span>
  );
}

function After({
  aftermath: { state, calls, messages, effects, told },
  before,
}: {
  readonly aftermath: Aftermath;
  readonly before: string;
}) {
  const t = useT();
  return (
    <>
      {state !== '' && <Line name={t('peek.next')}>{state === before ? t('peek.same') : <code>{state}</code>}</Line>}
      {calls.length > 0 && (
        <Line name={t('peek.calls')}>
          <ul>
            {calls.map(({ path, fields }, index) => (
              <li key={index}>
                <code>{path}</code> {fields.length > 0 && <code>{`{ ${fields.join(', ')} }`}</code>}
              </li>
            ))}
          </ul>
        </Line>
      )}
      {messages.length > 0 && (
        <Line name={t('peek.messages')}>
          <ul>
            {messages.map(({ topic, payload }, index) => (
              <li key={index}>
                <code>{topic}</code> {payload === null ? t('peek.subscribed') : <code>{payload}</code>}
              </li>
            ))}
          </ul>
        </Line>
      )}
      {told.length > 0 && (
        <Line name={t('peek.told')}>
          <ul>
            {told.map(({ actor, event }, index) => (
              <li key={index}>
                <code>{event}</code> {ARROW} <code>{actor}</code>
              </li>
            ))}
          </ul>
        </Line>
      )}
      {effects.length > 0 && (
        <Line name={t('peek.effects')}>
          {effects.map((effect) => (
            <code key={effect}>{effect}</code>
          ))}
        </Line>
      )}
      {calls.length + messages.length + told.length + effects.length === 0 && (
        <Line name={t('peek.calls')}>{t('peek.nothing')}</Line>
      )}
    </>
  );
}
