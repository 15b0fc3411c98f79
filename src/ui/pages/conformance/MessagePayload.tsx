/** One message: its JSON with the problems at their lines, or what changed since the message of the topic before it. */
import type { LoggedMessage } from '../../../../contract/entities/conformance.ts';
import type { ConformanceContext } from '../../../machines/conformance/conformance.machine.ts';
import { changesOf, payloadLines } from '../../../machines/conformance/messageLog.ts';
import { useT } from '../../hooks/useT.ts';
import { classes } from '../../kit/classes.ts';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { Drawer } from '../../lists/Drawer.tsx';
import { titleOf } from './findingTexts.ts';
import { useConformance, type ConformanceProps } from './useConformance.ts';

export function MessagePayload({ screen }: ConformanceProps) {
  const t = useT();
  const context = useConformance(screen);
  const { log, selected, view } = context;
  const message = log.find(({ seq }) => seq === selected);
  if (!message)
    return (
      <div className="flex min-h-0 min-w-0 flex-1 flex-col border-l border-line-2 max-wide:hidden">
        <p className="m-auto max-w-60 p-4 text-center text-13 text-text-2">
          {t(selected === null ? 'conformance.message.select' : 'conformance.message.gone')}
        </p>
      </div>
    );
  const { topic, headerId, bytes } = message;
  return (
    <Drawer
      pane
      title={headerId === null ? topic : t('conformance.message.title', { topic, headerId })}
      note={
        <>
          <span className="flex-1">{t('conformance.message.bytes', { bytes })}</span>
          <SegmentedControl
            size="s"
            label={t('shared.view')}
            value={view}
            options={[
              { value: 'json', label: t('conformance.message.json') },
              { value: 'changes', label: t('conformance.message.changes') },
            ]}
            onChange={(next) => screen.send({ type: 'message.view', view: next })}
          />
        </>
      }
      onClose={() => screen.send({ type: 'message.select', seq: null })}
    >
      <div className="-mx-4 font-mono text-12">
        {view === 'json' ? <Json message={message} /> : <Changes log={log} message={message} />}
      </div>
    </Drawer>
  );
}

function Json({ message }: { readonly message: LoggedMessage }) {
  const t = useT();
  const lines = payloadLines(message);
  if (lines.length === 0)
    return <p className="px-4 font-sans text-13 text-st-alarm-text">{t('conformance.message.unreadable')}</p>;
  return (
    <ol>
      {lines.map(({ text, problem }, index) => (
        <li key={index} className={classes(problem && 'bg-st-alarm-soft')}>
          <span className="flex gap-3 px-3">
            <span className="w-7 flex-none text-right text-text-2 select-none" aria-hidden="true">
              {index + 1}
            </span>
            <span className="min-w-0 whitespace-pre-wrap wrap-anywhere">{text}</span>
          </span>
          {problem && (
            <span className="block pr-3 pl-13 font-sans text-st-alarm-text">
              {titleOf(t, { ...problem, topic: message.topic, params: {} })}
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}

function Changes({ log, message }: Pick<ConformanceContext, 'log'> & { readonly message: LoggedMessage }) {
  const t = useT();
  const changes = changesOf(log, message);
  if (changes === null || changes.length === 0)
    return (
      <p className="px-4 font-sans text-13 text-text-2">
        {t(changes === null ? 'conformance.message.first' : 'conformance.message.same')}
      </p>
    );
  return (
    <dl className="grid gap-1.5 px-4">
      {changes.map(({ path, before, after }) => (
        <div key={path} className="wrap-anywhere">
          <dt className="text-text-2">{path}</dt>
          <dd>
            {before !== null && <del className="bg-st-alarm-soft text-st-alarm-text no-underline">{before}</del>}{' '}
            {after !== null && <ins className="bg-st-online-soft text-st-online-text no-underline">{after}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
