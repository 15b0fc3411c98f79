/**
 * Context of the selected actor: changes of this step as - and + lines, and the message shown to the operator at that
 * moment.
 */
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { Json } from '../../../machines/recording/format.ts';
import type { Redacted } from '../../../machines/recording/redact.ts';
import { selectUnfolded } from '../../../machines/inspector/inspector.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Card } from '../../kit/Card.tsx';
import { classes } from '../../kit/classes.ts';
import { Icon } from '../../kit/Icon.tsx';
import { type ContextLine, contextLines, REST, shortValue } from './contextLines.ts';
import type { InspectorPart } from './inspectorPart.ts';
import { EmptyLine } from './EmptyLine.tsx';
import { readNotice } from './readNotice.ts';

const KIND = {
  string: 'inspector.context.text',
  number: 'inspector.context.number',
  boolean: 'inspector.context.boolean',
  array: 'inspector.context.list',
  object: 'inspector.context.object',
} as const satisfies Record<Redacted['~'], string>;

export function useWithheld(): (withheld: Redacted) => string {
  const t = useT();
  return ({ '~': kind, length }) => {
    const name = t(KIND[kind]);
    return length === undefined
      ? t('inspector.context.withheld', { kind: name })
      : t('inspector.context.withheldLength', { kind: name, length });
  };
}

export function ContextCard({ screen, capsule: { recording }, step, actor, moment: { before, now } }: InspectorPart) {
  const t = useT();
  const said = useWithheld();
  const unfolded = useSelector(screen, selectUnfolded);
  const taken = recording.steps[step];
  const own = taken?.actor === actor;
  const patch = own ? (taken?.patch ?? null) : null;
  const state = now.states[actor];
  const was: Json = before.states[actor]?.context ?? null;
  const is: Json = state?.context ?? null;
  const lines = useMemo(() => contextLines(was, is, patch, new Set(unfolded)), [was, is, patch, unfolded]);
  const notice = readNotice(recording, now);
  const isBare = !state || state.context === null;
  return (
    <Card
      className="max-desk:max-h-[420px] [&_.card-note]:truncate"
      title={t('inspector.context.title')}
      note={t(patch ? 'inspector.context.changed' : own ? 'inspector.context.same' : 'inspector.context.notIts')}
    >
      <div
        className="min-h-[60px] flex-1 overflow-auto px-2.5 pb-2 font-mono text-[12px]/[18px] text-text-2 focus-visible:shadow-[inset_0_0_0_2px_var(--focus)]"
        role="group"
        aria-label={t('inspector.context.title')}
        tabIndex={0}
      >
        {isBare && <EmptyLine>{t(state ? 'inspector.context.none' : 'inspector.context.gone')}</EmptyLine>}
        {!isBare && <Brace mark="{" />}
        {!isBare &&
          lines.map((line) => (
            <Line
              key={`${line.path} ${line.sign}`}
              line={line}
              said={said}
              onFold={() => screen.send({ type: 'field.toggle', path: line.path })}
            />
          ))}
        {!isBare && <Brace mark="}" />}
      </div>
      <div className="flex-none border-t border-line px-4 py-3">
        <span className="text-12 text-text-2">{t('inspector.context.read')}</span>
        <p className="mt-0.5 text-13 font-semibold">
          {notice === null
            ? t('inspector.context.readNothing')
            : notice.failure
              ? t.failure(notice.failure)
              : t.found(notice.key, words(notice.params, said)) || notice.key}
        </p>
      </div>
    </Card>
  );
}

const words = (
  given: Readonly<Record<string, string | number | Redacted>>,
  said: (withheld: Redacted) => string,
): Record<string, string | number> =>
  Object.fromEntries(Object.entries(given).map(([name, word]) => [name, typeof word === 'object' ? said(word) : word]));

const LINE = 'grid grid-cols-[14px_minmax(0,1fr)] gap-1 rounded-[4px] px-1.5 py-0.5';
const TONE = {
  '+': 'bg-st-online-soft text-st-online-text',
  '-': 'bg-st-alarm-soft text-st-alarm-text',
  '': '',
} as const;
/** Indentation by depth; deeper levels than `levels` are not indented further. */
const INDENT_PX = { level: 12, levels: 6 };

const Brace = ({ mark }: { readonly mark: '{' | '}' }) => (
  <div className={LINE} aria-hidden="true">
    <span />
    {mark}
  </div>
);

const SIGN = { '+': '+', '-': '−', '': '' } as const;
const SIGN_KEY = { '+': 'inspector.context.now', '-': 'shared.before' } as const;

function Line({
  line: { sign, depth, name, value, folds, open },
  said,
  onFold,
}: {
  readonly line: ContextLine;
  readonly said: (withheld: Redacted) => string;
  readonly onFold: () => void;
}) {
  const t = useT();
  const text =
    name === REST ? t('inspector.context.more', { count: Number(value) }) : open ? '' : shortValue(value, said);
  return (
    <div className={classes(LINE, TONE[sign])}>
      <span aria-hidden="true">{SIGN[sign]}</span>
      <span className="wrap-anywhere" style={{ paddingLeft: Math.min(depth + 1, INDENT_PX.levels) * INDENT_PX.level }}>
        {sign !== '' && <span className="sr-only">{t(SIGN_KEY[sign])} </span>}
        {folds ? (
          <button
            type="button"
            className="-ml-3.5 inline-flex items-center gap-0.5 rounded-[4px] hover:text-text"
            aria-expanded={open}
            onClick={onFold}
          >
            <Icon of={open ? ChevronDown : ChevronRight} size={12} />
            {name}
          </button>
        ) : name === REST ? null : (
          name
        )}
        {name === REST ? '' : ': '}
        {text}
      </span>
    </div>
  );
}
