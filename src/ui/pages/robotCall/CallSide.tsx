/** What the robot shows and says: its screen, phrases by digit, a typed text, and pictures. */
import { useSelector } from '@xstate/react';
import { useId } from 'react';
import Monitor from 'lucide-react/icons/monitor';
import Pencil from 'lucide-react/icons/pencil';
import Send from 'lucide-react/icons/send';
import Volume2 from 'lucide-react/icons/volume-2';
import { CALL_PICTURES, type CallScreenKind } from '../../../../contract/rules/call.ts';
import { SPOKEN_MAX } from '../../../../contract/rules/limits.ts';
import { isSpeech } from '../../../../contract/rules/textWeight.ts';
import { selectHasFailed, selectIsEditing } from '../../../machines/calls/callContent.selectors.ts';
import { PICTURE_NAMES } from '../../calls/callTexts.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import { classes } from '../../kit/classes.ts';
import { FieldError } from '../../kit/FieldError.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import { ContentEditor } from './ContentEditor.tsx';
import type { CallPageProps } from './callPage.ts';
import { useCallActs } from './useCallActs.ts';

const SCREENS = {
  none: 'robotCall.screen.none',
  ringing: 'robotCall.screen.ringing',
  talking: 'robotCall.screen.talking',
  operator: 'robotCall.screen.operator',
  picture: 'robotCall.screen.picture',
  text: 'robotCall.screen.text',
} as const satisfies Record<CallScreenKind, string>;

export function CallSide(part: CallPageProps) {
  const t = useT();
  const { time, screen, context } = part;
  const acts = useCallActs(part);
  const { phrases, say, show, cannotSay, cannotShow, shown, isOld, isSent, notLoaded, isSpeaking, isWaiting } = acts;
  const { content, canChange, ownPictures, ownShown, cannotShowOwn } = acts;
  const isEditing = useSelector(content, selectIsEditing);
  const isMissing = useSelector(content, selectHasFailed);
  const picture =
    ownShown?.name ?? (shown?.picture ? t(PICTURE_NAMES[shown.picture]) : t('robotCall.screen.otherPicture'));
  return (
    <Card
      clip
      className="flex min-h-0 flex-1 flex-col overflow-auto"
      title={t('robotCall.screen.title')}
      acts={
        <Button size="s" variant="ghost" disabledReason={cannotShow} onClick={() => show('')}>
          {t('shared.clear')}
        </Button>
      }
    >
      <div className="grid grid-cols-[120px_minmax(0,1fr)] items-center gap-3 border-b border-line px-4 pb-3">
        <span
          className={classes(
            'grid h-[78px] place-items-center rounded-lg border-3 border-heading bg-[#0c1b3d] px-1 text-center text-11 text-white',
            isOld && 'opacity-50',
          )}
        >
          {shown === null ? (
            '—'
          ) : ownShown?.address ? (
            <img src={ownShown.address} alt="" className="max-h-full max-w-full object-contain" />
          ) : shown.shows === 'picture' ? (
            picture
          ) : (
            <Icon of={Monitor} size={22} />
          )}
        </span>
        <p className="text-13" role="status">
          <b className="block font-semibold">
            {shown ? t(SCREENS[shown.shows], { picture }) : t('robotCall.screen.unknown')}
          </b>
          <span className="text-12 text-text-2">
            {isSent
              ? t('common.sent')
              : shown
                ? t(isOld ? 'robotCall.screen.old' : 'robotCall.screen.since', { time: time(shown.since) })
                : ''}
          </span>
          {notLoaded !== '' && <span className="block text-12 text-attn-text">{t('robotCall.screen.notLoaded')}</span>}
        </p>
      </div>
      {isMissing && (
        <div className="flex items-center gap-2 px-4 pt-2.5">
          <p role="alert" className="min-w-0 flex-1 text-12 text-attn-text">
            {t('robotCall.content.missing')}
          </p>
          <Button size="s" onClick={() => content?.send({ type: 'content.retry' })}>
            {t('common.retry')}
          </Button>
        </div>
      )}
      {isEditing && content ? (
        <ContentEditor content={content} />
      ) : (
        <>
          <div className="flex items-center gap-2 px-4 pt-3 pb-1.5">
            <h3 className="flex-1 text-13 font-semibold">{t('shared.say')}</h3>
            {canChange && (
              <Button size="s" variant="ghost" icon={Pencil} onClick={() => content?.send({ type: 'content.edit' })}>
                {t('robotCall.content.edit')}
              </Button>
            )}
          </div>
          <ul>
            {phrases.map((phrase, index) => {
              const speaks = isSpeaking(phrase);
              return (
                <li
                  key={phrase}
                  className={classes(
                    'flex min-h-11 items-center gap-2.5 border-t border-line py-1 pr-2 pl-4 text-13 first:border-t-0',
                    speaks && 'bg-brand-50',
                  )}
                >
                  {index < 9 && <kbd aria-hidden="true">{index + 1}</kbd>}
                  <span className="min-w-0 flex-1">{phrase}</span>
                  {(speaks || isWaiting(phrase)) && (
                    <span className="text-12 text-link">{t(speaks ? 'robotCall.say.speaking' : 'common.sent')}</span>
                  )}
                  <Button
                    size="s"
                    variant="ghost"
                    icon={Volume2}
                    aria-label={t('shell.calls.sayPhrase', { text: phrase })}
                    disabledReason={cannotSay}
                    onClick={() => say(phrase)}
                  />
                </li>
              );
            })}
          </ul>
          <SayForm screen={screen} typed={context.typed} cannotSay={cannotSay} onSay={say} />
          <h3 className="border-t border-line px-4 pt-2.5 text-13 font-semibold">{t('robotCall.show.title')}</h3>
          <div className="grid grid-cols-4 gap-2 px-4 pt-2 pb-3.5">
            {ownPictures.map(({ fileId, name, address }) => (
              <button
                key={fileId}
                type="button"
                className="relative min-h-13 overflow-hidden rounded border border-line-2 bg-surface px-1 text-11 text-text-2 aria-pressed:border-mark aria-pressed:text-link aria-pressed:ring-1 aria-pressed:ring-mark aria-disabled:opacity-60"
                aria-label={t('robotCall.show.show', { picture: name })}
                aria-pressed={shown?.imageId === fileId}
                aria-disabled={cannotShowOwn !== undefined}
                title={cannotShowOwn ?? name}
                onClick={() => show('', fileId)}
              >
                {address === '' ? (
                  name
                ) : (
                  <img src={address} alt="" className="absolute inset-0 size-full object-cover" />
                )}
              </button>
            ))}
            {CALL_PICTURES.map((one) => (
              <button
                key={one}
                type="button"
                className="min-h-13 rounded border border-line-2 bg-surface px-1 text-11 text-text-2 aria-pressed:border-mark aria-pressed:text-link aria-pressed:ring-1 aria-pressed:ring-mark aria-disabled:opacity-60"
                aria-label={t('robotCall.show.show', { picture: t(PICTURE_NAMES[one]) })}
                aria-pressed={shown?.picture === one}
                aria-disabled={cannotShow !== undefined}
                title={cannotShow}
                onClick={() => show(one)}
              >
                {t(PICTURE_NAMES[one])}
              </button>
            ))}
          </div>
        </>
      )}
    </Card>
  );
}

interface SayFormProps {
  readonly screen: CallPageProps['screen'];
  readonly typed: string;
  /** Why nothing can be said now. */
  readonly cannotSay: string | undefined;
  readonly onSay: (text: string) => void;
}

export function SayForm({ screen, typed, cannotSay, onSay }: SayFormProps) {
  const t = useT();
  const id = useId();
  const isTooLong = !isSpeech(typed.trim());
  const fault = typed.trim() === '' ? t('robotCall.say.empty') : isTooLong ? t('shared.speechTooLong') : undefined;
  return (
    <form
      className="flex items-center gap-2 border-t border-line px-4 py-3 max-desk:border-t-0"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isTooLong) onSay(typed);
      }}
    >
      <div className="min-w-0 flex-1">
        <TextInput
          id={id}
          aria-label={t('robotCall.say.type')}
          placeholder={t('robotCall.say.type')}
          autoComplete="off"
          maxLength={SPOKEN_MAX}
          aria-invalid={isTooLong || undefined}
          aria-describedby={isTooLong ? `${id}-fault` : undefined}
          value={typed}
          onChange={(text) => screen.send({ type: 'text.type', text })}
        />
        {isTooLong && <FieldError id={`${id}-fault`}>{fault}</FieldError>}
      </div>
      <Button type="submit" icon={Send} disabledReason={cannotSay ?? fault}>
        {t('shared.say')}
      </Button>
    </form>
  );
}
