/**
 * "Report a problem" (design 10): a description, a preview of the data to send, and a file or a message to the
 * administrators. The recording is frozen when the dialog opens; text typed here is included only as the description.
 */
import { useSelector } from '@xstate/react';
import Download from 'lucide-react/icons/download';
import Send from 'lucide-react/icons/send';
import { SENTENCE_MAX } from '../../../contract/rules/limits.ts';
import type { Survey } from '../../machines/report/report.machine.ts';
import {
  type ReportRef,
  selectHasNoRecording,
  selectIsSaving,
  selectIsSending,
  selectIsSurveying,
  selectReport,
} from '../../machines/report/report.selectors.ts';
import { useT } from '../hooks/useT.ts';
import { Button } from '../kit/Button.tsx';
import { Dialog } from '../kit/Dialog.tsx';
import { Field } from '../kit/Field.tsx';
import { TextArea } from '../kit/TextArea.tsx';
import { ownZone, timeOfDay, zoneName } from '../shell/siteTime.ts';
import { RecordedValues } from './RecordedValues.tsx';

export function ReportDialog({ report }: { readonly report: ReportRef }) {
  const t = useT();
  const { survey, sentence, isOpen, savedAs, isSent, failure, maySend } = useSelector(report, selectReport);
  const surveying = useSelector(report, selectIsSurveying);
  const saving = useSelector(report, selectIsSaving);
  const sending = useSelector(report, selectIsSending);
  const nothing = useSelector(report, selectHasNoRecording);
  const wordless = sentence.trim() === '' ? t('report.sayFirst') : undefined;
  return (
    <Dialog
      open
      wide
      onClose={() => report.send({ type: 'report.close' })}
      title={t('common.mistake.report')}
      description={t('report.about')}
      closeLabel={t('common.close')}
      foot={
        nothing ? (
          <Button variant="primary" onClick={() => report.send({ type: 'report.retry' })}>
            {t('common.retry')}
          </Button>
        ) : (
          <>
            <Button
              icon={Download}
              busy={saving}
              disabledReason={surveying ? t('report.surveying') : wordless}
              onClick={() => report.send({ type: 'report.save' })}
            >
              {t('report.save')}
            </Button>
            <Button
              variant="primary"
              icon={Send}
              busy={sending}
              disabledReason={
                surveying
                  ? t('report.surveying')
                  : !maySend
                    ? t('report.signInFirst')
                    : isSent
                      ? t('report.sentAlready')
                      : wordless
              }
              onClick={() => report.send({ type: 'report.send' })}
            >
              {t('report.send')}
            </Button>
          </>
        )
      }
    >
      <div className="grid gap-4">
        <Field label={t('report.sentence')} hint={t('report.sentenceHint')}>
          <TextArea
            value={sentence}
            rows={3}
            maxLength={SENTENCE_MAX}
            onChange={(words) => report.send({ type: 'sentence.change', sentence: words })}
          />
        </Field>
        {survey ? (
          <Contents survey={survey} open={isOpen} onToggle={() => report.send({ type: 'contents.toggle' })} />
        ) : (
          <p role="status">{nothing ? t('report.nothing') : t('report.surveying')}</p>
        )}
        <div className="empty:hidden" aria-live="polite">
          {failure && <p className="field-error">{t.failure(failure)}</p>}
          {savedAs !== '' && <p>{t('report.saved', { name: savedAs })}</p>}
          {isSent && <p>{t('report.sent')}</p>}
        </div>
      </div>
    </Dialog>
  );
}

function Contents({
  survey,
  open,
  onToggle,
}: {
  readonly survey: Survey;
  readonly open: boolean;
  readonly onToggle: () => void;
}) {
  const t = useT();
  const timeZone = ownZone();
  return (
    <section
      className="grid justify-items-start gap-3 rounded-lg bg-surface-2 px-4 py-3.5"
      aria-label={t('report.contents')}
    >
      <dl className="grid w-full grid-cols-[max-content_1fr] gap-x-4 gap-y-2 max-desk:grid-cols-1 max-desk:gap-0.5 max-desk:[&_dd]:mb-2 [&_dt]:text-text-2">
        <dt>{t('report.time')}</dt>
        <dd>
          {t('report.span', {
            from: timeOfDay(survey.since, timeZone),
            to: timeOfDay(survey.until, timeZone),
            zone: zoneName(timeZone, t.language, survey.until),
          })}
        </dd>
        <dt>{t('report.recorded')}</dt>
        <dd>
          {t('report.events', { count: survey.steps })}, {t('report.machines', { count: survey.machines })},{' '}
          {t('report.size', { size: (survey.bytes / 1024).toFixed(survey.bytes < 10_240 ? 1 : 0) })}
        </dd>
        <dt>{t('report.in')}</dt>
        <dd>{t('report.inText')}</dd>
        <dt>{t('report.out')}</dt>
        <dd>{t('report.outText')}</dd>
      </dl>
      <Button size="s" variant="ghost" aria-expanded={open} onClick={onToggle}>
        {open ? t('report.hideValues') : t('report.showValues')}
      </Button>
      {open && <RecordedValues />}
    </section>
  );
}
