/**
 * Opens the clear picture for a minute: the reason first. Without the right, asks an administrator for it, for an hour, or
 * says who can.
 */
import { useSelector } from '@xstate/react';
import Clock from 'lucide-react/icons/clock';
import Eye from 'lucide-react/icons/eye';
import Lock from 'lucide-react/icons/lock';
import type { FaceDetails } from '../../../../contract/entities/face.ts';
import { isNoteEnough, REVEAL_MS, REVEAL_NOTE, REVEAL_REASONS } from '../../../../contract/rules/faces.ts';
import {
  type FaceRecordsRef,
  selectFaces,
  selectIsRevealed,
  selectIsRevealing,
} from '../../../machines/faceRecords/faceRecords.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Field } from '../../kit/Field.tsx';
import { FieldError } from '../../kit/FieldError.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { RadioButtons } from '../../kit/RadioButtons.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import { useFocusFault } from '../../kit/useFocusFault.ts';
import { timeOfDay, timeStamp } from '../../shell/siteTime.ts';
import { reasonText } from './faceTexts.ts';

const WELL = 'grid gap-2 rounded bg-surface-3 p-3';
const TILE =
  'rounded border border-line-2 bg-surface px-2.5 py-1 text-12 max-desk:min-h-11 aria-checked:border-mark aria-checked:bg-brand-50 aria-checked:text-selected-text';
const SECONDS = { seconds: REVEAL_MS / 1_000 };
const WORDS = { words: REVEAL_NOTE.words };

interface RevealCardProps {
  readonly screen: FaceRecordsRef;
  readonly details: FaceDetails;
  /** Server time, ms. */
  readonly now: number;
  readonly timeZone: string;
}

export function RevealCard({ screen, details, now, timeZone }: RevealCardProps) {
  const t = useT();
  const { record, isOn, canReveal, mayRevealUntil, mayAsk, askedAt, administrators } = details;
  const { closesAt } = useSelector(screen, selectFaces);
  const revealed = useSelector(screen, selectIsRevealed);
  const names = administrators.join(t('shared.listSeparator'));
  if (revealed)
    return (
      <div className={`${WELL} grid-cols-[1fr_auto] items-center`}>
        <b className="text-13 tabular-nums" role="timer" aria-live="off">
          {t('faceRecords.reveal.closes', { seconds: secondsLeft(closesAt, now) })}
        </b>
        <Button size="s" onClick={() => screen.send({ type: 'reveal.close' })}>
          {t('faceRecords.reveal.close')}
        </Button>
      </div>
    );
  if (record.pictureUntil === null)
    return <p className={`${WELL} text-12 text-text-2`}>{t('faceRecords.reveal.noPicture')}</p>;
  if (!isOn) return <p className={`${WELL} text-12 text-text-2`}>{t('faceRecords.reveal.off')}</p>;
  if (!canReveal && askedAt !== null)
    return (
      <div className={`${WELL} grid-cols-[auto_1fr]`} role="status">
        <Icon of={Clock} size={16} />
        <div>
          <b className="block text-13 font-semibold">
            {t('faceRecords.reveal.asked', { at: timeStamp(askedAt, timeZone) })}
          </b>
          <p className="text-12 text-text-2 wrap-anywhere">{t('faceRecords.reveal.askedText', { names })}</p>
        </div>
      </div>
    );
  if (!canReveal && !mayAsk)
    return (
      <div className={`${WELL} grid-cols-[auto_1fr]`}>
        <Icon of={Lock} size={16} />
        <div>
          <b className="block text-13 font-semibold">{t('faceRecords.reveal.forbidden')}</b>
          <p className="text-12 text-text-2 wrap-anywhere">
            {administrators.length > 0
              ? t('faceRecords.reveal.forbiddenText', { names })
              : t('faceRecords.reveal.forbiddenNobody')}
          </p>
        </div>
      </div>
    );
  return canReveal ? (
    <ReasonForm
      screen={screen}
      title={t('faceRecords.reveal.title')}
      facts={[
        mayRevealUntil === null
          ? ''
          : t('faceRecords.reveal.allowedUntil', { at: timeOfDay(mayRevealUntil, timeZone) }),
        t('faceRecords.reveal.note', SECONDS),
      ]
        .filter(Boolean)
        .join(' · ')}
      logged={t('faceRecords.reveal.logged')}
      submit={t('faceRecords.reveal.submit', SECONDS)}
    />
  ) : (
    <ReasonForm
      screen={screen}
      title={t('faceRecords.reveal.askTitle')}
      facts={t('faceRecords.reveal.askText', { names })}
      logged={t('faceRecords.reveal.askLogged')}
      submit={t('faceRecords.reveal.ask')}
    />
  );
}

interface ReasonFormProps {
  readonly screen: FaceRecordsRef;
  readonly title: string;
  readonly facts: string;
  readonly logged: string;
  readonly submit: string;
}

/** The reason for opening a face, or for asking for that. */
function ReasonForm({ screen, title, facts, logged, submit }: ReasonFormProps) {
  const t = useT();
  const { reason, note, isSubmitted, revealFailure } = useSelector(screen, selectFaces);
  const revealing = useSelector(screen, selectIsRevealing);
  const focus = useFocusFault(() => screen.send({ type: 'reveal.submit' }));
  return (
    <form className={WELL} aria-label={title} noValidate {...focus}>
      <div className="flex flex-wrap items-baseline gap-2">
        <b className="flex-1 text-13 font-semibold">{title}</b>
        <span className="text-12 text-text-2">{facts}</span>
      </div>
      <div className="contents" data-invalid={(isSubmitted && reason === null) || undefined}>
        <RadioButtons
          className="flex flex-wrap gap-1"
          itemClassName={TILE}
          label={t('shared.reason')}
          value={reason ?? undefined}
          options={REVEAL_REASONS.map((value) => ({ value, content: reasonText(t, value) }))}
          onChange={(value) => screen.send({ type: 'reveal.reason', reason: value })}
        />
        {isSubmitted && reason === null && <FieldError>{t('faceRecords.reveal.missingReason')}</FieldError>}
      </div>
      <Field
        label={t('faceRecords.reveal.why')}
        hint={t('faceRecords.reveal.hint', WORDS)}
        error={isSubmitted && !isNoteEnough(note) ? t('faceRecords.reveal.missingNote', WORDS) : undefined}
      >
        <TextInput
          autoComplete="off"
          value={note}
          maxLength={REVEAL_NOTE.max}
          onChange={(typed) => screen.send({ type: 'reveal.note', note: typed })}
        />
      </Field>
      {revealFailure && <FieldError>{t.failure(revealFailure)}</FieldError>}
      <div className="flex flex-wrap items-center gap-2">
        <span className="flex-1 text-12 text-text-2">{logged}</span>
        <Button type="submit" variant="primary" icon={Eye} busy={revealing}>
          {submit}
        </Button>
      </div>
    </form>
  );
}

export const secondsLeft = (closesAt: number, now: number): number =>
  Math.min(REVEAL_MS / 1_000, Math.max(0, Math.ceil((closesAt - now) / 1_000)));
