/** A text for a robot to say, with the texts that were said lately. Enter says it. */
import { useSelector } from '@xstate/react';
import { useId } from 'react';
import { SAY_MAX } from '../../../contract/rules/robotActions.ts';
import { type RobotActionsRef, selectRobotActions } from '../../machines/robotActions/robotActions.selectors.ts';
import { useT } from '../hooks/useT.ts';
import { Button } from '../kit/Button.tsx';
import { TextInput } from '../kit/TextInput.tsx';

export interface SayFieldProps {
  readonly actions: RobotActionsRef;
  readonly disabledReason?: string | undefined;
  /** Says the text. */
  readonly onSay: (text: string) => void;
}

export function SayField({ actions, disabledReason, onSay }: SayFieldProps) {
  const t = useT();
  const id = useId();
  const { typed, phrases } = useSelector(actions, selectRobotActions);
  const isEmpty = typed.trim() === '';
  return (
    <div className="flex flex-col gap-2">
      <form
        className="flex items-center gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isEmpty && disabledReason === undefined) onSay(typed);
        }}
      >
        <div className="min-w-0 flex-1">
          <TextInput
            id={id}
            aria-label={t('robotActions.say.label')}
            placeholder={t('robotActions.say.label')}
            autoComplete="off"
            maxLength={SAY_MAX}
            value={typed}
            onChange={(text) => actions.send({ type: 'phrase.type', text })}
          />
        </div>
        <Button
          type="submit"
          disabledReason={disabledReason ?? (isEmpty ? t('robotActions.say.empty') : undefined)}
          disabledTitle={disabledReason === undefined ? undefined : t('robotActions.cannotSay')}
        >
          {t('shared.say')}
        </Button>
      </form>
      {phrases.length > 0 && (
        <ul className="flex flex-wrap gap-1.5" aria-label={t('robotActions.say.recent')}>
          {phrases.map((phrase) => (
            <li key={phrase} className="max-w-full">
              <Button
                size="s"
                className="max-w-full [&>span]:truncate"
                disabledReason={disabledReason}
                tip={t('robotActions.say.again', { text: phrase })}
                onClick={() => onSay(phrase)}
              >
                <span className="truncate">{phrase}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
