/** Resolving a case with its cause, and handing it over. */
import { useSelector } from '@xstate/react';
import { CASE_CAUSES, CASE_NOTE_MAX } from '../../../../contract/rules/alarmCase.ts';
import {
  type AlarmCaseRef,
  selectAlarmCase,
  selectArePeopleLoading,
  selectIsActing,
  selectIsHanding,
  selectIsResolving,
} from '../../../machines/alarmCase/alarmCase.selectors.ts';
import { isResolvable } from '../../alarms/caseActs.ts';
import { CAUSE_NAMES } from '../../alarms/caseTexts.ts';
import { useT } from '../../hooks/useT.ts';
import { fullText } from '../../labels/fullText.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { Field } from '../../kit/Field.tsx';
import { FormDialog } from '../../kit/FormDialog.tsx';
import { RadioButtons } from '../../kit/RadioButtons.tsx';
import { SkeletonBlocks } from '../../kit/SkeletonBlocks.tsx';
import { TextArea } from '../../kit/TextArea.tsx';
import { AfterPhotos, type AfterPhotosProps } from './AfterPhotos.tsx';
import { useIsOffline } from './useRefusal.ts';

const CAUSE =
  'h-9 rounded-full border border-line px-3 text-13 hover:bg-hover aria-checked:border-mark aria-checked:bg-brand-50 aria-checked:font-semibold max-desk:h-11';

export function ResolveDialog({ screen, timeZone }: AfterPhotosProps) {
  const t = useT();
  const { cause, note, photo, task, details, userId } = useSelector(screen, selectAlarmCase);
  const acting = useSelector(screen, selectIsActing) && task?.type === 'resolve';
  const isOffline = useIsOffline();
  if (!useSelector(screen, selectIsResolving)) return null;
  return (
    <FormDialog
      title={t('alarmCase.resolve.title')}
      submitLabel={t('alarmCase.act.resolve')}
      cancelLabel={t('common.cancel')}
      closeLabel={t('common.close')}
      busy={acting}
      disabledReason={
        isOffline
          ? t('alarmCase.why.offline')
          : details === null
            ? t('alarmCase.loading')
            : // It can have been opened again after a reload, or somebody else has the case by now.
              !isResolvable(details.case, userId)
              ? t('alarmCase.resolve.notYours')
              : cause === null
                ? t('alarmCase.resolve.needCause')
                : undefined
      }
      onSubmit={() => {
        if (cause !== null) screen.send({ type: 'case.do', task: { type: 'resolve', cause, note, pictureId: photo } });
      }}
      onCancel={() => screen.send({ type: 'dialog.close' })}
    >
      <div>
        <p className="pb-2 text-13 font-medium">{t('alarmCase.resolve.cause')}</p>
        <RadioButtons
          label={t('alarmCase.resolve.cause')}
          className="flex flex-wrap gap-2"
          itemClassName={CAUSE}
          value={cause ?? undefined}
          options={CASE_CAUSES.map((value) => ({ value, content: t(CAUSE_NAMES[value]) }))}
          onChange={(value) => screen.send({ type: 'resolve.cause', cause: value })}
        />
      </div>
      <Field label={t('alarmCase.resolve.note')} hint={fullText(t, note, CASE_NOTE_MAX)}>
        <TextArea
          rows={3}
          maxLength={CASE_NOTE_MAX}
          value={note}
          onChange={(text) => screen.send({ type: 'resolve.note', note: text })}
        />
      </Field>
      <AfterPhotos screen={screen} timeZone={timeZone} />
    </FormDialog>
  );
}

export function HandOverDialog({ screen }: { readonly screen: AlarmCaseRef }) {
  const t = useT();
  const { people, peopleFailure, task } = useSelector(screen, selectAlarmCase);
  const acting = useSelector(screen, selectIsActing);
  const loading = useSelector(screen, selectArePeopleLoading);
  if (!useSelector(screen, selectIsHanding)) return null;
  return (
    <Dialog
      open
      title={t('alarmCase.hand.title')}
      description={t('alarmCase.hand.text')}
      closeLabel={t('common.close')}
      onClose={() => screen.send({ type: 'dialog.close' })}
    >
      {loading ? (
        <SkeletonBlocks shape="cards" count={3} label={t('alarmCase.hand.loading')} />
      ) : peopleFailure ? (
        <div className="flex flex-col items-start gap-2 text-13">
          <p role="alert">{t.failure(peopleFailure)}</p>
          <Button size="s" onClick={() => screen.send({ type: 'handOver.retry' })}>
            {t('common.retry')}
          </Button>
        </div>
      ) : people.length === 0 ? (
        <p className="text-13 text-text-2">{t('alarmCase.hand.none')}</p>
      ) : (
        <ul>
          {people.map(({ id, name, online }) => (
            <li key={id} className="flex items-center gap-3 border-b border-line py-2 last:border-0">
              <span className="min-w-0 flex-1">
                <b className="block truncate text-13 font-medium">{name}</b>
                <span className="text-12 text-text-2">{t(online ? 'alarmCase.hand.online' : 'shared.offline')}</span>
              </span>
              <Button
                size="s"
                busy={acting && task?.type === 'handOver' && task.to === id}
                onClick={() => screen.send({ type: 'case.do', task: { type: 'handOver', to: id } })}
              >
                {t('alarmCase.hand.ask', { name })}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
