/** Changes the phrases and pictures that the robot's site keeps for calls: each change is saved at once. */
import { useSelector } from '@xstate/react';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import ImagePlus from 'lucide-react/icons/image-plus';
import Trash2 from 'lucide-react/icons/trash-2';
import Undo2 from 'lucide-react/icons/undo-2';
import { useId } from 'react';
import { CALL_OWN_PICTURES_MAX, CALL_PHRASES_MAX } from '../../../../contract/rules/callContent.ts';
import { FILE_RULES, maxMebibytes } from '../../../../contract/rules/files.ts';
import { SPOKEN_MAX } from '../../../../contract/rules/limits.ts';
import { movedTo } from '../../../machines/movedTo.ts';
import { isSpeech } from '../../../../contract/rules/textWeight.ts';
import { type CallContentRef, selectContent, selectIsBusy } from '../../../machines/calls/callContent.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { fullText } from '../../labels/fullText.ts';
import { Button, buttonClass } from '../../kit/Button.tsx';
import { FieldError } from '../../kit/FieldError.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { TextInput } from '../../kit/TextInput.tsx';

const ROW = 'flex min-h-11 items-center gap-1 border-t border-line py-1 pr-2 pl-4 text-13';

export function ContentEditor({ content }: { readonly content: CallContentRef }) {
  const t = useT();
  const { phrases, pictures, addresses, failure, undo } = useSelector(content, selectContent);
  const busy = useSelector(content, selectIsBusy) ? t('robotCall.content.saving') : undefined;
  const change = (lists: { phrases?: readonly string[]; pictures?: typeof pictures }): void =>
    content.send({ type: 'content.change', phrases, pictures, ...lists });
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 px-4 py-2.5">
        <p className="min-w-0 flex-1 text-12 text-text-2">{t('robotCall.content.about')}</p>
        {undo && (
          <Button size="s" icon={Undo2} disabledReason={busy} onClick={() => content.send({ type: 'content.undo' })}>
            {t('shared.undo')}
          </Button>
        )}
        <Button size="s" disabledReason={busy} onClick={() => content.send({ type: 'content.done' })}>
          {t('common.done')}
        </Button>
      </div>
      {failure && (
        <p role="alert" className="field-error px-4 pb-2">
          {t.failure(failure)}
        </p>
      )}
      <h3 className="px-4 pt-1 pb-1.5 text-13 font-semibold">{t('robotCall.content.phrases')}</h3>
      <ul>
        {phrases.map((phrase, index) => (
          <li key={phrase} className={ROW}>
            <span className="min-w-0 flex-1 wrap-anywhere">{phrase}</span>
            <RowActs
              name={phrase}
              index={index}
              count={phrases.length}
              busy={busy}
              onMove={(to) => change({ phrases: movedTo(phrases, index, to) })}
              onDelete={() => change({ phrases: phrases.filter((one) => one !== phrase) })}
            />
          </li>
        ))}
      </ul>
      <PhraseForm content={content} busy={busy} onAdd={(text) => change({ phrases: [...phrases, text] })} />
      <h3 className="border-t border-line px-4 pt-2.5 pb-1.5 text-13 font-semibold">
        {t('robotCall.content.pictures')}
      </h3>
      <ul>
        {pictures.map(({ fileId, name }, index) => (
          <li key={fileId} className={ROW}>
            {addresses[fileId] && <img src={addresses[fileId]} alt="" className="h-8 w-12 rounded object-cover" />}
            <span className="min-w-0 flex-1 truncate">{name}</span>
            <RowActs
              name={name}
              index={index}
              count={pictures.length}
              busy={busy}
              onMove={(to) => change({ pictures: movedTo(pictures, index, to) })}
              onDelete={() => change({ pictures: pictures.filter((one) => one.fileId !== fileId) })}
            />
          </li>
        ))}
      </ul>
      <PictureChooser content={content} busy={busy} />
    </>
  );
}

interface RowActsProps {
  readonly name: string;
  readonly index: number;
  readonly count: number;
  readonly busy: string | undefined;
  readonly onMove: (to: number) => void;
  readonly onDelete: () => void;
}

function RowActs({ name, index, count, busy, onMove, onDelete }: RowActsProps) {
  const t = useT();
  return (
    <>
      <Button
        size="s"
        variant="ghost"
        icon={ChevronUp}
        aria-label={t('robotCall.content.up', { name })}
        disabledReason={busy ?? (index === 0 ? t('robotCall.content.first') : undefined)}
        onClick={() => onMove(index - 1)}
      />
      <Button
        size="s"
        variant="ghost"
        icon={ChevronDown}
        aria-label={t('robotCall.content.down', { name })}
        disabledReason={busy ?? (index === count - 1 ? t('robotCall.content.last') : undefined)}
        onClick={() => onMove(index + 1)}
      />
      <Button
        size="s"
        variant="ghost"
        icon={Trash2}
        aria-label={t('robotCall.content.delete', { name })}
        disabledReason={busy}
        onClick={onDelete}
      />
    </>
  );
}

interface PhraseFormProps {
  readonly content: CallContentRef;
  readonly busy: string | undefined;
  readonly onAdd: (text: string) => void;
}

function PhraseForm({ content, busy, onAdd }: PhraseFormProps) {
  const t = useT();
  const id = useId();
  const { phrases, typed } = useSelector(content, selectContent);
  const text = typed.trim();
  const fault = !isSpeech(text)
    ? t('shared.speechTooLong')
    : phrases.includes(text)
      ? t('robotCall.content.known')
      : undefined;
  const full =
    phrases.length >= CALL_PHRASES_MAX ? t('robotCall.content.phrasesFull', { limit: CALL_PHRASES_MAX }) : undefined;
  const cannot = busy ?? full ?? fault ?? (text === '' ? t('robotCall.say.empty') : undefined);
  return (
    <form
      className="flex items-start gap-2 border-t border-line px-4 py-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (cannot === undefined) onAdd(text);
      }}
    >
      <div className="min-w-0 flex-1">
        <TextInput
          id={id}
          aria-label={t('robotCall.content.newPhrase')}
          placeholder={t('robotCall.content.newPhrase')}
          autoComplete="off"
          maxLength={SPOKEN_MAX}
          aria-invalid={fault !== undefined || undefined}
          aria-describedby={fault === undefined ? undefined : `${id}-fault`}
          value={typed}
          onChange={(value) => content.send({ type: 'phrase.type', text: value })}
        />
        {fault !== undefined && <FieldError id={`${id}-fault`}>{fault}</FieldError>}
        <p className="field-hint empty:hidden">{fullText(t, typed, SPOKEN_MAX)}</p>
      </div>
      <Button type="submit" disabledReason={cannot}>
        {t('shared.add')}
      </Button>
    </form>
  );
}

function PictureChooser({ content, busy }: { readonly content: CallContentRef; readonly busy: string | undefined }) {
  const t = useT();
  const id = useId();
  const { pictures } = useSelector(content, selectContent);
  const full =
    pictures.length >= CALL_OWN_PICTURES_MAX
      ? t('robotCall.content.picturesFull', { limit: CALL_OWN_PICTURES_MAX })
      : undefined;
  const cannot = busy ?? full;
  return (
    <div className="grid justify-items-start gap-2 border-t border-line px-4 py-3">
      {cannot === undefined ? (
        <>
          <label htmlFor={id} className={buttonClass('secondary')}>
            <Icon of={ImagePlus} />
            {t('robotCall.content.addPicture')}
          </label>
          <input
            id={id}
            className="sr-only"
            type="file"
            accept={FILE_RULES.callPicture.types.join()}
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              if (file) content.send({ type: 'picture.choose', file });
              event.target.value = '';
            }}
          />
        </>
      ) : (
        <Button icon={ImagePlus} disabledReason={cannot}>
          {t('robotCall.content.addPicture')}
        </Button>
      )}
      <p className="text-12 text-text-2">{t('robotCall.content.limit', { limit: maxMebibytes('callPicture') })}</p>
    </div>
  );
}
