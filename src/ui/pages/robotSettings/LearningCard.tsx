/** What the robot learned, from whom, and the decisions about it; can be limited to what strangers taught, for example. */
import { useSelector } from '@xstate/react';
import {
  type LearningKind,
  type LearningRecord,
  type LearningState,
  TEACHER_KINDS,
  type TeacherKind,
} from '../../../../contract/entities/learningRecord.ts';
import { teacherOf } from '../../../../contract/rules/learningRecords.ts';
import {
  type RobotSettingsRef,
  selectIsActing,
  selectRobotSettings,
} from '../../../machines/robotSettings/robotSettings.selectors.ts';
import { MomentButton } from '../../events/MomentButton.tsx';
import { useServerNow } from '../../hooks/useServerNow.ts';
import type { Translate } from '../../hooks/translate.ts';
import { useT } from '../../hooks/useT.ts';
import type { Key } from '../../hooks/localeTexts.ts';
import { Button } from '../../kit/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import { Select } from '../../kit/Select.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { timeText } from './settingTexts.ts';

const KIND_KEYS = {
  face: 'robotSettings.learning.kind.face',
  word: 'robotSettings.learning.kind.word',
  answer: 'robotSettings.learning.kind.answer',
  path: 'robotSettings.learning.kind.path',
} as const satisfies Record<LearningKind, Key>;
const STATE_KEYS = {
  waiting: 'robotSettings.learning.state.waiting',
  keeping: 'robotSettings.learning.state.keeping',
  inUse: 'robotSettings.learning.state.inUse',
  unused: 'robotSettings.learning.state.unused',
  forgetting: 'robotSettings.learning.state.forgetting',
  deleting: 'robotSettings.learning.state.deleting',
  forgotten: 'robotSettings.learning.state.forgotten',
} as const satisfies Record<LearningState, Key>;
/** States in which a record can be kept, and forgotten. */
const KEEPABLE: ReadonlySet<LearningState> = new Set(['waiting', 'unused', 'forgetting']);
const FORGETTABLE: ReadonlySet<LearningState> = new Set(['waiting', 'unused', 'keeping', 'inUse']);

const TEACHER_KEYS = {
  known: 'robotSettings.learning.teacher.known',
  stranger: 'robotSettings.learning.teacher.stranger',
  self: 'robotSettings.learning.self',
} as const satisfies Record<TeacherKind, Key>;

const OPTION_KEYS = {
  known: 'robotSettings.learning.option.known',
  stranger: 'robotSettings.learning.option.stranger',
  self: 'robotSettings.learning.option.self',
} as const satisfies Record<TeacherKind, Key>;

/** Who taught it: by name, if the robot knows it. */
const teacherText = (t: Translate, record: LearningRecord): string => {
  const { kind, name } = teacherOf(record);
  // Recordings leave the name out.
  return kind === 'known' && name ? name : t(TEACHER_KEYS[kind]);
};
const sourceOf = (t: Translate, record: LearningRecord): string => {
  const teacher = teacherText(t, record);
  if (teacherOf(record).kind === 'self') return teacher;
  return record.from === ''
    ? t('robotSettings.learning.by', { teacher })
    : t('robotSettings.learning.byAt', { teacher, place: record.from });
};

export function LearningCard({ screen }: { readonly screen: RobotSettingsRef }) {
  const t = useT();
  const now = useServerNow();
  const { data, taughtBy, serialNumber } = useSelector(screen, selectRobotSettings);
  const acting = useSelector(screen, selectIsActing);
  if (!data) return null;
  const countOf = (kind: TeacherKind): number => data.learning.filter((one) => teacherOf(one).kind === kind).length;
  const shown = data.learning.filter((one) => taughtBy === null || teacherOf(one).kind === taughtBy);
  return (
    <Card
      title={t('robotSettings.section.learning')}
      acts={
        data.learning.length > 0 && (
          <Select
            size="s"
            className="w-56"
            label={t('robotSettings.learning.filter')}
            value={taughtBy ?? ''}
            options={[
              { value: '', label: t('robotSettings.learning.everyone', { count: data.learning.length }) },
              ...TEACHER_KINDS.map((kind) => ({
                value: kind,
                label: t(OPTION_KEYS[kind], { count: countOf(kind) }),
              })),
            ]}
            onChange={(value) =>
              screen.send({
                type: 'learning.filter',
                taughtBy: TEACHER_KINDS.find((kind) => kind === value) ?? null,
              })
            }
          />
        )
      }
    >
      {shown.length === 0 && (
        <StatePanel
          state="empty"
          title={t(data.learning.length === 0 ? 'robotSettings.learning.empty' : 'robotSettings.learning.noneOf')}
        />
      )}
      <ul>
        {shown.map((record) => {
          const { learningId, kind, what, state, uses, learnedAt, forgetAt, forgottenAt } = record;
          const time = timeText(forgottenAt ?? forgetAt ?? learnedAt, now);
          const canKeep = KEEPABLE.has(state);
          return (
            <li
              key={learningId}
              className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-center gap-4 border-t border-line px-4 py-2 max-desk:grid-cols-1 max-desk:gap-1"
            >
              <span className="min-w-0 wrap-anywhere text-13">
                <b className="font-medium">{what}</b>
                <span className="block text-12 text-text-2">
                  {t(KIND_KEYS[kind])} · {sourceOf(t, record)} · {timeText(learnedAt, now)}
                </span>
                <Details record={record} now={now} />
              </span>
              <span className="text-12 text-text-2">
                {t(STATE_KEYS[state], { time })}
                {uses > 0 && ` · ${t('robotSettings.learning.uses', { count: uses })}`}
              </span>
              <span className="flex gap-2">
                <MomentButton look="icon" serialNumber={serialNumber} at={learnedAt} />
                {data.settings.canChange && (
                  <>
                    {canKeep && (
                      <Button size="s" busy={acting} onClick={() => screen.send({ type: 'learning.keep', learningId })}>
                        {t('robotSettings.learning.keep')}
                      </Button>
                    )}
                    {FORGETTABLE.has(state) && (
                      <Button
                        size="s"
                        variant="ghost"
                        busy={acting}
                        onClick={() => screen.send({ type: 'learning.forget', learningId })}
                      >
                        {t('robotSettings.learning.forget')}
                      </Button>
                    )}
                  </>
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

/** Everything that is known of a record: who taught it, where and when, its use, and who decided about it. */
function Details({ record, now }: { readonly record: LearningRecord; readonly now: number }) {
  const t = useT();
  const { what, from, learnedAt, uses, decidedBy, decidedAt } = record;
  const facts: readonly (readonly [string, string])[] = [
    [t('robotSettings.learning.taughtBy'), teacherText(t, record)],
    ...(from === '' ? [] : [[t('shared.place'), from] as const]),
    [t('robotSettings.learning.learnedAt'), timeText(learnedAt, now)],
    [t('robotSettings.learning.used'), t('robotSettings.learning.uses', { count: uses })],
    ...(decidedAt === null
      ? []
      : [
          [
            t('robotSettings.learning.decided'),
            [decidedBy, timeText(decidedAt, now)].filter(Boolean).join(' · '),
          ] as const,
        ]),
  ];
  return (
    <details className="text-12 text-text-2">
      <summary
        className="cursor-pointer py-1 max-desk:py-3"
        aria-label={t('robotSettings.learning.detailsOf', { what })}
      >
        {t('shared.details')}
      </summary>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
        {facts.map(([name, value]) => (
          <Fact key={name} name={name} value={value} />
        ))}
      </dl>
    </details>
  );
}

const Fact = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <>
    <dt>{name}</dt>
    <dd className="text-heading">{value}</dd>
  </>
);
