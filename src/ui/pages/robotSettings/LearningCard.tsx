/** What the robot learned, from whom, and the decisions about it. */
import { useSelector } from '@xstate/react';
import type { LearningKind, LearningRecord, LearningState } from '../../../../contract/entities/learningRecord.ts';
import {
  type RobotSettingsRef,
  selectIsActing,
  selectRobotSettings,
} from '../../../machines/robotSettings/robotSettings.selectors.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import type { Translate } from '../../hooks/translate.ts';
import { useT } from '../../hooks/useT.ts';
import type { Key } from '../../hooks/words.ts';
import { Button } from '../../kit/Button.tsx';
import { Card } from '../../kit/Card.tsx';
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

const sourceOf = (t: Translate, { from, byStranger }: LearningRecord): string =>
  from === ''
    ? t('robotSettings.learning.self')
    : t(byStranger ? 'robotSettings.learning.stranger' : 'robotSettings.learning.from', { place: from });

export function LearningCard({ screen }: { readonly screen: RobotSettingsRef }) {
  const t = useT();
  const now = useServerNow();
  const { data } = useSelector(screen, selectRobotSettings);
  const acting = useSelector(screen, selectIsActing);
  if (!data) return null;
  return (
    <Card title={t('robotSettings.section.learning')}>
      {data.learning.length === 0 && <StatePanel state="empty" title={t('robotSettings.learning.empty')} />}
      <ul>
        {data.learning.map((record) => {
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
              </span>
              <span className="text-12 text-text-2">
                {t(STATE_KEYS[state], { time })}
                {uses > 0 && ` · ${t('robotSettings.learning.uses', { count: uses })}`}
              </span>
              {data.settings.canChange && (
                <span className="flex gap-2">
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
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
