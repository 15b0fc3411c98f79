/** A text for a robot to say, with the texts that were said lately. Enter says it. */
import { useSelector } from '@xstate/react';
import { useId } from 'react';
import { SPOKEN_MAX } from '../../../contract/rules/limits.ts';
import { isSpeech } from '../../../contract/rules/textWeight.ts';
import { type RobotActionsRef, selectRobotActions } from '../../machines/robotActions/robotActions.selectors.ts';
import { useT } from '../hooks/useT.ts';
import { Button } from '../kit/Button.tsx';
import { FieldError } from '../kit/FieldError.tsx';
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
  const isTooLong = !isSpeech(typed.trim());
  const fault = isEmpty ? t('robotActions.say.empty') : isTooLong ? t('shared.speechTooLong') : undefined;
  return (
    <div className="flex flex-col gap-2">
      <form
        className="flex items-center gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (fault === undefined && disabledReason === undefined) onSay(typed);
        }}
      >
        <div className="min-w-0 flex-1">
          <TextInput
            id={id}
            aria-label={t('robotActions.say.label')}
            placeholder={t('robotActions.say.label')}
            autoComplete="off"
            aria-invalid={isTooLong || undefined}
            aria-describedby={isTooLong ? `${id}-fault` : undefined}
            maxLength={SPOKEN_MAX}
            value={typed}
            onChange={(text) => actions.send({ type: 'phrase.type', text })}
          />
        </div>
        <Button
          type="submit"
          disabledReason={disabledReason ?? fault}
          disabledTitle={disabledReason === undefined ? undefined : t('robotActions.cannotSay')}
        >
          {t('shared.say')}
        </Button>
      </form>
      {isTooLong && <FieldError id={`${id}-fault`}>{fault}</FieldError>}
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
